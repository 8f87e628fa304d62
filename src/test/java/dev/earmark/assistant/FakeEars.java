package dev.earmark.assistant;

import dev.earmark.audio.PcmBlock;
import dev.earmark.listen.ListenControl;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Ears that note what they are told. */
public final class FakeEars implements ListenControl {
  public final List<String> calls = new CopyOnWriteArrayList<>();
  public volatile boolean muted;
  public volatile boolean speaking;
  public volatile boolean bookPlaying;
  public volatile ListenState state = ListenState.IDLE;
  public volatile double level = -60;
  public volatile List<ListenEvent> hears = new ArrayList<>();

  @Override
  public void openWindow(Duration wait) {
    calls.add("open " + wait.toSeconds());
  }

  @Override
  public void closeWindow() {
    calls.add("close");
  }

  @Override
  public void setMuted(boolean on) {
    muted = on;
  }

  @Override
  public void setSpeaking(boolean on, String text) {
    speaking = on;
  }

  @Override
  public void setBookPlaying(boolean playing) {
    bookPlaying = playing;
  }

  @Override
  public void setTitles(List<String> titles) {
    calls.add("titles");
  }

  @Override
  public ListenState state() {
    return state;
  }

  @Override
  public double levelDbfs() {
    return level;
  }

  @Override
  public List<ListenEvent> hear(PcmBlock audio, boolean wakePhraseNeeded) {
    return hears;
  }
}
