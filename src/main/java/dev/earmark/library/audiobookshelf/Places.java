package dev.earmark.library.audiobookshelf;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.FailureException;
import dev.earmark.library.Album;
import dev.earmark.library.Position;
import dev.earmark.library.ProgressExchange;
import dev.earmark.library.Section;
import dev.earmark.library.http.Answer;
import dev.earmark.library.http.Lenient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * The listener's places on the server. While a book plays there is one session for it, as other
 * players have them, so that listening is counted there; a session that the server has forgotten,
 * as after its restart, is opened anew. Before the first word of a session, and where none is open,
 * the server's own place is asked for: when that is newer, nothing is told.
 *
 * <p>Guarded by its own monitor, also while the network is asked: words come one after the other.
 */
final class Places {
  private static final Logger log = LoggerFactory.getLogger(Places.class);
  private static final Pattern ID = Pattern.compile("[0-9a-zA-Z_-]{1,64}");

  /** So far apart two times are the same: the server rounds, and notes when it was told. */
  private static final Duration SAME = Duration.ofSeconds(3);

  /** So close to the end a book counts as finished there. */
  private static final double FINISHED_S = 10;

  private final String catalogue;
  private final AudiobookshelfServer server;
  private final Clock clock;
  private final Map<String, Instant> told = new HashMap<>(); // by item: when we told it last
  private String sessionItem = "";
  private String session = "";

  Places(String catalogue, AudiobookshelfServer server, Clock clock) {
    this.catalogue = catalogue;
    this.server = server;
    this.clock = clock;
  }

  /** Returns all places of books that are known; episodes of podcasts are left out. */
  List<Position> all(ProgressExchange.AlbumLookup known, CancelFlag cancel) throws IOException {
    JsonNode me = server.get(server.path("api/me").build(), cancel);
    List<Position> places = new ArrayList<>();
    for (JsonNode node : Lenient.list(me.path("mediaProgress"))) {
      String id = Lenient.text(node.path("libraryItemId"));
      if (!ID.matcher(id).matches() || !Lenient.text(node.path("episodeId")).isEmpty()) {
        continue;
      }
      try {
        Album album = known.album(catalogue + ":" + id);
        if (!album.sections().isEmpty()) {
          places.add(position(album, node));
        }
      } catch (FailureException e) {
        log.debug("a place in {} is left out: {}", id, e.failure().detail());
      }
    }
    return places;
  }

  private Position position(Album album, JsonNode node) {
    Instant at = server.ours(Lenient.whole(node.path("lastUpdate")));
    boolean finished = node.path("isFinished").asBoolean(false);
    Section last = album.sections().get(album.sections().size() - 1);
    Timeline.Place place =
        finished
            ? new Timeline.Place(last, last.durationS())
            : Timeline.place(album, Lenient.seconds(node.path("currentTime")));
    return new Position(
        album.id(),
        album.title(),
        place.section().number(),
        place.seconds(),
        place.section().durationS(),
        album.sections().size(),
        at);
  }

  /** See {@link ProgressExchange#tell}. */
  synchronized boolean tell(
      String item,
      Album album,
      Position place,
      boolean playing,
      double listenedS,
      CancelFlag cancel)
      throws IOException {
    boolean inSession = sessionItem.equals(item) && !session.isEmpty();
    if (!inSession && isNewerThere(item, place, cancel)) {
      return false;
    }
    double length = Timeline.length(album);
    double at = Timeline.second(album, place.section(), place.seconds());
    if (playing && !inSession) {
      closeSession(cancel);
      open(item, cancel);
    }
    boolean taken = false;
    if (sessionItem.equals(item) && !session.isEmpty()) {
      taken = sync(item, at, length, listenedS, playing, cancel);
    }
    boolean finished = length > 0 && length - at < FINISHED_S;
    if (!taken || finished) {
      save(item, at, length, finished, cancel);
    }
    told.put(item, clock.now());
    return true;
  }

  private boolean isNewerThere(String item, Position place, CancelFlag cancel) throws IOException {
    HttpUrl url = server.path("api/me/progress/" + item).build();
    JsonNode there;
    try {
      there = server.get(url, cancel);
    } catch (FailureException e) {
      if (e.failure().kind() == dev.earmark.base.Failure.Kind.NOT_FOUND) {
        return false; // it has no place of this book yet
      }
      throw e;
    }
    Instant theirs = server.ours(Lenient.whole(there.path("lastUpdate")));
    Instant ours = told.get(item);
    boolean isOurs = ours != null && Duration.between(ours, theirs).abs().compareTo(SAME) <= 0;
    return !isOurs && theirs.isAfter(place.at().plus(SAME));
  }

  private void open(String item, CancelFlag cancel) throws IOException {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("deviceInfo", Map.of("deviceId", "earmark-" + catalogue, "clientName", "Earmark"));
    // Never empty: then the server would convert the whole book.
    body.put("supportedMimeTypes", List.of("audio/mpeg", "audio/mp4", "audio/flac", "audio/ogg"));
    body.put("mediaPlayer", "earmark");
    body.put("forceDirectPlay", true);
    HttpUrl url = server.path("api/items/" + item + "/play").build();
    JsonNode answer = server.send("POST", url, body, cancel).json();
    String id = Lenient.text(answer.path("id"));
    session = ID.matcher(id).matches() ? id : "";
    sessionItem = session.isEmpty() ? "" : item;
  }

  /** Tells the open session; false when the server does not know it and a new one failed too. */
  private boolean sync(
      String item, double at, double length, double listenedS, boolean playing, CancelFlag cancel)
      throws IOException {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("currentTime", at);
    body.put("timeListened", Math.max(0, listenedS));
    body.put("duration", length);
    Answer answer = say(playing ? "sync" : "close", body, cancel);
    if (answer.status() == 404) {
      open(item, cancel);
      answer = session.isEmpty() ? answer : say(playing ? "sync" : "close", body, cancel);
    }
    if (!playing) {
      forgetSession();
    }
    return answer.isSuccess();
  }

  private Answer say(String what, Object body, CancelFlag cancel) throws IOException {
    HttpUrl url = server.path("api/session/" + session + "/" + what).build();
    return server.send("POST", url, body, cancel);
  }

  private void closeSession(CancelFlag cancel) throws IOException {
    if (!session.isEmpty()) {
      say("close", Map.of(), cancel);
      forgetSession();
    }
  }

  private void forgetSession() {
    session = "";
    sessionItem = "";
  }

  private void save(String item, double at, double length, boolean finished, CancelFlag cancel)
      throws IOException {
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("currentTime", at);
    body.put("duration", length);
    body.put("progress", length > 0 ? Math.min(1, at / length) : 0);
    body.put("isFinished", finished);
    HttpUrl url = server.path("api/me/progress/" + item).build();
    Answer answer = server.send("PATCH", url, body, cancel);
    if (!answer.isSuccess()) {
      throw answer.refused();
    }
  }
}
