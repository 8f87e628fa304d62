package dev.earmark.remote.mcp;

import dev.earmark.base.Language;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The prompts that a person may choose in a client. Immutable. */
final class Prompts {
  private final Language language;

  /** A prompt and what it asks for. */
  record Prompt(String name, String title, String description, List<Argument> arguments) {}

  /** An argument of a prompt; its value is text. */
  record Argument(String name, String description, boolean required) {}

  Prompts(Language language) {
    this.language = language;
  }

  List<Prompt> all() {
    return List.of(
        new Prompt(
            "continue_listening",
            language.pick("接着听", "Go on listening"),
            language.pick("从上次停下的地方接着播放", "Goes on with the book where it was left"),
            List.of()),
        new Prompt(
            "find_a_book",
            language.pick("找一本书", "Find a book"),
            language.pick("按主题找书并推荐", "Looks for books on a subject and recommends some"),
            List.of(
                new Argument("topic", language.pick("主题或书名", "subject or title"), true),
                new Argument(
                    "language",
                    language.pick("书的语言，可不填", "language of the book, optional"),
                    false))),
        new Prompt(
            "summarise_progress",
            language.pick("我听到哪里了", "Where I am"),
            language.pick("说说最近听的书都听到了哪里", "Tells how far the books heard lately have got"),
            List.of()));
  }

  Optional<Prompt> find(String name) {
    return all().stream().filter(prompt -> prompt.name().equals(name)).findFirst();
  }

  /** Returns the name of a required argument that is missing, or empty. */
  Optional<String> missing(Prompt prompt, Map<String, ?> given) {
    return prompt.arguments().stream()
        .filter(Argument::required)
        .map(Argument::name)
        .filter(name -> given.get(name) == null || String.valueOf(given.get(name)).isBlank())
        .findFirst();
  }

  /** Returns what the user is made to say. */
  String text(Prompt prompt, Map<String, ?> given) {
    return switch (prompt.name()) {
      case "continue_listening" ->
          language.pick(
              "请接着播放我上次听的书：先用 recent 看看听到哪里，再用 search_and_play 播放，section 填 0。",
              "Please go on with the book that I heard last: look with recent where I was, then call"
                  + " search_and_play with section 0.");
      case "find_a_book" -> {
        String topic = String.valueOf(given.get("topic"));
        Object wanted = given.get("language");
        String of = wanted == null ? "" : language.pick("（" + wanted + "）", " in " + wanted);
        yield language.pick(
            "请用 search_album 找关于“" + topic + "”的有声书" + of + "，挑三本说说各自的特点，问我要听哪一本。",
            "Please look with search_album for audiobooks about \""
                + topic
                + "\""
                + of
                + ", tell me of three of them, and ask which one I want to hear.");
      }
      default ->
          language.pick(
              "请用 recent 和 get_status 看看我最近听的书各听到了哪里，用几句话告诉我。",
              "Please look with recent and get_status how far I have got in the books that I heard"
                  + " lately, and tell me in a few sentences.");
    };
  }
}
