package dev.earmark.media.decode;

import dev.earmark.media.MediaSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds where the files of an Ogg chain begin, by the heads of its pages (RFC 3533, section 6):
 * "OggS", version, flags (2 for the first page of a stream), granule, serial of the stream, number
 * of the page, checksum, and the lengths of the segments. A page that begins a stream begins a link
 * of the chain when the page before it did not. Confined to one thread.
 */
final class OggPages {
  private static final int HEAD_BYTES = 27;
  private static final int MOST_BYTES = HEAD_BYTES + 255 + 255 * 255;
  private static final int FIRST = 2;
  private static final int FIRST_BYTES = 512;
  private static final int LAST_BYTES = 8 * 1024;
  private static final int SCAN_BYTES = 64 * 1024;

  private final MediaSource source;
  private int windowBytes = FIRST_BYTES;
  private byte[] window = new byte[0];
  private long windowAt;

  private OggPages(MediaSource source) {
    this.source = source;
  }

  /**
   * One page.
   *
   * @param bytes with its head
   */
  private record Page(long at, long bytes, boolean first, int serial) {}

  /**
   * Returns where each link of a complete file begins; one of fewer than two links gives nothing.
   * The links of a chain have serials of their own (RFC 3533, section 4), so a file whose last page
   * belongs to a stream of its beginning is none, and is not read through.
   */
  static List<Long> links(MediaSource source) throws IOException {
    OggPages pages = new OggPages(source);
    Page page = pages.at(0);
    Set<Integer> serials = new HashSet<>();
    while (page != null && page.first()) {
      serials.add(page.serial());
      page = pages.at(page.at() + page.bytes());
    }
    Page last = serials.isEmpty() ? null : pages.last();
    if (last == null || serials.contains(last.serial())) {
      return List.of();
    }
    pages.windowBytes = SCAN_BYTES;
    List<Long> starts = new ArrayList<>(List.of(0L));
    long at = pages.link(pages.behindFirsts(0));
    while (at >= 0) {
      starts.add(at);
      at = pages.link(pages.behindFirsts(at));
    }
    return starts.size() < 2 ? List.of() : starts;
  }

  /**
   * Returns where the next link begins, at a place or behind it, which is no first page itself; -1
   * when there is none before the end. Blocks while the file grows.
   */
  static long nextLink(MediaSource source, long from) throws IOException {
    return new OggPages(source).link(from);
  }

  private long link(long from) throws IOException {
    Page page = from(from);
    while (page != null && !page.first()) {
      page = from(page.at() + page.bytes());
    }
    return page == null ? -1 : page.at();
  }

  private long behindFirsts(long at) throws IOException {
    Page page = at(at);
    while (page != null && page.first()) {
      at = page.at() + page.bytes();
      page = at(at);
    }
    return at;
  }

  /** Returns the first page at a place or behind it. */
  private @Nullable Page from(long at) throws IOException {
    long place = at;
    while (true) {
      Page page = at(place);
      if (page != null) {
        return page;
      }
      place++;
      if (!fill(place, HEAD_BYTES)) {
        return null;
      }
    }
  }

  /** Returns the last page that lies whole in the file. */
  private @Nullable Page last() throws IOException {
    windowBytes = LAST_BYTES;
    Page last = lastBehind(source.size() - LAST_BYTES);
    return last == null ? lastBehind(source.size() - 2L * MOST_BYTES) : last;
  }

  private @Nullable Page lastBehind(long at) throws IOException {
    Page last = null;
    long size = source.size();
    for (Page page = from(Math.max(0, at));
        page != null && page.at() + page.bytes() <= size;
        page = from(page.at() + page.bytes())) {
      last = page;
    }
    return last;
  }

  /** Returns the page that begins at a place, or null. */
  private @Nullable Page at(long place) throws IOException {
    if (!fill(place, HEAD_BYTES)) {
      return null;
    }
    int i = (int) (place - windowAt);
    boolean begins =
        window[i] == 'O' && window[i + 1] == 'g' && window[i + 2] == 'g' && window[i + 3] == 'S';
    if (!begins || window[i + 4] != 0) {
      return null;
    }
    int flags = window[i + 5];
    int serial = ByteBuffer.wrap(window).order(ByteOrder.LITTLE_ENDIAN).getInt(i + 14);
    int segments = window[i + 26] & 0xff;
    if (!fill(place, HEAD_BYTES + segments)) {
      return null;
    }
    i = (int) (place - windowAt);
    long bytes = HEAD_BYTES + (long) segments;
    for (int s = 0; s < segments; s++) {
      bytes += window[i + HEAD_BYTES + s] & 0xff;
    }
    return new Page(place, bytes, (flags & FIRST) != 0, serial);
  }

  /** Makes the window hold so many bytes from a place on; false where the file ends before. */
  private boolean fill(long place, int length) throws IOException {
    if (place >= windowAt && place + length <= windowAt + window.length) {
      return true;
    }
    boolean growing = !source.isComplete();
    // of a growing file no more is waited for than is needed
    window = Head.read(source, place, growing ? length : windowBytes);
    windowAt = place;
    return window.length >= length;
  }
}
