package dev.earmark.app.cli.machine;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.cli.view.Sizes;
import dev.earmark.app.stage.Stages;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import dev.earmark.listen.models.ModelInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code earmark models}: the speech models on disk. */
@Command(name = "models", description = "List, install, verify and remove speech models.")
public final class ModelsCommand implements Callable<Integer> {
  @Mixin Context own = new Context();

  @Override
  public Integer call() throws IOException {
    return list(own);
  }

  @Command(name = "list", description = "List the speech models, and which are in use.")
  int list(@Mixin Context context) throws IOException {
    try (Stages stages = Stages.of(context.home(), context.config())) {
      return show(context, stages, stages.shelf().list(), stages.shelf().misfits());
    }
  }

  @Command(
      name = "verify",
      description = "Check structure and checksums; exit 1 when one is damaged.")
  int verify(@Mixin Context context) throws IOException {
    try (Stages stages = Stages.of(context.home(), context.config())) {
      return show(context, stages, stages.shelf().verify(), stages.shelf().misfits());
    }
  }

  @Command(name = "install", description = "Install a model: zh, en, a URL or a ZIP file.")
  int install(
      @Mixin Context context,
      @Parameters(paramLabel = "zh|en|URL|ZIP", description = "What to install.") String what)
      throws IOException {
    try (Stages stages = Stages.of(context.home(), context.config())) {
      Path folder =
          stages
              .installer()
              .install(
                  what,
                  (name, bytes, total) -> context.progress(Sizes.progress(name, bytes, total)),
                  new CancelFlag());
      context.progress("");
      context.print(
          context.json()
              ? Json.write(Json.object().put("installed", folder.toString()))
              : context
                  .say()
                  .sentence("installed " + folder + "; a running daemon changes over by itself"));
    }
    return 0;
  }

  @Command(name = "remove", description = "Remove a model by its name.")
  int remove(
      @Mixin Context context,
      @Parameters(paramLabel = "NAME", description = "As the list shows it.") String name)
      throws IOException {
    try (Stages stages = Stages.of(context.home(), context.config())) {
      stages.shelf().remove(name);
      context.print(
          context.json()
              ? Json.write(Json.object().put("removed", name))
              : context.say().sentence("removed " + name));
    }
    return 0;
  }

  private static int show(
      Context context, Stages stages, List<ModelInfo> models, List<ModelInfo> misfits)
      throws IOException {
    List<String> active =
        stages.shelf().active(context.config().languages()).stream().map(ModelInfo::name).toList();
    ObjectNode answer = Json.object();
    ArrayNode list = answer.putArray("models");
    for (ModelInfo model : models) {
      boolean used = active.contains(model.name());
      list.add(json(model, used));
      if (!context.json()) {
        context.print(line(model, used, context.say()));
      }
    }
    ArrayNode others = answer.putArray("unusable");
    for (ModelInfo misfit : misfits) {
      others.add(Json.object().put("name", misfit.name()).put("problem", misfit.problem()));
      if (!context.json()) {
        context.print(misfitLine(misfit, context.say()));
      }
    }
    if (context.json()) {
      context.print(answer);
    } else if (models.isEmpty()) {
      String none = "no models in " + stages.shelf().folder() + "; ./earmark models install zh";
      context.print(context.say().sentence(none));
    }
    return misfits.isEmpty() && models.stream().allMatch(ModelInfo::ok) ? 0 : CliException.FAILED;
  }

  private static ObjectNode json(ModelInfo model, boolean used) {
    ObjectNode node = Json.object();
    node.put("name", model.name());
    node.put("folder", model.folder().toString());
    node.put("version", model.version());
    node.put("bytes", model.bytes());
    node.set(
        "languages", Json.of(model.languages().stream().map(Language::code).sorted().toList()));
    node.put("free_decoding", model.freeDecoding());
    node.put("installed", model.installed());
    node.put("active", used);
    node.put("ok", model.ok());
    node.put("problem", model.problem());
    return node;
  }

  static String misfitLine(ModelInfo misfit, Messages say) {
    return "  " + say.sentence(misfit.name() + " cannot be used: " + misfit.problem());
  }

  static String line(ModelInfo model, boolean used, Messages say) {
    String languages =
        model.languages().stream().map(Language::code).sorted().collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "%s %s  %s  %s  %s%s",
        used ? "*" : " ",
        model.name(),
        languages,
        Sizes.text(model.bytes()),
        say.sentence(model.freeDecoding() ? "free speech" : "commands only"),
        model.ok() ? "" : "  " + say.sentence("DAMAGED: " + model.problem()));
  }
}
