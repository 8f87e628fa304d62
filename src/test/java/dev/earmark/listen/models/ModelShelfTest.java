package dev.earmark.listen.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ModelShelfTest {
  private static final List<Language> BOTH = List.of(Language.ZH, Language.EN);

  @TempDir private Path folder;
  private ModelShelf shelf;

  @BeforeEach
  void makeShelf() {
    shelf = new ModelShelf(folder, FakeModels.PROBE);
  }

  private List<String> active() throws IOException {
    return shelf.active(BOTH).stream().map(ModelInfo::name).toList();
  }

  @Test
  void active_higherVersionUnderAnyName_wins() throws IOException {
    FakeModels.put(folder, "zzz", "zh en", "tiny-0.9\n====");
    FakeModels.put(folder, "aaa", "zh en", "tiny-0.10\n====");
    assertThat(active()).containsExactly("aaa");
  }

  @Test
  void active_freeSpeechForOneLanguage_standsBesideTheBilingualOne() throws IOException {
    FakeModels.put(folder, "tiny-0.9", "zh en", "");
    FakeModels.put(folder, "big-0.1", "zh free", "");
    assertThat(active()).containsExactly("big-0.1", "tiny-0.9");
  }

  @Test
  void active_oneModelPerLanguage_bilingualOneRests() throws IOException {
    FakeModels.put(folder, "tiny-0.9", "zh en", "");
    FakeModels.put(folder, "a-0.1", "zh free", "");
    FakeModels.put(folder, "b-0.2", "en free", "");
    assertThat(active()).containsExactlyInAnyOrder("a-0.1", "b-0.2");
  }

  @Test
  void list_modelThatIsLinkedIntoTheShelf_hasTheSizeOfItsFiles(@TempDir Path elsewhere)
      throws IOException {
    Path model = FakeModels.put(elsewhere, "tiny-0.9", "zh en", "");
    Files.write(model.resolve("am/final.mdl"), new byte[3_000]);
    Files.createSymbolicLink(folder.resolve("tiny-0.9"), model);
    assertThat(shelf.list())
        .singleElement()
        .satisfies(m -> assertThat(m.bytes()).isGreaterThan(3_000));
  }

  @Test
  void list_damagedModel_isListedWithItsProblemAndNotActive() throws IOException {
    Path bad = FakeModels.put(folder, "bad-1.0", "zh free", "");
    Files.delete(bad.resolve("am/final.mdl"));
    assertThat(shelf.list())
        .singleElement()
        .satisfies(m -> assertThat(m.problem()).contains("final.mdl"));
    assertThat(active()).isEmpty();
  }

  @Test
  void takeDroppedZips_goodArchive_becomesAModelWithChecksums() throws IOException {
    Files.write(folder.resolve("new.zip"), FakeModels.modelZip("vosk-x-1.5", "en free"));
    shelf.takeDroppedZips(new CancelFlag());
    assertThat(shelf.list())
        .singleElement()
        .satisfies(
            model -> {
              assertThat(model.name()).isEqualTo("vosk-x-1.5");
              assertThat(model.version()).isEqualTo("1.5");
              assertThat(model.installed()).isTrue();
            });
    assertThat(folder.resolve("new.zip")).doesNotExist();
  }

  @Test
  void takeDroppedZips_badArchive_staysAndNothingIsLeftBehind() throws IOException {
    Files.writeString(folder.resolve("bad.zip"), "<html>not found</html>");
    shelf.takeDroppedZips(new CancelFlag());
    shelf.takeDroppedZips(new CancelFlag());
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.map(Path::getFileName).map(Path::toString))
          .containsExactlyInAnyOrder("bad.zip", ".bad.zip.refused");
    }
  }

  /** They were named in the log alone, and their owner waited for a model that never came. */
  @Test
  void unusable_whateverLiesThereInVain_isNamedWithReasonAndRemedy() throws IOException {
    Files.writeString(folder.resolve("bad.zip"), "<html>not found</html>");
    Files.writeString(folder.resolve("README.md"), "no model, and no harm");
    Files.write(folder.resolve("m.tar.gz"), new byte[10]);
    Files.createDirectories(folder.resolve("half/am"));
    FakeModels.put(Files.createDirectory(folder.resolve("outer")), "inner", "zh", "m-1");
    shelf.takeDroppedZips(new CancelFlag());
    // another process, which has not tried the archive itself, tells the same
    List<ModelInfo> unusable = new ModelShelf(folder, FakeModels.PROBE).unusable();
    assertThat(unusable)
        .extracting(ModelInfo::name)
        .containsExactly("bad.zip", "half", "m.tar.gz", "outer");
    assertThat(unusable.get(0).problem())
        .contains("is no readable ZIP file", "fetch the archive again, or remove it");
    assertThat(unusable.get(1).problem()).contains("am/ or conf/ is missing", "remove it");
    assertThat(unusable.get(2).problem()).contains("only ZIP archives");
    assertThat(unusable.get(3).problem()).contains("move ", "outer/inner to models/");
    Files.write(folder.resolve("bad.zip"), FakeModels.modelZip("m-1.0", "zh free"));
    assertThat(shelf.takeDroppedZips(new CancelFlag())).isEqualTo(1);
    assertThat(shelf.unusable()).extracting(ModelInfo::name).doesNotContain("bad.zip");
    assertThat(folder.resolve(".bad.zip.refused")).doesNotExist();
  }

  /** The process ended while it worked on the archive: it is tried once more. */
  @Test
  void takeDroppedZips_leftHalfDone_isInstalledAtTheNextStart() throws IOException {
    Files.write(folder.resolve("new.zip.installing"), FakeModels.modelZip("m-1.0", "zh free"));
    assertThat(shelf.takeDroppedZips(new CancelFlag())).isEqualTo(1);
    assertThat(active()).containsExactly("m-1.0");
    assertThat(folder.resolve("new.zip.installing")).doesNotExist();
    assertThat(folder.resolve("new.zip.installing-again")).doesNotExist();
  }

  /** An archive that ends the process each time must not end it for ever. */
  @Test
  void takeDroppedZips_neverComesToAnEnd_isSetAsideAfterTheSecondTry() throws IOException {
    Files.write(folder.resolve("new.zip"), FakeModels.modelZip("m-1.0", "zh free"));
    AtomicInteger probes = new AtomicInteger();
    ModelProbe crash =
        model -> {
          probes.incrementAndGet();
          throw new IllegalStateException("the process would end here");
        };
    for (int start = 0; start < 2; start++) {
      assertThatThrownBy(() -> new ModelShelf(folder, crash).takeDroppedZips(new CancelFlag()))
          .isInstanceOf(IllegalStateException.class);
    }
    for (int start = 0; start < 2; start++) {
      assertThat(new ModelShelf(folder, crash).takeDroppedZips(new CancelFlag())).isZero();
    }
    assertThat(probes).hasValue(2);
    assertThat(folder.resolve("new.zip.failed")).exists();
  }

  @Test
  void takeDroppedZips_cancelled_isLeftForTheNextStart() throws IOException {
    Files.write(folder.resolve("new.zip"), FakeModels.modelZip("m-1.0", "zh free"));
    CancelFlag cancel = new CancelFlag();
    ModelShelf ending =
        new ModelShelf(
            folder,
            model -> {
              throw new FailureException(Failure.Kind.CANCELLED, "the daemon ends");
            });
    assertThat(ending.takeDroppedZips(cancel)).isZero();
    assertThat(folder.resolve("new.zip")).exists();
    assertThat(shelf.takeDroppedZips(new CancelFlag())).isEqualTo(1);
  }

  /** Unpacking and loading take long; the status page asks for the list meanwhile. */
  @Test
  void list_whileAModelIsInstalled_doesNotWait() throws Exception {
    FakeModels.put(folder, "old-1.0", "zh", "");
    Files.write(folder.resolve("new.zip"), FakeModels.modelZip("m-2.0", "zh"));
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    ModelShelf busy =
        new ModelShelf(
            folder,
            model -> {
              if (model.getFileName().toString().equals("m-2.0")) {
                entered.countDown();
                waitFor(go);
              }
              return FakeModels.PROBE.probe(model);
            });
    CompletableFuture<Integer> installing =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return busy.takeDroppedZips(new CancelFlag());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    waitFor(entered);
    assertThat(busy.list()).extracting(ModelInfo::name).containsExactly("old-1.0");
    assertThat(installing).isNotDone();
    go.countDown();
    assertThat(installing.get(60, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(busy.list()).extracting(ModelInfo::name).containsExactly("m-2.0", "old-1.0");
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void installZip_probedOnce_listDoesNotProbeAgain() throws IOException {
    AtomicInteger probes = new AtomicInteger();
    ModelShelf counting =
        new ModelShelf(
            folder,
            model -> {
              probes.incrementAndGet();
              return FakeModels.PROBE.probe(model);
            });
    Files.write(folder.resolve("new.zip"), FakeModels.modelZip("m-1.0", "zh"));
    assertThat(counting.takeDroppedZips(new CancelFlag())).isEqualTo(1);
    assertThat(counting.list()).hasSize(1);
    assertThat(probes).hasValue(1);
  }

  @Test
  void verify_changedFileOfAnInstalledModel_isNamed() throws IOException {
    Files.write(folder.resolve("new.zip"), FakeModels.modelZip("m-1.0", "zh"));
    shelf.takeDroppedZips(new CancelFlag());
    assertThat(shelf.verify()).allMatch(ModelInfo::ok);
    Files.writeString(folder.resolve("m-1.0/am/final.mdl"), "rotten");
    assertThat(shelf.verify())
        .singleElement()
        .satisfies(model -> assertThat(model.problem()).contains("am/final.mdl"));
  }

  @Test
  void remove_unknownName_saysSo() {
    assertThatThrownBy(() -> shelf.remove("nothing"))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.NOT_FOUND));
  }

  @Test
  void remove_model_isGone() throws IOException {
    FakeModels.put(folder, "m-1.0", "zh", "");
    shelf.remove("m-1.0");
    assertThat(shelf.list()).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  private void installRefused(Map<String, String> entries, long limit) throws IOException {
    Path zip = Files.write(folder.resolve(".x.zip"), FakeModels.zip(entries));
    Path into = Files.createDirectory(folder.resolve("into"));
    assertThatThrownBy(() -> new ModelArchive(zip, limit).unpack(into, new CancelFlag()))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.WRONG_CONTENT));
  }

  @Test
  void unpack_entryOutsideOfTheFolder_isRefused() throws IOException {
    installRefused(Map.of("../escaped.txt", "x"), 1 << 20);
    assertThat(folder.resolve("escaped.txt")).doesNotExist();
  }

  @Test
  void unpack_moreThanTheLimit_isRefused() throws IOException {
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("m/am/final.mdl", "x".repeat(2_000));
    entries.put("m/conf/abilities", "zh");
    installRefused(entries, 1_000);
  }

  @Test
  void unpack_archiveWithoutAModel_isRefused() throws IOException {
    installRefused(Map.of("holiday/photo.jpg", "x"), 1 << 20);
  }
}
