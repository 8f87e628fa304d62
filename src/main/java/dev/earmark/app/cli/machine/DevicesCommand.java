package dev.earmark.app.cli.machine;

import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.audio.device.Devices;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code earmark devices}: what could be a microphone or a speaker. */
@Command(name = "devices", description = "List microphones, speakers and sound programs.")
public final class DevicesCommand implements Callable<Integer> {
  @Mixin Context context = new Context();

  @Override
  public Integer call() {
    List<Devices.Device> devices = Devices.list();
    if (context.json()) {
      context.print(Json.object().set("devices", Json.of(devices)));
      return 0;
    }
    devices.forEach(device -> context.print(line(device, context.say())));
    String problem = Devices.lineProblem();
    if (!problem.isEmpty()) {
      context.note(context.say().sentence("sound lines: " + problem));
    }
    return 0;
  }

  static String line(Devices.Device device, Messages say) {
    String formats = device.formats().stream().map(say::sentence).collect(Collectors.joining(", "));
    return say.sentence(device.direction())
        + "  "
        + say.sentence(device.kind())
        + "  "
        + device.name()
        + (formats.isEmpty() ? "" : "  (" + formats + ")");
  }
}
