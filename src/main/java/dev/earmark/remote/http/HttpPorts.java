package dev.earmark.remote.http;

import dev.earmark.assistant.ports.Assistant;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.library.CoverSource;
import dev.earmark.library.LibraryService;
import dev.earmark.library.LibrarySources;
import dev.earmark.library.ProgressStore;
import dev.earmark.listen.ListenControl;
import dev.earmark.media.MediaStore;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.Player;
import dev.earmark.playback.kept.Extras;
import dev.earmark.remote.http.status.StatusSource;
import dev.earmark.timers.Timers;
import java.util.List;
import java.util.function.Supplier;

/**
 * What the HTTP API drives and shows.
 *
 * @param status never blocks
 * @param stuckRoles names of the roles whose loops do not turn, empty when all is well; never
 *     blocks
 */
public record HttpPorts(
    Assistant assistant,
    PlayService playService,
    Player player,
    LibraryService library,
    LibrarySources sources,
    CoverSource covers,
    ProgressStore progress,
    MediaStore media,
    ListenControl ears,
    AudioReader audio,
    StatusSource status,
    Supplier<List<String>> stuckRoles,
    Events events,
    Clock clock,
    MetricsSource metrics,
    Extras extras,
    Timers timers) {}
