package dev.earmark.playback.player;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.audio.shape.ShapeSettings;
import dev.earmark.base.Failure;
import dev.earmark.library.Album;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerSettings;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.allow.AllowanceSettings;
import dev.earmark.playback.habits.VolumeLimitSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;

/**
 * Drives random commands, faults, kills and stretches of time against a model of a few lines that
 * knows what a listener would expect: the section, about the second, the intent.
 */
final class PlayerModelTest {
  /** How far from where it was sent a decoder may begin, see {@link dev.earmark.media.Decoder}. */
  private static final double SEEK_S = 0.05;

  private static final double LENGTH_S = 40;
  private static final int SECTIONS = 5;

  private enum Op {
    PLAY,
    PAUSE,
    RESUME,
    STOP,
    NEXT,
    PREVIOUS,
    SEEK,
    SEEK_BY,
    SPEED,
    VOLUME,
    SUPPRESS,
    RELEASE,
    RUN,
    LONG_RUN,
    NETWORK_DOWN,
    NETWORK_UP,
    DISK_FULL,
    DISK_FREE,
    DEVICE_LOST,
    DEVICE_BACK,
    SECTION_GONE,
    SECTIONS_BACK,
    KILL
  }

  private record Action(Op op, double value) {}

  /** What a listener expects. */
  private static final class Model {
    boolean loaded;
    boolean plays;
    boolean stopped = true;
    boolean held;
    boolean deafened;
    int section;
    double at;
    double speed = 1;
    int volume = 50;
    boolean bookEnded;
    boolean crossed;

    void move(int newSection, double newAt) {
      section = newSection;
      at = newAt;
      bookEnded = false;
      crossed = false;
    }

    /** Returns whether which section is heard just now is a matter of milliseconds. */
    boolean nearSeam(double slack) {
      return loaded && ((crossed && at < slack) || at > LENGTH_S - slack - 0.2);
    }

    /** Takes over what only the player can know after a time without the network. */
    void follow(PlayerSnapshot now) {
      boolean endedBefore = bookEnded;
      move(now.section(), now.positionS());
      boolean ended = plays && now.state() == PlayerSnapshot.State.STOPPED;
      plays = plays && !ended && now.state() != PlayerSnapshot.State.PAUSED;
      stopped |= ended;
      bookEnded = ended || endedBefore;
    }

    void run(double seconds) {
      if (!plays || held || deafened) {
        return;
      }
      at += seconds * speed;
      while (at >= LENGTH_S && !bookEnded) {
        if (section == SECTIONS) {
          at = LENGTH_S;
          bookEnded = true;
          plays = false;
          stopped = true;
        } else {
          section++;
          crossed = true;
          at -= LENGTH_S;
        }
      }
    }
  }

  @Provide
  Arbitrary<List<Action>> actions() {
    Arbitrary<Op> ops =
        Arbitraries.frequencyOf(
            Tuple.of(8, Arbitraries.of(Op.class)),
            Tuple.of(1, Arbitraries.just(Op.PLAY)),
            Tuple.of(2, Arbitraries.just(Op.RUN)));
    Arbitrary<Double> values = Arbitraries.doubles().between(0, 1).ofScale(3);
    return Combinators.combine(ops, values).as(Action::new).list().ofMinSize(20).ofMaxSize(60);
  }

  @Property(tries = 200, shrinking = ShrinkingMode.BOUNDED)
  void player_afterAnyCommandsAndFaults_isWhereAListenerExpectsIt(
      @ForAll("actions") List<Action> actions) {
    PlayerSettings noRewind =
        new PlayerSettings(
            50,
            1.0,
            /* rewind= */ false,
            PlayerSettings.DEFAULT.fade(),
            PlayerSettings.DEFAULT.saveEvery(),
            /* prefetch= */ true,
            PlayerSettings.DEFAULT.ahead(),
            ShapeSettings.OFF,
            VolumeLimitSettings.NONE,
            AllowanceSettings.NONE);
    PlayerSim sim = new PlayerSim(noRewind, new FakeProgressStore());
    Album album = sim.cached("a:1", LENGTH_S, LENGTH_S, LENGTH_S, LENGTH_S, LENGTH_S);
    Model model = new Model();
    // Heard is behind the commands by the device's delay, and each jump costs a fade.
    double slack = 0.3;
    boolean offline = false;
    boolean diskFull = false;
    boolean gone = false;
    for (Action action : actions) {
      Player player = sim.player;
      double v = action.value();
      switch (action.op()) {
        case PLAY -> {
          int section = 1 + (int) (v * (SECTIONS - 1));
          player.play(album, section, v * 20);
          model.loaded = true;
          model.plays = true;
          model.stopped = false;
          model.move(section, v * 20);
          slack = 0.3;
        }
        case PAUSE -> {
          assertThat(player.pause()).isEqualTo(model.plays);
          model.plays = false;
          slack += 0.2;
        }
        case RESUME -> {
          assertThat(player.resume().isPresent()).isEqualTo(model.loaded);
          if (model.loaded && !model.plays) {
            if (model.bookEnded) {
              model.move(1, 0);
              slack = 0.3;
            }
            model.plays = true;
            model.stopped = false;
          }
          slack += 0.2;
        }
        case STOP -> {
          assertThat(player.stop()).isEqualTo(model.loaded && !model.stopped);
          model.plays = false;
          model.stopped = true;
          slack += 0.2;
        }
        case NEXT, PREVIOUS -> {
          int target = model.section + (action.op() == Op.NEXT ? 1 : -1);
          boolean there = model.loaded && target >= 1 && target <= SECTIONS;
          if (model.nearSeam(slack + 0.3 * model.speed)) {
            continue;
          }
          var answer = action.op() == Op.NEXT ? player.next() : player.previous();
          assertThat(answer.isPresent()).isEqualTo(there);
          if (there) {
            assertThat(answer).contains(target);
            model.plays = true;
            model.stopped = false;
            model.move(target, 0);
            slack = 0.3;
          }
        }
        case SEEK -> {
          if (model.nearSeam(slack + 0.3 * model.speed)) {
            continue;
          }
          var at = player.seekTo(v * 30);
          assertThat(at.isPresent()).isEqualTo(model.loaded);
          if (model.loaded) {
            model.move(model.section, v * 30);
            slack = 0.3;
          }
        }
        case SEEK_BY -> {
          if (model.nearSeam(slack + 0.3 * model.speed) || model.at + v * 10 > LENGTH_S - 5) {
            continue;
          }
          var at = player.seekBy(v * 10 - 5);
          assertThat(at.isPresent()).isEqualTo(model.loaded);
          if (model.loaded) {
            model.move(model.section, Math.max(0, model.at + v * 10 - 5));
            slack += 0.2;
          }
        }
        case SPEED -> {
          model.speed = player.setSpeed(0.5 + v * 2);
          slack += 0.4 * model.speed;
        }
        case VOLUME -> model.volume = player.setVolume((int) (v * 100));
        case SUPPRESS -> {
          player.suppress(true);
          model.held = true;
          slack += 0.3;
        }
        case RELEASE -> {
          player.suppress(false);
          model.held = false;
          slack += 0.3;
        }
        case RUN -> {
          double before = sim.at();
          int section = sim.now().section();
          sim.run(v * 5);
          if (gone) {
            // What is gone is passed over, and the third in a row pauses: never backwards, and
            // never past what can be heard.
            assertThat(sim.now().section()).isBetween(section, section + 3);
            if (model.loaded) {
              model.follow(sim.now());
              slack = 0.5;
            }
            continue;
          }
          if (offline) {
            // Whether the decoder needed the file in this time decides whether it waits: the model
            // only knows that nothing may be skipped.
            assertThat(sim.now().section()).isBetween(section, section + 1);
            if (model.loaded) {
              model.follow(sim.now());
              slack = 0.5;
            }
            continue;
          }
          assertThat(sim.now().section() != section || sim.at() >= before - SEEK_S).isTrue();
          model.run(v * 5);
        }
        case LONG_RUN -> {
          if (offline || gone) {
            continue;
          }
          sim.run(v * 60);
          model.run(v * 60);
        }
        case NETWORK_DOWN -> {
          if (gone) {
            continue;
          }
          offline = true;
          for (int s = 1; s <= SECTIONS; s++) {
            sim.breakSection(album, s, Failure.Kind.NETWORK);
          }
        }
        case NETWORK_UP -> {
          if (!offline) {
            continue;
          }
          sim.broken.clear();
          if (model.loaded) {
            sim.run(10); // longer than the longest pause between two tries
            model.follow(sim.now());
            slack = 0.5;
          }
          offline = false;
        }
        case DISK_FULL -> {
          diskFull = true;
          sim.progress.failWith(new IOException("No space left on device"));
        }
        case DISK_FREE -> {
          diskFull = false;
          sim.progress.failWith(null);
          sim.clock.advance(Duration.ofSeconds(6));
        }
        case DEVICE_LOST -> {
          sim.loseDevice(true);
          model.deafened = true;
          slack += 0.2;
        }
        case DEVICE_BACK -> {
          sim.loseDevice(false);
          model.deafened = false;
          slack += 0.2;
        }
        case SECTION_GONE -> {
          if (offline) {
            continue; // a section has one fault at a time
          }
          gone = true;
          sim.breakSection(album, 1 + (int) (v * (SECTIONS - 1)), Failure.Kind.NOT_FOUND);
        }
        case SECTIONS_BACK -> {
          if (gone) {
            sim.broken.clear();
            sim.run(1);
            if (model.loaded) {
              model.follow(sim.now());
              slack = 0.5;
            }
          }
          gone = false;
        }
        case KILL -> {
          if (diskFull
              || offline
              || gone
              || model.deafened
              || model.held
              || model.nearSeam(slack + 2 * model.speed)) {
            continue;
          }
          sim.run(0.1);
          model.run(0.1);
          double before = sim.at();
          sim.killAndRestart();
          assertThat(before - sim.at()).isBetween(-0.01, 1.2 * model.speed);
          if (model.plays) {
            model.at = sim.at();
          }
          model.plays = false;
          model.stopped = true;
          model.bookEnded = model.bookEnded && model.loaded;
          slack += 0.2;
        }
      }
      check(sim, model, slack);
    }
  }

  private static void check(PlayerSim sim, Model model, double slack) {
    PlayerSnapshot now = sim.now();
    assertThat(now.volume()).isEqualTo(model.volume);
    assertThat(now.speed()).isEqualTo(model.speed);
    assertThat(now.album() != null).isEqualTo(model.loaded);
    assertThat(now.durationS()).isGreaterThanOrEqualTo(now.durationS() > 0 ? now.positionS() : 0);
    if (!model.loaded) {
      assertThat(now.state()).isEqualTo(PlayerSnapshot.State.STOPPED);
      return;
    }
    double place = (now.section() - 1) * LENGTH_S + now.positionS();
    double expected = (model.section - 1) * LENGTH_S + model.at;
    assertThat(place).isCloseTo(expected, within(slack + 0.3 * model.speed));
    boolean atTheEnd = expected > SECTIONS * LENGTH_S - slack - 0.3 * model.speed;
    if (!atTheEnd) {
      PlayerSnapshot.State state = now.state();
      if (model.plays) {
        assertThat(state).isIn(PlayerSnapshot.State.PLAYING, PlayerSnapshot.State.BUFFERING);
      } else {
        assertThat(state)
            .isEqualTo(model.stopped ? PlayerSnapshot.State.STOPPED : PlayerSnapshot.State.PAUSED);
      }
    }
  }
}
