package dev.earmark.remote.dbus;

import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.Transport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.freedesktop.dbus.DBusPath;
import org.freedesktop.dbus.errors.InvalidMethodArgument;
import org.freedesktop.dbus.errors.NotSupported;
import org.freedesktop.dbus.errors.PropertyReadOnly;
import org.freedesktop.dbus.errors.UnknownInterface;
import org.freedesktop.dbus.errors.UnknownProperty;
import org.freedesktop.dbus.exceptions.DBusExecutionException;
import org.freedesktop.dbus.interfaces.Properties;
import org.freedesktop.dbus.types.Variant;
import org.jspecify.annotations.Nullable;

/**
 * The object {@code /org/mpris/MediaPlayer2}: what clients call.
 *
 * <p>Calls come one after another on the D-Bus library's thread; each returns within milliseconds,
 * because the player's commands do. Every read is from the player's newest snapshot, so that a
 * client sees at once what it has just commanded.
 */
final class MprisObject implements MprisRoot, MprisPlayer, MprisTrackList, Properties {
  static final String PATH = "/org/mpris/MediaPlayer2";

  private final Player player;
  private final PlayService service;
  private final Transport transport;
  private final Language language;
  private final Supplier<@Nullable MprisState> told;
  private final Runnable poke;
  private final AtomicBoolean jumpAsked = new AtomicBoolean();
  private volatile @Nullable PlayerSnapshot stoppedAt;

  /**
   * Makes it.
   *
   * @param told what was announced last, or null
   * @param poke called after each command, to announce what it changed
   */
  MprisObject(
      Player player,
      PlayService service,
      Language language,
      Supplier<@Nullable MprisState> told,
      Runnable poke) {
    this.player = player;
    this.service = service;
    this.transport = new Transport(player, service);
    this.language = language;
    this.told = told;
    this.poke = poke;
  }

  @Override
  public String getObjectPath() {
    return PATH;
  }

  // ---- what is read

  MprisState state(PlayerSnapshot now) {
    return MprisState.of(now, told.get(), language);
  }

  private MprisState state() {
    return state(player.snapshot());
  }

  /** Returns the position that clients see: 0 after Stop, since Play begins the section anew. */
  double positionS(PlayerSnapshot now) {
    return isAtStop(now) ? 0 : now.positionS();
  }

  private boolean isAtStop(PlayerSnapshot now) {
    PlayerSnapshot stop = stoppedAt;
    return stop != null
        && now.state() == PlayerSnapshot.State.STOPPED
        && now.section() == stop.section()
        && now.positionS() == stop.positionS()
        && now.album() != null
        && stop.album() != null
        && now.album().id().equals(stop.album().id());
  }

  /** Returns whether a client has asked for a jump since the last call. */
  boolean takeJumpAsked() {
    return jumpAsked.getAndSet(false);
  }

  // ---- org.mpris.MediaPlayer2

  @Override
  public void Raise() {
    // CanRaise is false: there is no window.
  }

  @Override
  public void Quit() {
    // CanQuit is false: the daemon belongs to the system.
  }

  // ---- org.mpris.MediaPlayer2.Player

  @Override
  public void Next() {
    step(/* forward= */ true);
  }

  @Override
  public void Previous() {
    step(/* forward= */ false);
  }

  private void step(boolean forward) {
    MprisState state = state();
    if (forward ? !state.hasNext() : !state.hasPrevious()) {
      return; // CanGoNext or CanGoPrevious is false
    }
    // The specification wants a silent player to stay silent after a skip.
    service.forgetPending();
    boolean start = !forward && player.snapshot().positionS() > Transport.SOON_S;
    player.move(forward ? 1 : start ? 0 : -1);
    poke.run();
  }

  @Override
  public void Pause() {
    transport.pause();
    poke.run();
  }

  @Override
  public void PlayPause() {
    PlayerSnapshot now = player.snapshot();
    if (now.album() == null) {
      throw new DBusExecutionException("there is no book yet; ask for one first");
    }
    if (isPlaying(now) || now.waitsForSpeaker()) {
      Pause();
    } else {
      Play();
    }
  }

  private static boolean isPlaying(PlayerSnapshot now) {
    return now.state() == PlayerSnapshot.State.PLAYING
        || now.state() == PlayerSnapshot.State.BUFFERING;
  }

  @Override
  public void Stop() {
    transport.stop();
    PlayerSnapshot now = player.snapshot();
    stoppedAt = now.state() == PlayerSnapshot.State.STOPPED ? now : null;
    poke.run();
  }

  @Override
  public void Play() {
    PlayerSnapshot now = player.snapshot();
    Album album = now.album();
    if (album == null || isPlaying(now)) {
      return;
    }
    if (isAtStop(now)) {
      service.forgetPending();
      player.play(album, now.section(), 0);
    } else {
      transport.resume();
    }
    stoppedAt = null;
    poke.run();
  }

  @Override
  public void Seek(long offset) {
    PlayerSnapshot now = player.snapshot();
    if (now.album() == null) {
      return;
    }
    double to = positionS(now) + offset / 1e6;
    if (now.durationS() > 0 && to > now.durationS() && state(now).hasNext()) {
      Next();
      return;
    }
    jump(to);
  }

  @Override
  public void SetPosition(DBusPath trackId, long position) {
    MprisState now = state();
    boolean current = now.album() != null && now.track().getPath().equals(trackId.getPath());
    if (current && position >= 0 && (now.lengthUs() == 0 || position <= now.lengthUs())) {
      jump(position / 1e6);
    }
  }

  private void jump(double seconds) {
    stoppedAt = null;
    player.seekTo(Math.max(0, seconds));
    jumpAsked.set(true);
    poke.run();
  }

  @Override
  public void OpenUri(String uri) {
    PlayUri wanted =
        PlayUri.parse(uri)
            .orElseThrow(
                () ->
                    new NotSupported(
                        "only books can be opened, such as earmark:play?keyword=WORDS&section=1,"
                            + " and this address has "
                            + PlayUri.schemeOf(uri)));
    stoppedAt = null;
    if (wanted.keyword().isEmpty()) {
      service.playAlbum(wanted.albumId(), wanted.section(), "");
    } else {
      service.play(wanted.keyword(), wanted.section(), "");
    }
    poke.run();
  }

  // ---- org.mpris.MediaPlayer2.TrackList

  @Override
  public List<Map<String, Variant<?>>> GetTracksMetadata(List<DBusPath> trackIds) {
    MprisState now = state();
    Album album = now.album();
    List<Map<String, Variant<?>>> known = new ArrayList<>();
    if (album != null) {
      for (DBusPath id : trackIds) {
        OptionalInt section = TrackId.section(album, id.getPath());
        section.ifPresent(number -> known.add(now.metadataOf(number)));
      }
    }
    return known;
  }

  @Override
  public void AddTrack(String uri, DBusPath afterTrack, boolean setAsCurrent) {
    throw new NotSupported("a book cannot be edited");
  }

  @Override
  public void RemoveTrack(DBusPath trackId) {
    throw new NotSupported("a book cannot be edited");
  }

  @Override
  public void GoTo(DBusPath trackId) {
    Album album = player.snapshot().album();
    if (album == null) {
      return;
    }
    TrackId.section(album, trackId.getPath())
        .ifPresent(
            section -> {
              stoppedAt = null;
              service.forgetPending();
              player.play(album, section, 0);
              poke.run();
            });
  }

  // ---- org.freedesktop.DBus.Properties

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the library's signature
  public <A> A Get(String interfaceName, String property) {
    Variant<?> value =
        interfaceName.equals(MprisPlayer.NAME) && property.equals("Position")
            ? position()
            : GetAll(interfaceName).get(property);
    if (value == null) {
      throw new UnknownProperty("there is no property " + property + " on " + interfaceName);
    }
    return (A) value;
  }

  @Override
  public Map<String, Variant<?>> GetAll(String interfaceName) {
    return switch (interfaceName) {
      case MprisRoot.NAME -> root();
      case MprisPlayer.NAME -> playerProperties();
      case MprisTrackList.NAME -> trackList();
      default -> throw new UnknownInterface("there is no interface " + interfaceName);
    };
  }

  private static Map<String, Variant<?>> root() {
    Map<String, Variant<?>> all = new LinkedHashMap<>();
    all.put("CanQuit", new Variant<>(false));
    all.put("CanRaise", new Variant<>(false));
    all.put("HasTrackList", new Variant<>(true));
    all.put("Identity", new Variant<>("Earmark"));
    all.put("SupportedUriSchemes", MprisState.texts(List.of(PlayUri.SCHEME)));
    all.put("SupportedMimeTypes", MprisState.texts(List.of()));
    return all;
  }

  private Map<String, Variant<?>> playerProperties() {
    Map<String, Variant<?>> all = state().properties();
    all.put("Position", position());
    all.put("CanControl", new Variant<>(true));
    return all;
  }

  private Variant<?> position() {
    return new Variant<>(MprisState.micros(positionS(player.snapshot())));
  }

  private Map<String, Variant<?>> trackList() {
    Map<String, Variant<?>> all = new LinkedHashMap<>();
    all.put("Tracks", MprisState.paths(state().tracks()));
    all.put("CanEditTracks", new Variant<>(false));
    return all;
  }

  @Override
  public <A> void Set(String interfaceName, String property, A value) {
    Object plain = value instanceof Variant<?> variant ? variant.getValue() : value;
    boolean writable =
        interfaceName.equals(MprisPlayer.NAME)
            && (property.equals("Volume") || property.equals("Rate"));
    if (!writable) {
      Get(interfaceName, property); // an unknown one is another error
      throw new PropertyReadOnly(property + " cannot be set");
    }
    if (!(plain instanceof Number number) || !Double.isFinite(number.doubleValue())) {
      throw new InvalidMethodArgument(property + " must be a number");
    }
    if (property.equals("Volume")) {
      player.setVolume((int) Math.round(Math.max(0, Math.min(1, number.doubleValue())) * 100));
    } else {
      setRate(number.doubleValue());
    }
    poke.run();
  }

  /** A rate of 0 pauses, a negative one is ignored, others are clipped to what is possible. */
  private void setRate(double rate) {
    if (rate == 0) {
      transport.pause();
    } else if (rate > 0) {
      player.setSpeed(rate);
    }
  }
}
