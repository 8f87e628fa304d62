package dev.earmark;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.Configuration.consideringOnlyDependenciesInAnyPackage;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.adhereToPlantUmlDiagram;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.PackageMatcher;
import com.tngtech.archunit.core.domain.PackageMatchers;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The drawing {@code architecture.puml} is the rule: a package that is not drawn does not build.
 */
@AnalyzeClasses(packages = "dev.earmark", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule codeFollowsTheDrawing =
      classes()
          .should(
              adhereToPlantUmlDiagram(
                  Objects.requireNonNull(
                      ArchitectureTest.class.getResource("/dev/earmark/architecture.puml")),
                  consideringOnlyDependenciesInAnyPackage("dev.earmark..")));

  /** An arrow that nobody needs would let somebody go that way unseen. */
  @ArchTest
  static void everyArrowOfTheDrawingIsNeeded(JavaClasses imported) throws IOException {
    String drawing = Files.readString(Path.of("src/test/resources/dev/earmark/architecture.puml"));
    Map<String, String> packages = new HashMap<>();
    Matcher parts = Pattern.compile("<<(\\S+)>> as (\\w+)").matcher(drawing);
    while (parts.find()) {
      packages.put(parts.group(2), parts.group(1));
    }
    List<String> unused = new ArrayList<>();
    Matcher arrows = Pattern.compile("(?m)^(\\w+) --> (\\w+)$").matcher(drawing);
    while (arrows.find()) {
      PackageMatcher from = PackageMatcher.of(packages.get(arrows.group(1)));
      PackageMatcher to = PackageMatcher.of(packages.get(arrows.group(2)));
      if (imported.stream().noneMatch(c -> from.matches(c.getPackageName()) && needs(c, to))) {
        unused.add(arrows.group());
      }
    }
    assertThat(unused).isEmpty();
  }

  private static boolean needs(JavaClass who, PackageMatcher whom) {
    return who.getDirectDependenciesFromSelf().stream()
        .anyMatch(d -> whom.matches(d.getTargetClass().getPackageName()));
  }

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("dev.earmark.(*)..").should().beFreeOfCycles();

  @ArchTest static final ArchRule onlyTheVoskAdapterKnowsVosk = only("org.vosk..", "listen.vosk");

  @ArchTest
  static final ArchRule onlyTheDetectorKnowsLibfvad = only("io.github.givimad..", "listen.vad");

  @ArchTest
  static final ArchRule onlyTheDecoderKnowsFfmpeg = only("org.bytedeco..", "media.decode");

  @ArchTest static final ArchRule onlyTheServerKnowsJavalin = only("io.javalin..", "remote.http");

  @ArchTest static final ArchRule onlyTheCommandLineKnowsPicocli = only("picocli..", "app");

  @ArchTest static final ArchRule onlyDevicesKnowSoundLines = only("javax.sound..", "audio.device");

  @ArchTest
  static final ArchRule onlyTheBusAdapterKnowsDbus = only("org.freedesktop..", "remote.dbus");

  @ArchTest
  static final ArchRule onlyTheMetricsKnowPrometheus = only("io.prometheus..", "remote.metrics");

  @ArchTest
  static final ArchRule onlyTheMcpAdaptersKnowTheSdk =
      only("io.modelcontextprotocol..", "remote.mcp");

  @ArchTest static final ArchRule nobodyKnowsReactor = only("reactor..", "remote.mcp");

  /** The machine's clock and its pauses are asked for through {@code base.Clock} alone. */
  @ArchTest
  static final ArchRule timeIsInjected =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.earmark.base..")
          .should()
          .callMethodWhere(
              describe("the machine's time is asked for", ArchitectureTest::asksTheMachineForTime))
          .orShould()
          .callConstructor(Date.class);

  private static boolean asksTheMachineForTime(JavaMethodCall call) {
    JavaClass owner = call.getTargetOwner();
    return switch (call.getName()) {
      case "currentTimeMillis", "nanoTime" -> owner.isEquivalentTo(System.class);
      case "now" -> owner.getPackageName().startsWith("java.time");
      case "sleep" -> owner.isEquivalentTo(Thread.class) || owner.isEquivalentTo(TimeUnit.class);
      case "getInstance" -> owner.isAssignableTo(Calendar.class);
      default -> owner.isAssignableTo(Clock.class);
    };
  }

  /** What promises the old or the new content after a crash leaves the renaming to the helper. */
  @ArchTest
  static final ArchRule filesThatSurviveACrashAreForced =
      classes()
          .that()
          .haveSimpleName("TimerFile")
          .or()
          .haveSimpleName("SourceFile")
          .or()
          .haveSimpleName("ShelfMemory")
          .should()
          .dependOnClassesThat()
          .haveSimpleName("WholeFile")
          .andShould(
              com.tngtech.archunit.lang.conditions.ArchConditions.not(
                  com.tngtech.archunit.lang.conditions.ArchConditions.accessField(
                      java.nio.file.StandardCopyOption.class, "ATOMIC_MOVE")));

  @ArchTest
  static final ArchRule onlyTheAppExits =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.earmark.app..")
          .should()
          .callMethod(System.class, "exit", int.class);

  /** What sees a device, a network, a disk or a library is made by the wiring alone. */
  @ArchTest
  static final ArchRule onlyTheAppMakesAdapters =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.earmark.app..")
          .should()
          .callConstructorWhere(
              describe("an adapter of another package is made", ArchitectureTest::makesAnAdapter));

  private static final PackageMatchers ADAPTERS =
      PackageMatchers.of(
          "dev.earmark.audio.device..",
          "dev.earmark.listen.vosk..",
          "dev.earmark.listen.vad..",
          "dev.earmark.listen.echo..",
          "dev.earmark.listen.remote..",
          "dev.earmark.listen.record..",
          "dev.earmark.listen.models..",
          "dev.earmark.agent.openai..",
          "dev.earmark.agent.sqlite..",
          "dev.earmark.library.(*)..",
          "dev.earmark.media.cache..",
          "dev.earmark.media.download..",
          "dev.earmark.media.decode..",
          "dev.earmark.speak.espeak..",
          "dev.earmark.workspace..",
          "dev.earmark.search..",
          "dev.earmark.remote..");

  /** What the catalogues on the web are built on; each of them has its own. */
  private static final String BASE_OF_CATALOGUES = "dev.earmark.library.http";

  /**
   * Records are values, such as settings; they may be made by everybody. What lies in the packages
   * inside of an adapter's is its own.
   */
  private static boolean makesAnAdapter(JavaConstructorCall call) {
    JavaClass made = call.getTargetOwner();
    String maker = call.getOriginOwner().getPackageName();
    return ADAPTERS.test(made.getPackageName())
        && !made.getPackageName().equals(BASE_OF_CATALOGUES)
        && !made.getPackageName().equals(maker)
        && !made.getPackageName().startsWith(maker + ".")
        && !made.isRecord();
  }

  /** What is configured is a record beside the part; the configuration knows no part. */
  @ArchTest
  static final ArchRule theConfigurationKnowsSettingsAlone =
      noClasses()
          .that()
          .resideInAPackage("dev.earmark.config..")
          .should()
          .dependOnClassesThat(describe("are parts", ArchitectureTest::isAPart));

  private static boolean isAPart(JavaClass known) {
    String name = known.getPackageName();
    return name.startsWith("dev.earmark.")
        && !name.startsWith("dev.earmark.config")
        && !name.startsWith("dev.earmark.base")
        && !name.startsWith("dev.earmark.text")
        && !known.getName().matches(".*Settings(\\$.*)?");
  }

  private static ArchRule only(String library, String ourPackage) {
    return noClasses()
        .that()
        .resideOutsideOfPackage("dev.earmark." + ourPackage + "..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library);
  }
}
