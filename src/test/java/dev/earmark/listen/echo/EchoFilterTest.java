package dev.earmark.listen.echo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class EchoFilterTest {
  /** Says what it was asked for, and leaves nothing of what was heard. */
  private static class FakeCanceller implements EchoCanceller {
    final List<short[]> played = new ArrayList<>();
    int resets;
    boolean closed;

    @Override
    public short[] cancel(short[] heard, short[] now) {
      played.add(now);
      return new short[heard.length];
    }

    @Override
    public void reset() {
      resets++;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private final EchoReference reference = new EchoReference();
  private final FakeCanceller fake = new FakeCanceller();
  private EchoFilter filter = new EchoFilter(reference, () -> fake);
  private Room room = new Room();

  @AfterEach
  void close() {
    filter.close();
  }

  /** Plays and hears at the same pace; returns what was left of what was heard. */
  private short[] hear(short[] played, short[] heard, long firstFrame) {
    short[] left = new short[heard.length];
    for (int i = 0; i + Room.BLOCK <= heard.length; i += Room.BLOCK) {
      reference.played(room.written(played, i));
      short[] block = filter.apply(Room.heard(heard, i), firstFrame + i).samples();
      System.arraycopy(block, 0, left, i, Room.BLOCK);
    }
    return left;
  }

  @Test
  void book_isTakenOut_andWhatIsSaidStays() {
    filter = new EchoFilter(reference, SpeexCanceller::open);
    short[] book = Room.syllables(1, 10, 3_000);
    short[] echo = Room.echo(book, 3_000, 0.4);
    short[] left = hear(book, echo, 0);
    assertThat(Room.power(left, 7, 10)).isLessThan(Room.power(echo, 7, 10) / 30);

    short[] more = Room.syllables(2, 4, 3_000);
    short[] both = Room.echo(more, 3_000, 0.4);
    short[] said = Room.syllables(3, 4, 2_500);
    for (int i = 0; i < said.length; i++) {
      both[i] = (short) (both[i] + said[i]);
    }
    short[] kept = hear(more, both, book.length);
    assertThat(likeness(kept, said)).isGreaterThan(0.95);
  }

  /**
   * Returns how alike two sounds are from the second second on, low tones left out; 1: the same.
   */
  private static double likeness(short[] a, short[] b) {
    double dot = 0;
    double energyA = 0;
    double energyB = 0;
    for (int i = Room.RATE; i < a.length; i++) {
      double stepA = a[i] - a[i - 1];
      double stepB = b[i] - b[i - 1];
      dot += stepA * stepB;
      energyA += stepA * stepA;
      energyB += stepB * stepB;
    }
    return dot / Math.sqrt(energyA * energyB);
  }

  @Test
  void distance_isFoundByItself_andTheEchoIsWithinReach() {
    short[] book = Room.syllables(1, 6, 3_000);
    hear(book, Room.echo(book, 5_000, 0.4), 0);
    assertThat(fake.played).isNotEmpty();
    short[] last = fake.played.get(fake.played.size() - 1);
    int direct = book.length - Room.BLOCK - 5_000; // what was played and is heard in the last block
    int place = at(book, last) - direct;
    assertThat(place).isBetween(0, EchoCanceller.TAIL / 2);
  }

  /** Returns where the frame is in the sound, by its likeness. */
  private static int at(short[] sound, short[] frame) {
    int best = -1;
    double most = -1;
    for (int at = 0; at + frame.length <= sound.length; at++) {
      double dot = 0;
      double own = 1;
      for (int i = 0; i < frame.length; i++) {
        dot += (double) sound[at + i] * frame[i];
        own += (double) sound[at + i] * sound[at + i];
      }
      double likeness = dot / Math.sqrt(own);
      if (likeness > most) {
        most = likeness;
        best = at;
      }
    }
    return best;
  }

  @Test
  void nothingPlayed_orHeadphones_passUntouched() {
    short[] said = Room.syllables(3, 4, 2_500);
    assertThat(hear(new short[said.length], said, 0)).isEqualTo(said);
    short[] book = Room.syllables(1, 8, 3_000);
    short[] other = Room.syllables(4, 8, 2_500);
    assertThat(hear(book, other, said.length)).isEqualTo(other);
    assertThat(fake.played).isEmpty();
  }

  @Test
  void bookEnds_soundPassesUntouched_andTheDistanceIsKept() {
    short[] book = Room.syllables(1, 6, 3_000);
    hear(book, Room.echo(book, 3_000, 0.4), 0);
    hear(new short[Room.RATE], new short[Room.RATE], book.length);
    int asked = fake.played.size();
    short[] said = Room.syllables(3, 3, 2_500);
    long at = (long) book.length + Room.RATE;
    assertThat(hear(new short[said.length], said, at)).isEqualTo(said);
    assertThat(fake.played).hasSize(asked);
    hear(book, Room.echo(book, 3_000, 0.4), at + said.length);
    assertThat(fake.played).hasSizeGreaterThan(asked);
    assertThat(fake.resets).isZero();
  }

  /** The speaker was unplugged and found again: the frames are counted anew, and so is the way. */
  @Test
  void distanceThatChanges_isFoundAgain() {
    short[] book = Room.syllables(1, 6, 3_000);
    hear(book, Room.echo(book, 3_000, 0.4), 0);
    short[] more = Room.syllables(2, 9, 3_000);
    hear(more, Room.echo(more, 9_000, 0.4), book.length);
    assertThat(fake.resets).isEqualTo(1);
  }

  @Test
  void blocksWereLost_soundGoesOn() {
    short[] book = Room.syllables(1, 6, 3_000);
    hear(book, Room.echo(book, 3_000, 0.4), 0);
    short[] more = Room.syllables(2, 3, 3_000);
    short[] left = hear(more, Room.echo(more, 3_000, 0.4), book.length + 64_000L);
    assertThat(left).hasSize(more.length);
  }

  @Test
  void blockOfAnotherLength_passes() {
    short[] book = Room.syllables(1, 6, 3_000);
    hear(book, Room.echo(book, 3_000, 0.4), 0);
    PcmBlock last = new PcmBlock(AudioFormat.SPEECH, Arrays.copyOf(book, 100));
    assertThat(filter.apply(last, book.length)).isSameAs(last);
  }

  @Test
  void libraryIsMissing_soundPasses_andItIsTriedOnce() {
    int[] tries = {0};
    filter =
        new EchoFilter(
            reference,
            () -> {
              tries[0]++;
              throw new FailureException(Failure.Kind.UNAVAILABLE, "not installed");
            });
    short[] book = Room.syllables(1, 6, 3_000);
    short[] echo = Room.echo(book, 3_000, 0.4);
    assertThat(hear(book, echo, 0)).isEqualTo(echo);
    assertThat(tries[0]).isEqualTo(1);
  }

  @Test
  void cancellerThatAddsMoreThanItTakesOut_isNotHeard() {
    filter =
        new EchoFilter(
            reference,
            () ->
                new FakeCanceller() {
                  @Override
                  public short[] cancel(short[] heard, short[] now) {
                    short[] louder = heard.clone();
                    for (int i = 0; i < louder.length; i++) {
                      louder[i] = (short) (2 * louder[i]);
                    }
                    return louder;
                  }
                });
    short[] book = Room.syllables(1, 6, 3_000);
    short[] echo = Room.echo(book, 3_000, 0.4);
    assertThat(hear(book, echo, 0)).isEqualTo(echo);
  }

  @Test
  void close_closesTheCanceller() {
    short[] book = Room.syllables(1, 6, 3_000);
    hear(book, Room.echo(book, 3_000, 0.4), 0);
    filter.close();
    assertThat(fake.closed).isTrue();
  }
}
