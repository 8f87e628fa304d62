package dev.earmark.library.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.FakeClock;
import dev.earmark.library.Album;
import dev.earmark.library.FakeCatalog;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.library.Position;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HeardTest {
  private final FakeClock clock = new FakeClock();
  private final FakeProgressStore store = new FakeProgressStore();

  private Position place(String albumId) {
    return new Position(albumId, "三体", 1, 5, 60, 3, clock.now());
  }

  private static Album book(String id, String narrator) {
    return new Album(id, "三体", List.of(), "", narrator, "zh", "", "", 3, List.of());
  }

  /** 播放三体 went on with another recording than the one that had been stopped a moment ago. */
  @Test
  void find_ofTwoRecordings_isTheOneThatBeganLast_thoughItsPlaceWasNotReadYet() throws Exception {
    store.save(place("web:1"));
    FakeCatalog web = new FakeCatalog("web", book("web:1", "王明军"), book("web:2", "冯雪松")).local();
    try (Library library = new Library(List.of(web), store, clock, Duration.ofSeconds(5))) {
      library.heard("web:2");
      assertThat(library.find("三体")).map(Album::id).contains("web:2");
      library.heard("web:1");
      assertThat(library.find("三体")).map(Album::id).contains("web:1");
    }
  }

  /** What a podcast's schedule had brought was lost by a restart while its host was away. */
  @Test
  void fetchedAlbum_isKnownAfterARestart_withoutItsCatalogueBeingAsked() throws Exception {
    FakeCatalog pods = new FakeCatalog("pods");
    try (Library library = new Library(List.of(pods), store, clock, Duration.ofSeconds(5))) {
      pods.fetch(book("pods:1", "主播甲"));
      assertThat(library.byId("pods:1")).isPresent();
    }
    FakeCatalog away = new FakeCatalog("pods");
    away.failWith(new IOException("away"));
    try (Library library = new Library(List.of(away), store, clock, Duration.ofSeconds(5))) {
      assertThat(library.byId("pods:1")).contains(book("pods:1", "主播甲"));
    }
  }

  @Test
  void read_olderPlaceOfTheBookThatBegan_leavesItFirst() throws IOException {
    Heard heard = new Heard(clock);
    store.save(place("web:2"));
    clock.advance(Duration.ofMinutes(1));
    store.save(place("web:1"));
    clock.advance(Duration.ofMinutes(1));
    heard.began("web:2");
    heard.read(store);
    assertThat(heard.newestFirst()).containsExactly("web:2", "web:1");
  }

  @Test
  void read_newerPlaceOfAnotherPlayer_isFirst_onceOursIsKept() throws IOException {
    Heard heard = new Heard(clock);
    heard.began("web:2");
    store.save(place("web:2"));
    clock.advance(Duration.ofMinutes(1));
    store.save(place("web:1"));
    heard.read(store);
    assertThat(heard.newestFirst()).containsExactly("web:1", "web:2");
  }
}
