package dev.earmark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.Configuration.consideringOnlyDependenciesInAnyPackage;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.adhereToPlantUmlDiagram;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.Objects;

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
  static final ArchRule timeIsInjected =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.earmark.base..")
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(Thread.class, "sleep", long.class);

  @ArchTest
  static final ArchRule onlyTheAppExits =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.earmark.app..")
          .should()
          .callMethod(System.class, "exit", int.class);

  private static ArchRule only(String library, String ourPackage) {
    return noClasses()
        .that()
        .resideOutsideOfPackage("dev.earmark." + ourPackage + "..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library);
  }
}
