package dev.earmark.app.cli;

import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.audio.device.Devices;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code earmark devices}: what could be a microphone or a speaker. */
@Command(name = "devices", description = "List microphones, speakers and sound programs.")
final class DevicesCommand implements Callable<Integer> {
  @Mixin Context context = new Context();

  @Override
  public Integer call() {
    List<Devices.Device> devices = Devices.list();
    if (context.json()) {
      context.print(Json.object().set("devices", Json.of(devices)));
      return 0;
    }
    for (Devices.Device device : devices) {
      context.print(
          device.direction()
              + "  "
              + device.kind()
              + "  "
              + device.name()
              + (device.formats().isEmpty()
                  ? ""
                  : "  (" + String.join(", ", device.formats()) + ")"));
    }
    String problem = Devices.lineProblem();
    if (!problem.isEmpty()) {
      context.note("sound lines: " + problem);
    }
    return 0;
  }
}
