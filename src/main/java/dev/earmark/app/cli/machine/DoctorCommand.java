package dev.earmark.app.cli.machine;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Ink;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.stage.Doctor;
import dev.earmark.text.Columns;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code earmark doctor}: what is there and what is missing. */
@Command(
    name = "doctor",
    description =
        "Look at devices, models, voice, catalogues, disk and permissions; exit 1 when something"
            + " needed is missing.")
public final class DoctorCommand implements Callable<Integer> {
  private static final int MARK = 8; // columns
  private static final int PART = 18;

  @Mixin Context context = new Context();

  @Override
  public Integer call() {
    List<Doctor.Finding> findings =
        Doctor.examine(context.home(), context.readConfig(), daemonRuns());
    boolean ok = findings.stream().allMatch(f -> f.ok() || !f.needed());
    if (context.json()) {
      var answer = Json.object().put("ok", ok);
      answer.set("findings", Json.of(findings));
      context.print(answer);
    } else {
      for (Doctor.Finding finding : findings) {
        Messages say = context.say();
        String key = finding.ok() ? "ok" : finding.needed() ? "needed" : "missing";
        Ink ink = finding.ok() ? Ink.GOOD : finding.needed() ? Ink.BAD : Ink.SOFT;
        String mark = ink.on(Columns.pad(say.text("doctor." + key), MARK));
        String part = Columns.pad(say.part(finding.part()), PART);
        context.print(mark + " " + part + " " + say.sentence(finding.text()));
      }
    }
    return ok ? 0 : CliException.FAILED;
  }

  private boolean daemonRuns() {
    try {
      return context.daemon().isEarmark();
    } catch (CliException e) {
      if (e.exitCode() == CliException.UNREACHABLE) {
        return false; // nothing to talk to: that is for the findings to say
      }
      throw e;
    }
  }
}
