package dev.earmark.library.mapped;

import dev.earmark.library.Numbering;
import dev.earmark.library.Section;
import dev.earmark.library.http.Lenient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The sections of an album, gathered page by page. Confined to one thread at a time. */
final class SectionList {
  private final Map<String, List<String>> fields;
  private final Map<String, Item> items = new LinkedHashMap<>();
  private int pages;

  SectionList(Map<String, List<String>> fields) {
    this.fields = fields;
  }

  /** A section as the service tells it; a number of -1 is none. */
  private record Item(
      String id, String title, double number, double seconds, long bytes, String url) {}

  /**
   * Takes a page.
   *
   * @return whether there was anything new on it; services repeat their last page for ever
   */
  boolean add(JsonNode page) {
    pages++;
    int before = items.size();
    for (JsonNode node : Lenient.list(page)) {
      Item item = item(node);
      items.putIfAbsent(item.id(), item);
    }
    return items.size() > before;
  }

  private Item item(JsonNode node) {
    String number = Lenient.text(Pointers.value(node, fields, "number"));
    String id = Pointers.raw(node, fields, "id");
    return new Item(
        id.isEmpty() ? "n" + (number.isEmpty() ? items.size() + 1 : number) : id,
        Pointers.text(node, fields, "title"),
        number.matches("\\d{1,9}(\\.\\d{1,9})?") ? Double.parseDouble(number) : -1,
        Lenient.seconds(Pointers.value(node, fields, "seconds")),
        Lenient.whole(Pointers.value(node, fields, "size")),
        Pointers.raw(node, fields, "url"));
  }

  int size() {
    return items.size();
  }

  /** Returns how many pages were taken. */
  int pages() {
    return pages;
  }

  /** Returns the sections in the service's own order, numbered as {@link Numbering} does. */
  List<Section> sections() {
    List<Item> ordered = new ArrayList<>(items.values());
    if (ordered.stream().allMatch(item -> item.number() >= 0)) {
      ordered.sort(Comparator.comparingDouble(Item::number));
    }
    List<Section> sections = new ArrayList<>();
    for (Item item : ordered) {
      int number = sections.size() + 1;
      String title = item.title().isEmpty() ? String.valueOf(number) : item.title();
      sections.add(new Section(number, title, item.id(), 0, item.seconds(), item.bytes()));
    }
    // A service that counts from 0 tells places; nobody asks for a section 0.
    boolean fromZero = ordered.stream().anyMatch(item -> item.number() == 0);
    List<Integer> printed =
        ordered.stream()
            .map(item -> !fromZero && isWhole(item.number()) ? (int) item.number() : 0)
            .toList();
    return Numbering.apply(sections, printed);
  }

  private static boolean isWhole(double number) {
    return number > 0 && number == Math.rint(number) && number <= Integer.MAX_VALUE;
  }

  /** Returns the links that the list held, by file. */
  Map<String, String> links() {
    Map<String, String> links = new LinkedHashMap<>();
    items.values().forEach(item -> links.put(item.id(), item.url()));
    return links;
  }
}
