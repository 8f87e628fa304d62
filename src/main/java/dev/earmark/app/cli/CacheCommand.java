package dev.earmark.app.cli;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.view.Sizes;
import dev.earmark.app.stage.Stages;
import dev.earmark.media.MediaStore;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** {@code earmark cache}: fetched audio. Clearing and verifying need the daemon to be stopped. */
@Command(name = "cache", description = "Show, verify or clear the fetched audio.")
final class CacheCommand implements Callable<Integer> {
  @Mixin Context own = new Context();

  @Override
  public Integer call() throws IOException {
    return show(own);
  }

  @Command(name = "show", description = "Show how full the cache is.")
  int show(@Mixin Context context) throws IOException {
    JsonNode usage;
    try {
      usage = context.daemon().get("/api/cache");
    } catch (CliException e) {
      if (e.exitCode() != CliException.UNREACHABLE) {
        throw e;
      }
      try (Stages stages = Stages.of(context.home(), context.config())) {
        usage = Json.of(stages.downloads().usage());
      }
    }
    if (context.json()) {
      context.print(usage);
    } else {
      context.print(
          context
              .say()
              .text(
                  "cache.full",
                  usage.path("files").asInt(0),
                  Sizes.text(usage.path("bytes").asLong(0)),
                  Sizes.text(usage.path("quota_bytes").asLong(0)),
                  Sizes.text(usage.path("free_disk_bytes").asLong(0))));
    }
    return 0;
  }

  @Command(
      name = "verify",
      description = "Check that every file is whole; damaged ones are fetched again when wanted.")
  int verify(@Mixin Context context) throws IOException {
    try (Stages stages = Stages.of(context.home(), context.config())) {
      List<String> damaged = stages.verifyCache();
      if (context.json()) {
        context.print(Json.object().set("damaged", Json.of(damaged)));
      } else {
        damaged.forEach(key -> context.print(context.say().text("cache.damaged", key)));
        context.print(
            damaged.isEmpty()
                ? context.say().text("cache.whole")
                : context.say().text("cache.damages", damaged.size()));
      }
      return damaged.isEmpty() ? 0 : CliException.FAILED;
    }
  }

  @Command(name = "clear", description = "Remove all fetched audio.")
  int clear(@Mixin Context context) throws IOException {
    try (Stages stages = Stages.of(context.home(), context.config())) {
      MediaStore.Usage before = stages.downloads().usage();
      int files = stages.clearCache();
      if (context.json()) {
        context.print(Json.object().put("files", files).put("bytes", before.bytes()));
      } else {
        context.print(context.say().text("cache.removed", files, Sizes.text(before.bytes())));
      }
    }
    return 0;
  }
}
