package dev.earmark.listen;

import dev.earmark.audio.PcmBlock;
import dev.earmark.base.Language;
import dev.earmark.listen.Transcript.Word;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A model whose words are loudness: a word is a run of blocks with the amplitude that {@link #say}
 * gives it. What is not in the grammar is heard as {@code [unk]}; a word that has not ended is not
 * in a partial result. {@code [unk]}, or nothing where the grammar lacks it, explains a sound worse
 * than any word. Not thread-safe.
 */
public final class FakeModel implements SpeechModel {
  private static final int BASE = 8_000;
  private static final int STEP = 200;
  private static final int BLOCK = 320;
  private static final double UNKNOWN_COST = 100;

  private final List<String> words;
  private final boolean free;
  public int open;
  public int handles = 1;

  /** With so many handles, no further one is given. */
  public int mostHandles = Integer.MAX_VALUE;

  public FakeModel(boolean free, String... words) {
    this.free = free;
    this.words = List.of(words);
  }

  /** Returns a sound that this model hears as the words; an unknown word is heard as such. */
  public short[] say(double secondsEach, String... said) {
    short[] all = new short[0];
    for (String word : said) {
      int index = words.indexOf(word);
      all = join(all, tone(BASE + STEP * (index < 0 ? words.size() : index), secondsEach));
    }
    return all;
  }

  public static short[] silence(double seconds) {
    return tone(2, seconds);
  }

  public static short[] tone(int amplitude, double seconds) {
    short[] samples = new short[(int) Math.round(seconds * 50) * BLOCK];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = (short) (i % 2 == 0 ? amplitude : -amplitude);
    }
    return samples;
  }

  public static short[] join(short[]... parts) {
    int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
    short[] all = new short[length];
    int at = 0;
    for (short[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  public static PcmBlock block(short[]... parts) {
    return Recordings.of(join(parts));
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public Set<Language> languages() {
    return Set.of(Language.ZH, Language.EN);
  }

  @Override
  public boolean freeDecoding() {
    return free;
  }

  @Override
  public boolean grammars() {
    return true;
  }

  @Override
  public boolean knows(String word) {
    return words.contains(word);
  }

  @Override
  public Decoding decode(List<String> phrases, int alternatives) {
    open++;
    Set<String> allowed = new HashSet<>();
    phrases.forEach(phrase -> allowed.addAll(List.of(phrase.split(" ", -1))));
    return new FakeDecoding(phrases.isEmpty() ? Set.copyOf(words) : allowed);
  }

  @Override
  public SpeechModel share() {
    if (handles >= mostHandles) {
      throw new IllegalStateException("no memory for another handle");
    }
    handles++;
    return this;
  }

  @Override
  public void close() {
    handles--;
  }

  private final class FakeDecoding implements Decoding {
    private final Set<String> allowed;
    private final List<short[]> fed = new ArrayList<>();
    private boolean closed;

    FakeDecoding(Set<String> allowed) {
      this.allowed = allowed;
    }

    @Override
    public void feed(short[] samples) {
      fed.add(samples);
    }

    @Override
    public List<String> partial() {
      List<Word> all = words();
      boolean ended = fed.isEmpty() || Math.abs(fed.get(fed.size() - 1)[0]) < BASE;
      return all.subList(0, ended || all.isEmpty() ? all.size() : all.size() - 1).stream()
          .map(Word::text)
          .toList();
    }

    private List<Word> words() {
      List<Word> found = new ArrayList<>();
      short[] all = join(fed.toArray(new short[0][]));
      int previous = -1;
      for (int at = 0; at + BLOCK <= all.length; at += BLOCK) {
        int index = Math.abs(all[at]) < BASE ? -1 : (Math.abs(all[at]) - BASE) / STEP;
        double seconds = at / 16_000.0;
        if (index >= 0 && index != previous) {
          String word = index < words.size() ? words.get(index) : "[unk]";
          found.add(new Word(allowed.contains(word) ? word : "[unk]", 1, seconds, seconds + 0.02));
        } else if (index >= 0) {
          Word last = found.remove(found.size() - 1);
          found.add(new Word(last.text(), 1, last.startS(), seconds + 0.02));
        }
        previous = index;
      }
      return found;
    }

    @Override
    public List<Alternative> finish() {
      List<Word> all = words();
      fed.clear();
      boolean anything = allowed.contains("[unk]") || allowed.equals(Set.copyOf(words));
      double unknown =
          all.stream()
              .filter(word -> word.text().equals("[unk]"))
              .mapToDouble(word -> word.endS() - word.startS())
              .sum();
      List<Word> said =
          all.stream().filter(word -> anything || !word.text().equals("[unk]")).toList();
      return List.of(new Alternative(said, -UNKNOWN_COST * unknown));
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        open--;
      }
    }
  }
}
