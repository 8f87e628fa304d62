package dev.earmark.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.text.TitleForms;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class TitleSearchProperties {
  /** A printed title finds its own album first, whatever else is on the shelf. */
  @Property(tries = 150)
  void search_printedTitle_findsItsAlbumFirst(@ForAll("titles") Set<String> titles) {
    List<String> list = List.copyOf(titles);
    List<Album> albums =
        list.stream().map(title -> Albums.album("a:" + list.indexOf(title), title, 1)).toList();
    TitleSearch search = TitleSearch.of(albums);
    for (Album album : albums) {
      TitleSearch.Hit hit = search.search(album.title(), 5).get(0);
      assertThat(hit.score()).isEqualTo(1);
      assertThat(TitleForms.bookKey(hit.album().title()))
          .isEqualTo(TitleForms.bookKey(album.title()));
    }
  }

  /** No text makes the search fail, and scores stay between 0 and 1, best first. */
  @Property(tries = 300)
  void search_anyText_givesOrderedScores(@ForAll String text) {
    TitleSearch search =
        TitleSearch.of(
            List.of(
                Albums.album("a:1", text, 1, "西游记"),
                Albums.by(Albums.album("a:2", "The Time Machine", 1), text, "H. G. Wells")));
    for (String spoken : List.of(text, text + "西", "time " + text, "the wells " + text + " time")) {
      List<TitleSearch.Hit> hits = search.search(spoken, 10);
      assertThat(hits).allMatch(hit -> hit.score() > 0 && hit.score() <= 1);
      assertThat(hits).isSortedAccordingTo((a, b) -> Double.compare(b.score(), a.score()));
    }
  }

  @Provide
  Arbitrary<Set<String>> titles() {
    Arbitrary<String> han =
        Arbitraries.strings().withChars("西游记水浒传红楼梦三国演义聊斋志异封神榜").ofMinLength(2).ofMaxLength(6);
    Arbitrary<String> latin =
        Arbitraries.of("time", "machine", "the", "island", "of", "treasure", "alice", "war")
            .list()
            .ofMinSize(1)
            .ofMaxSize(4)
            .map(words -> String.join(" ", new LinkedHashSet<>(words)));
    return Arbitraries.oneOf(han, latin).set().ofMinSize(1).ofMaxSize(20);
  }
}
