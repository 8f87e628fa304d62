package dev.earmark.app.cli.machine;

import dev.earmark.app.Voices;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.view.Sizes;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import dev.earmark.speak.voices.InstalledVoice;
import dev.earmark.speak.voices.VoiceInstaller;
import dev.earmark.speak.voices.VoiceShelf;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import okhttp3.OkHttpClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code earmark voices}: the voices for piper on disk. */
@Command(name = "voices", description = "List, install and remove voices for piper.")
public final class VoicesCommand implements Callable<Integer> {
  @Mixin Context own = new Context();

  @Override
  public Integer call() throws IOException {
    return list(own);
  }

  @Command(name = "list", description = "List the voices that are installed.")
  int list(@Mixin Context context) throws IOException {
    VoiceShelf shelf = Voices.shelf(context.home());
    List<InstalledVoice> voices = shelf.list();
    ObjectNode answer = Json.object();
    ArrayNode list = answer.putArray("voices");
    for (InstalledVoice voice : voices) {
      String language = voice.language().map(Language::code).orElse("");
      list.addObject()
          .put("name", voice.name())
          .put("language", language)
          .put("file", voice.model().toString())
          .put("bytes", voice.bytes());
      if (!context.json()) {
        context.print(
            String.format(
                Locale.ROOT, "%s  %s  %s", voice.name(), language, Sizes.text(voice.bytes())));
      }
    }
    if (context.json()) {
      context.print(answer);
    } else if (voices.isEmpty()) {
      String none = "no voices in " + shelf.folder() + "; ./earmark voices install zh";
      context.print(context.say().sentence(none));
    }
    return 0;
  }

  @Command(
      name = "install",
      description = "Install a voice: zh, en, a name of the list, or the URL of an .onnx file.")
  int install(
      @Mixin Context context,
      @Parameters(paramLabel = "zh|en|NAME|URL", description = "What to install.") String what)
      throws IOException {
    OkHttpClient http = new OkHttpClient();
    try {
      String name =
          new VoiceInstaller(
                  http, Voices.shelf(context.home()), context.config().voice().piper().listUrl())
              .install(
                  what,
                  (file, bytes, total) -> context.progress(Sizes.progress(file, bytes, total)),
                  new CancelFlag());
      context.progress("");
      context.print(
          context.json()
              ? Json.write(Json.object().put("installed", name))
              : context
                  .say()
                  .sentence("installed " + name + "; it speaks with voice.engine: piper"));
    } finally {
      http.dispatcher().executorService().shutdown();
    }
    return 0;
  }

  @Command(name = "remove", description = "Remove a voice by its name.")
  int remove(
      @Mixin Context context,
      @Parameters(paramLabel = "NAME", description = "As the list shows it.") String name)
      throws IOException {
    Voices.shelf(context.home()).remove(name);
    context.print(
        context.json()
            ? Json.write(Json.object().put("removed", name))
            : context.say().sentence("removed " + name));
    return 0;
  }
}
