package dev.earmark.tools;

import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Clock;
import dev.earmark.library.Album;
import dev.earmark.library.LibraryService;
import dev.earmark.library.Position;
import dev.earmark.library.ProgressStore;
import dev.earmark.media.MediaStore;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.Player;
import dev.earmark.playback.Transport;
import dev.earmark.playback.kept.Extras;
import dev.earmark.playback.kept.PositionJournal;
import dev.earmark.timers.Timers;
import dev.earmark.tools.books.AddBookmark;
import dev.earmark.tools.books.CancelDownload;
import dev.earmark.tools.books.Downloads;
import dev.earmark.tools.books.GetAlbumDetail;
import dev.earmark.tools.books.Recent;
import dev.earmark.tools.books.SearchAlbum;
import dev.earmark.tools.books.SearchAndPlay;
import dev.earmark.tools.general.Calculator;
import dev.earmark.tools.general.CancelTimer;
import dev.earmark.tools.general.GetTime;
import dev.earmark.tools.general.ListTimers;
import dev.earmark.tools.general.SetTimer;
import dev.earmark.tools.general.Snooze;
import dev.earmark.tools.habits.Bookmarks;
import dev.earmark.tools.habits.KeepBook;
import dev.earmark.tools.habits.LimitListening;
import dev.earmark.tools.habits.ListeningTime;
import dev.earmark.tools.habits.PlayNext;
import dev.earmark.tools.habits.SetSkips;
import dev.earmark.tools.habits.SetSound;
import dev.earmark.tools.habits.ShowQueue;
import dev.earmark.tools.playing.GetStatus;
import dev.earmark.tools.playing.Pause;
import dev.earmark.tools.playing.Resume;
import dev.earmark.tools.playing.Seek;
import dev.earmark.tools.playing.SetSleepTimer;
import dev.earmark.tools.playing.SetSpeed;
import dev.earmark.tools.playing.SetVolume;
import dev.earmark.tools.playing.Step;
import dev.earmark.tools.playing.Stop;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/** Makes the tools that the agent may call. */
public final class Tools {
  private Tools() {}

  /** Returns all tools, in the order in which a model is told of them. */
  public static List<Tool> all(
      LibraryService library,
      MediaStore store,
      Player player,
      PlayService service,
      PositionJournal journal,
      ProgressStore progress,
      Timers timers,
      LastResults results,
      Background background,
      Extras extras,
      Clock clock,
      Supplier<ZoneId> zone) {
    Transport transport = new Transport(player, service);
    List<Tool> tools =
        new ArrayList<>(Bookmarks.all(player, service, extras.kept()::album, progress, results));
    tools.addAll(
        List.of(
            new SearchAlbum(library, background, results, () -> currentAlbum(player, journal)),
            new GetAlbumDetail(library, background, results),
            new SearchAndPlay(service, results),
            new Pause(player, transport),
            new Resume(transport),
            new Stop(transport),
            new GetStatus(player, service),
            Step.next(player, transport),
            Step.previous(player, transport),
            new Seek(player),
            new SetVolume(player),
            new SetSpeed(player),
            new SetSleepTimer(player, extras.player(), clock, zone),
            KeptAnswer.of(new SetSkips(extras.player(), player), journal::isKept),
            KeptAnswer.of(new SetSound(extras.player()), journal::isKept),
            KeptAnswer.of(new PlayNext(extras.nextBook(), library), journal::isKept),
            new ShowQueue(extras.nextBook(), results),
            new ListeningTime(extras.habits().history()),
            KeptAnswer.of(new LimitListening(player), journal::isKept),
            KeptAnswer.of(
                new KeepBook(player, extras.kept(), library, background), journal::isKept),
            KeptAnswer.of(new AddBookmark(player, progress), progress::isKept),
            new Recent(journal, results),
            KeptAnswer.ofTimer(new SetTimer(timers, zone), timers::isKept),
            new ListTimers(timers, zone),
            KeptAnswer.ofRemoval(new CancelTimer(timers, clock, zone), timers::isKept),
            KeptAnswer.ofTimer(new Snooze(timers, zone), timers::isKept),
            new GetTime(clock, zone),
            new Downloads(store),
            new CancelDownload(store, extras.kept()::release),
            new Calculator()));
    List<ToolSpec> order = specs();
    tools.sort(Comparator.comparingInt(tool -> order.indexOf(tool.spec())));
    return List.copyOf(tools);
  }

  /** Returns the id of the book in the player, else of the one heard last; may read the disk. */
  private static String currentAlbum(Player player, PositionJournal journal) {
    Album album = player.snapshot().album();
    if (album != null) {
      return album.id();
    }
    return journal.recent(1).stream().map(Position::albumId).findFirst().orElse("");
  }

  /** Returns what a model is told of all tools, in the same order. */
  public static List<ToolSpec> specs() {
    return List.of(
        SearchAlbum.SPEC,
        GetAlbumDetail.SPEC,
        SearchAndPlay.SPEC,
        Pause.SPEC,
        Resume.SPEC,
        Stop.SPEC,
        GetStatus.SPEC,
        Step.NEXT,
        Step.PREVIOUS,
        Seek.SPEC,
        SetVolume.SPEC,
        SetSpeed.SPEC,
        SetSleepTimer.SPEC,
        SetSkips.SPEC,
        SetSound.SPEC,
        PlayNext.SPEC,
        ShowQueue.SPEC,
        ListeningTime.SPEC,
        LimitListening.SPEC,
        KeepBook.SPEC,
        AddBookmark.SPEC,
        Bookmarks.LIST,
        Bookmarks.GO,
        Bookmarks.REMOVE,
        Recent.SPEC,
        SetTimer.SPEC,
        ListTimers.SPEC,
        CancelTimer.SPEC,
        Snooze.SPEC,
        GetTime.SPEC,
        Downloads.SPEC,
        CancelDownload.SPEC,
        Calculator.SPEC);
  }
}
