package dev.earmark.library;

import dev.earmark.text.Normalizer;
import dev.earmark.text.Sounds;
import dev.earmark.text.TitleForms;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One album of a {@link TitleSearch} with the forms of its names. Thread-safe. */
final class TitleEntry {
  private static final double ALTERNATIVE = 0.97;

  final Album album;

  /** What editions of one book share. */
  final String bookKey;

  final List<Name> names;

  /** Author and narrator, as far as they are known. */
  final List<Person> people;

  TitleEntry(Album album) {
    this.album = album;
    this.bookKey = TitleForms.bookKey(album.title());
    List<Name> list = new ArrayList<>();
    TitleForms.printed(album.title()).forEach(f -> list.add(new Name(f.key(), f.weight())));
    for (String alternative : album.alternatives()) {
      for (TitleForms.Form form : TitleForms.printed(alternative)) {
        if (list.stream().noneMatch(name -> name.key.equals(form.key()))) {
          list.add(new Name(form.key(), form.weight() * ALTERNATIVE));
        }
      }
    }
    this.names = List.copyOf(list);
    this.people =
        Stream.of(album.author(), album.narrator())
            .map(Normalizer::key)
            .map(TitleForms::folded)
            .filter(key -> !key.isEmpty())
            .distinct()
            .map(Person::of)
            .toList();
  }

  /**
   * Somebody who is named by the whole name or, when it has several words, the last of them.
   *
   * @param family the last word, or the whole name
   * @param mask of the whole name
   * @param familyMask of the last word
   */
  record Person(String key, String family, long mask, long familyMask) {
    static Person of(String key) {
      String family = key.substring(key.lastIndexOf(' ') + 1);
      return new Person(key, family, TitleEntry.mask(key), TitleEntry.mask(family));
    }
  }

  /**
   * Returns which characters a key has, hashed into 64 bits. A key cannot hold another one that has
   * bits beyond its own, which spares most comparisons of the texts.
   */
  static long mask(String key) {
    long mask = 0;
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      mask |= c == ' ' ? 0 : 1L << ((c * 0x9E37) >>> 6 & 63);
    }
    return mask;
  }

  /** Returns whether this entry serves for the album too, because its names are the same. */
  boolean fits(Album other) {
    return album.title().equals(other.title())
        && album.author().equals(other.author())
        && album.narrator().equals(other.narrator())
        && album.alternatives().equals(other.alternatives());
  }

  private TitleEntry(Album album, TitleEntry same) {
    this.album = album;
    this.bookKey = same.bookKey;
    this.names = same.names;
    this.people = same.people;
  }

  /** Returns this entry for an album that it {@link #fits}. */
  TitleEntry withAlbum(Album other) {
    return new TitleEntry(other, this);
  }

  /** A form of a name. */
  static final class Name {
    final String key;
    final double weight;
    final boolean han;
    final long mask;
    private volatile @Nullable Sound sound;

    Name(String key, double weight) {
      this.key = key;
      this.weight = weight;
      this.han = Normalizer.hasHan(key);
      this.mask = mask(key);
      if (!han) {
        sound = Sound.of(List.of(), key);
      }
    }

    /** Returns how it sounds; null until that has been prepared. */
    @Nullable Sound sound() {
      return sound;
    }

    void prepare() {
      if (sound == null) {
        sound = Sound.ofHan(key);
      }
    }
  }

  /**
   * How a name sounds.
   *
   * @param syllables of a Chinese name, see {@link Sounds#reading}, empty for others
   * @param letters the same in a row, or the letters of another name
   * @param pairs which pairs of neighbouring letters there are, hashed into 128 bits
   * @param morePairs the other half of the bits
   */
  record Sound(List<String> syllables, String letters, long pairs, long morePairs) {
    static Sound ofHan(String key) {
      return of(Sounds.reading(key), String.join("", Sounds.syllables(key)));
    }

    static Sound of(List<String> syllables, String text) {
      String letters = text.replace(" ", "");
      long low = 0;
      long high = 0;
      for (int i = 0; i + 1 < letters.length(); i++) {
        int bit = (letters.charAt(i) * 31 + letters.charAt(i + 1) * 7) & 127;
        if (bit < 64) {
          low |= 1L << bit;
        } else {
          high |= 1L << (bit - 64);
        }
      }
      return new Sound(List.copyOf(syllables), letters, low, high);
    }

    int size() {
      return Long.bitCount(pairs) + Long.bitCount(morePairs);
    }

    /** Returns how many pairs of letters both have, about. */
    int common(Sound other) {
      return Long.bitCount(pairs & other.pairs) + Long.bitCount(morePairs & other.morePairs);
    }
  }
}
