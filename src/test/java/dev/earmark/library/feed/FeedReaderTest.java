package dev.earmark.library.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.library.Section;
import dev.earmark.library.marks.Marks;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FeedReaderTest {
  private static final Charset GBK = Charset.forName("GBK");

  private static Feed read(String xml) throws XMLStreamException {
    return FeedReader.read(xml.getBytes(StandardCharsets.UTF_8));
  }

  private static Feed items(String items) throws XMLStreamException {
    return read("<rss version='2.0'><channel><title>T</title>" + items + "</channel></rss>");
  }

  /** "Play episode two" played the first, since its date was thrown away for a wrong weekday. */
  @Test
  void dates_withAWrongWeekdayOrTheNameOfAZone_count() throws Exception {
    Feed feed =
        items(
            dated("third", "Mon, 03 Jan 2024 08:00:00 +0800")
                + dated("first", "Fri, 1 Jan 2024 20:00:00 EST")
                + dated("second", "02 Jan 2024 20:00:00 UT"));
    assertThat(feed.episodes())
        .extracting(Feed.Episode::published)
        .containsExactly(
            Instant.parse("2024-01-02T01:00:00Z"),
            Instant.parse("2024-01-02T20:00:00Z"),
            Instant.parse("2024-01-03T00:00:00Z"));
  }

  private static String dated(String title, String date) {
    return "<item><title>%s</title><pubDate>%s</pubDate><enclosure url='https://a.org/%s.mp3'/></item>"
        .formatted(title, date, title);
  }

  @Test
  void rss_withTagsOfITunes_isRead() throws Exception {
    Feed feed =
        read(
            """
            <?xml version="1.0"?>
            <rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" version="2.0"><channel>
            <title><![CDATA[三体 & more]]></title><language>zh-cn</language>
            <description>&lt;p&gt;About&lt;/p&gt;</description>
            <itunes:author>刘慈欣</itunes:author><itunes:image href="https://a.org/c.jpg"/>
            <item><title>Two</title><guid isPermaLink="false">g2</guid>
              <itunes:duration>00:27:7</itunes:duration><pubDate>Tue, 03 Jun 2025 12:00:00 +0800</pubDate>
              <enclosure url="https://a.org/2.mp3" length="0" type=""/></item>
            <item><title>One</title><guid>g1</guid><itunes:duration> 61.5 </itunes:duration>
              <pubDate>Mon, 02 Jun 2025 12:00:00 GMT</pubDate>
              <content:encoded xmlns:content="c"><![CDATA[<title>not this</title>]]></content:encoded>
              <enclosure url="https://a.org/1.mp3" length="1234" type="audio/mpeg3"/></item>
            <item><title>Only text</title><guid>g0</guid></item>
            <item><title>Picture</title><enclosure url="https://a.org/1.jpg" type="image/jpeg"/></item>
            </channel></rss>
            """);
    assertThat(feed.title()).isEqualTo("三体 & more");
    assertThat(feed.author()).isEqualTo("刘慈欣");
    assertThat(feed.language()).isEqualTo("zh-cn");
    assertThat(feed.description()).isEqualTo("About");
    assertThat(feed.image()).isEqualTo("https://a.org/c.jpg");
    assertThat(feed.episodes())
        .containsExactly(
            new Feed.Episode(
                "g1",
                "One",
                "https://a.org/1.mp3",
                61.5,
                1_234,
                Instant.parse("2025-06-02T12:00:00Z"),
                0,
                0),
            new Feed.Episode(
                "g2",
                "Two",
                "https://a.org/2.mp3",
                1_627,
                0,
                Instant.parse("2025-06-03T04:00:00Z"),
                0,
                0));
  }

  @Test
  void atom_isRead() throws Exception {
    Feed feed =
        read(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>Talks</title>
            <author><name>Ann</name></author><logo>/l.png</logo>
            <entry><id>urn:1</id><title>First</title><published>2025-06-02T12:00:00+02:00</published>
              <author><name>Guest</name></author>
              <link rel="alternate" href="https://a.org/1.html"/>
              <link rel="enclosure" type="audio/mpeg" href="https://a.org/1.mp3"/></entry>
            </feed>
            """);
    assertThat(feed.title()).isEqualTo("Talks");
    assertThat(feed.author()).isEqualTo("Ann");
    assertThat(feed.image()).isEqualTo("/l.png");
    assertThat(feed.language()).isEqualTo("en");
    assertThat(feed.episodes())
        .extracting(Feed.Episode::id, Feed.Episode::url)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("urn:1", "https://a.org/1.mp3"));
  }

  @Test
  void podloveChapters_inItemsAndEntries_areSortedAndEndAtTheNext() throws Exception {
    String marks =
        """
        <psc:chapters version="1.2"><psc:chapter start="8:26.250" title="Two &amp;amp; a half"/>
        <psc:chapter start="0" title="One" href="https://a.org"/><psc:chapter title="no start"/>
        <psc:chapter start="01:00:00.5" title=""/></psc:chapters>""";
    String item = "<item><guid>1</guid>" + marks + "<enclosure url='https://a.org/1.mp3'/></item>";
    List<Section.Chapter> expected =
        List.of(
            new Section.Chapter("One", 0, 506.25),
            new Section.Chapter("Two & a half", 506.25, 3600.5),
            new Section.Chapter("3", 3600.5, Double.POSITIVE_INFINITY));
    assertThat(
            items(item + "<item><guid>2</guid><enclosure url='https://a.org/2.mp3'/></item>")
                .episodes())
        .extracting(Feed.Episode::chapters)
        .containsExactly(List.of(), expected);
    Feed atom =
        read(
            "<feed><entry><id>1</id>"
                + marks.replace("psc:", "sc:")
                + "<link rel='enclosure' href='https://a.org/1.mp3'/></entry></feed>");
    assertThat(atom.episodes().get(0).chapters()).isEqualTo(expected);
  }

  @Test
  void jsonChapters_hiddenUnsortedAndWithoutTitle_areReadAsPeopleSeeThem() {
    String json =
        """
        {"version":"1.2.0","chapters":[{"startTime":94.5,"title":"Two","endTime":100},
        {"startTime":"0","title":"One"},{"startTime":50,"title":"an advert","toc":false},
        {"startTime":200},{"title":"no start"}]}""";
    assertThat(Marks.json(json.getBytes(StandardCharsets.UTF_8)))
        .containsExactly(
            new Section.Chapter("One", 0, 94.5),
            new Section.Chapter("Two", 94.5, 100),
            new Section.Chapter("3", 200, Double.POSITIVE_INFINITY));
    assertThat(Marks.json("{}".getBytes(StandardCharsets.UTF_8))).isEmpty();
  }

  @Test
  void serial_seasonAndEpisode_giveTheOrder_elsewhereTheDateDoes() throws Exception {
    String two =
        "<item><guid>b</guid><podcast:season>2</podcast:season><itunes:episode>1</itunes:episode>"
            + "<pubDate>Mon, 02 Jun 2025 12:00:00 GMT</pubDate><enclosure url='u'/></item>";
    String one =
        "<item><guid>a</guid><itunes:season>1</itunes:season><itunes:episode>9</itunes:episode>"
            + "<pubDate>Tue, 03 Jun 2025 12:00:00 GMT</pubDate><enclosure url='u'/></item>";
    assertThat(items("<itunes:type>serial</itunes:type>" + two + one).episodes())
        .extracting(Feed.Episode::id)
        .containsExactly("a", "b");
    assertThat(items(two + one).episodes()).extracting(Feed.Episode::id).containsExactly("b", "a");
  }

  @Test
  void noDates_theOrderOfTheFeedIsTurned_andSameGuidsCountOnce() throws Exception {
    Feed feed =
        items(
            "<item><guid>3</guid><enclosure"
                + " url='https://a/3?t=1'/></item><item><guid>3</guid><enclosure"
                + " url='https://a/3?t=2'/></item><item><pubDate>soon</pubDate><enclosure"
                + " url='https://a/1.mp3?sign=5#x'/></item>");
    assertThat(feed.episodes())
        .extracting(Feed.Episode::id)
        .containsExactly("https://a/1.mp3", "3");
  }

  @Test
  void encodings_declaredRightlyAndWrongly_areRead() throws Exception {
    String xml =
        "<?xml version='1.0' encoding='GBK'?><rss><channel><title>红楼梦</title></channel></rss>";
    assertThat(FeedReader.read(xml.getBytes(GBK)).title()).isEqualTo("红楼梦");
    assertThat(FeedReader.read(xml.getBytes(StandardCharsets.UTF_8)).title()).isEqualTo("红楼梦");
    assertThat(read("\ufeff\n" + xml).title()).isEqualTo("红楼梦");
    String odd = xml.replace("'GBK'", "'nonsense'").replace("红楼梦", "é");
    assertThat(FeedReader.read(odd.getBytes(StandardCharsets.ISO_8859_1)).title()).isEqualTo("é");
  }

  @Test
  void strayAmpersandsAndUndeclaredPrefixes_areForgiven() throws Exception {
    Feed feed =
        items(
            "<x:y>1</x:y><item><title>A & B&nbsp;C</title><enclosure"
                + " url='https://a/?x=1&y=2'/></item>");
    assertThat(feed.episodes().get(0).title()).isEqualTo("A & B C");
    assertThat(feed.episodes().get(0).url()).isEqualTo("https://a/?x=1&y=2");
  }

  @Test
  void outsideEntities_areNotRead(@TempDir Path temp) throws Exception {
    Path secret = Files.writeString(temp.resolve("secret.txt"), "secret-42");
    Feed feed =
        read(
            "<!DOCTYPE r [<!ENTITY x SYSTEM '"
                + secret.toUri()
                + "'><!ENTITY y 'inside'>]><rss><channel><title>a&x;&y;b</title></channel></rss>");
    assertThat(feed.title()).isEqualTo("a&x;&y;b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no", "<html><body/></html>", "<rss><channel>", "{\"a\":1}"})
  void whatIsNoFeed_isRefused(String text) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(XMLStreamException.class);
  }

  @Test
  void opml_nestedWithoutTypeAndTwice_isRead() throws Exception {
    assertThat(
            Opml.read(
                """
                <opml version="2.0"><head><title>x</title></head><body><outline text="News & more">
                <outline text="a" type="rss" xmlUrl="https://a.org/feed?x=1&y=2"/>
                <OUTLINE xmlurl=" https://b.org/feed "/></outline>
                <outline xmlUrl="https://a.org/feed?x=1&amp;y=2"/><outline xmlUrl="file:///etc/passwd"/>
                </body></opml>
                """
                    .getBytes(StandardCharsets.UTF_8)))
        .containsExactly("https://a.org/feed?x=1&y=2", "https://b.org/feed");
  }
}
