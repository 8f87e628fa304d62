package dev.earmark.remote.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Failure;
import dev.earmark.library.LibraryService;
import dev.earmark.library.Position;
import dev.earmark.media.Download;
import java.time.Instant;
import java.util.List;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Albums, places, catalogues and downloads. */
final class LibraryRoutesTest extends ServerFixture {
  // ---- library and downloads ----

  /** The page told a Chinese reader in English why a catalogue could not answer. */
  @Test
  void albums_troubleOfACatalogue_isInTheReadersLanguage() throws Exception {
    Failure why =
        new Failure(
            Failure.Kind.SERVER_FAULT, "shelf at home broke off before it had answered: timeout");
    daemon.library.troubles = List.of(new LibraryService.Trouble("shelf", why));
    try {
      assertThat(get("/api/albums").json().path("problems").path(0).asString())
          .endsWith("broke off before it had answered: timeout");
      assertThat(get("/api/albums?language=zh").json().path("problems").path(0).asString())
          .endsWith("还没回应就中断了：没有回应");
    } finally {
      daemon.library.troubles = List.of();
    }
  }

  @Test
  void albums_withAndWithoutKeyword() throws Exception {
    assertThat(get("/api/albums").json().get("albums").size()).isEqualTo(3);
    JsonNode hit =
        get("/api/albums?keyword=%E5%90%B4%E6%89%BF%E6%81%A9").json().get("albums").get(0);
    assertThat(hit.get("title").stringValue()).isEqualTo("西游记");
    assertThat(hit.get("section_count").intValue()).isEqualTo(100);
    assertThat(get("/api/albums?page=x").status()).isEqualTo(400);
  }

  @Test
  void album_withASlashInItsId_isFoundWithItsPlace() throws Exception {
    daemon.store.save(new Position("shelf:a/b", "聊斋志异", 4, 12.5, 900, 24, Instant.EPOCH));
    JsonNode album = get("/api/albums/shelf:a/b").json();

    assertThat(album.get("sections").size()).isEqualTo(24);
    assertThat(album.at("/position/position_s").doubleValue()).isEqualTo(12.5);
    assertThat(get("/api/albums/demo:none").status()).isEqualTo(404);
  }

  @Test
  void catalogueThatTimesOut_is504() throws Exception {
    Reply reply = get("/api/albums?keyword=slow");

    assertThat(reply.status()).isEqualTo(504);
    assertThat(reply.json().get("type").stringValue()).isEqualTo("urn:earmark:problem:timeout");
  }

  @Test
  void recentAndBookmarks_areListed() throws Exception {
    Position place = new Position("demo:west", "西游记", 4, 12.5, 900, 100, Instant.EPOCH);
    daemon.store.save(place);
    daemon.store.addBookmark("猴王", place);

    assertThat(get("/api/library/recent").json().at("/positions/0/album").stringValue())
        .isEqualTo("西游记");
    assertThat(get("/api/library/bookmarks").json().at("/bookmarks/0/name").stringValue())
        .isEqualTo("猴王");
    assertThat(get("/api/library/bookmarks?album_id=x").json().get("bookmarks").size()).isZero();
  }

  @Test
  void downloads_canBeCancelledOnce() throws Exception {
    daemon.media.add("d9", "西游记", Download.State.RUNNING, 10, null);

    assertThat(get("/api/downloads").json().at("/downloads/0/id").stringValue()).isEqualTo("d9");
    assertThat(send("DELETE", "/api/downloads/d9", null).status()).isEqualTo(200);
    assertThat(send("DELETE", "/api/downloads/d9", null).status()).isEqualTo(404);
    assertThat(get("/api/cache").json().get("quota_bytes").longValue()).isEqualTo(20L << 30);
  }

  @Test
  void downloads_areHeldAndLetGo_andTellHowManySecondsOfSoundAreThere() throws Exception {
    daemon.media.add("d9", "西游记", Download.State.RUNNING, 2_000_000, null);

    assertThat(post("/api/downloads/d9/pause", "").json().at("/downloads/0/state"))
        .hasToString("\"paused\"");
    Reply twice = post("/api/downloads/d9/pause", "");
    assertThat(twice.status()).isEqualTo(404);
    JsonNode held = get("/api/downloads").json().at("/downloads/0");
    assertThat(held.get("seconds").doubleValue()).isEqualTo(300.0);
    assertThat(held.get("total_seconds").doubleValue()).isEqualTo(1_200.0);
    assertThat(held.get("elapsed_s").doubleValue()).isEqualTo(3.2);
    assertThat(post("/api/downloads/d9/resume", "").json().at("/downloads/0/state"))
        .hasToString("\"running\"");
    assertThat(post("/api/downloads/d9/resume", "").status()).isEqualTo(404);
  }

  @Test
  void librarySources_areListedAddedAndRemoved() throws Exception {
    assertThat(get("/api/library").json().path("sources")).hasSize(1);
    Reply added = send("POST", "/api/library", "{\"add\": \"/srv/books\"}");
    assertThat(added.status()).isEqualTo(201);
    assertThat(added.json().path("kind").asString("")).isEqualTo("folder");
    assertThat(send("POST", "/api/library", "{\"add\": \"x\"}").status()).isEqualTo(400);
    assertThat(send("POST", "/api/library/refresh", "").json().path("sources")).hasSize(2);
    assertThat(send("DELETE", "/api/library?name=none", "").status()).isEqualTo(404);
    assertThat(send("DELETE", "/api/library", "").status()).isEqualTo(400);
    String name = added.json().path("name").asString("");
    assertThat(send("DELETE", "/api/library?name=" + name, "").status()).isEqualTo(200);
    assertThat(get("/api/library").json().path("sources")).hasSize(1);
    try (Response opml = CLIENT.newCall(request("/api/library/opml").build()).execute()) {
      assertThat(opml.header("Content-Type")).startsWith("text/x-opml");
    }
    assertThat(send("POST", "/api/library/opml", "1234").json().path("added").asInt(0))
        .isEqualTo(4);
  }

  @Test
  void cover_isAPictureOrNotThere() throws Exception {
    Request west = request("/api/library/cover?album_id=demo:west").build();
    try (Response cover = CLIENT.newCall(west).execute()) {
      assertThat(cover.code()).isEqualTo(200);
      assertThat(cover.header("Content-Type")).startsWith("image/png");
      assertThat(cover.header("Content-Security-Policy")).contains("sandbox");
      assertThat(cover.body().bytes()).containsExactly(1, 2, 3);
    }
    assertThat(get("/api/library/cover?album_id=demo:alice").status()).isEqualTo(404);
    assertThat(get("/api/library/cover?album_id=none").status()).isEqualTo(404);
    assertThat(get("/api/library/cover").status()).isEqualTo(404);
  }
}
