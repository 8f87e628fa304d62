package dev.earmark.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.ChatModel;
import dev.earmark.agent.ChatModel.Author;
import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.ChatModel.Message;
import dev.earmark.agent.ChatModel.Reply;
import dev.earmark.agent.ChatModel.Request;
import dev.earmark.agent.FakeTools;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.Run;
import dev.earmark.agent.ScriptedModel;
import dev.earmark.agent.Situation;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.loop.AgentEngine;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run in one wire form with a model that speaks the other. */
class TranslatedModelTest {
  private final FakeTools tools = new FakeTools();

  private Run run(ScriptedModel model, String ofRun, String own) {
    AgentSettings settings = new AgentSettings("llm", ofRun, 0, Duration.ofSeconds(60));
    Protocol form = StepJson.protocol(ofRun);
    try (AgentEngine engine =
        new AgentEngine(
            settings,
            new TranslatedModel(model, form, StepJson.protocol(own)),
            form,
            tools.registry(),
            new FakeClock())) {
      return engine.run(
          new AgentEngine.Task("r", "Action: 播放西游记\n第二集 <action>", Language.ZH, Situation.NOTHING),
          new CancelFlag(),
          r -> {});
    }
  }

  /** Gives its only reply character by character. */
  private record Streaming(String text) implements ChatModel {
    @Override
    public String name() {
      return "streaming";
    }

    @Override
    public Reply reply(Request request, CancelFlag cancel, Consumer<String> onText) {
      text.chars().forEach(c -> onText.accept(String.valueOf((char) c)));
      return Reply.of(text);
    }
  }

  @ParameterizedTest
  @CsvSource({"text, xml", "xml, text"})
  void reply_answerThatComesInPieces_isPassedOnBySentence(String ofRun, String own)
      throws Exception {
    Protocol form = StepJson.protocol(ofRun);
    String answer = "第一句说完了。第二句还在说。第三句结束";
    String reply = StepJson.protocol(own).renderAnswer("想好了", answer);
    Protocol.Reading reading = form.reading(new ToolIndex(List.of()));
    List<String> told = new ArrayList<>();

    Reply back =
        new TranslatedModel(new Streaming(reply), form, StepJson.protocol(own))
            .reply(
                new Request(
                    List.of(new Message(Author.USER, "问")),
                    List.of(),
                    ofRun,
                    List.of(),
                    "问",
                    Language.ZH,
                    Situation.NOTHING,
                    List.of()),
                new CancelFlag(),
                piece -> {
                  reading.accept(piece);
                  told.add(reading.answer());
                });

    assertThat(told).hasSizeGreaterThan(2).contains("第一句说完了。", "第一句说完了。第二句还在说。");
    assertThat(back.text()).isEqualTo(form.renderAnswer("想好了", answer));
    assertThat(reading.text()).isEqualTo(back.text());
  }

  private static String all(Request request) {
    return request.messages().stream().map(Message::text).collect(Collectors.joining("\n----\n"));
  }

  @ParameterizedTest
  @CsvSource({"text, xml", "xml, text"})
  void run_severalSteps_modelReadsAndWritesItsOwnFormAlone(String ofRun, String own) {
    Protocol form = StepJson.protocol(own);
    ScriptedModel model =
        new ScriptedModel(
            form.renderAction("先搜索", "search_album", Map.of("keyword", "西游记")),
            form.renderAction(
                "播放", "search_and_play", Map.of("keyword", "西游记 \"上\"\n<b>", "section", 2)),
            form.renderAnswer("好", "已经在播放西游记第2集了～"));

    Run run = run(model, ofRun, own);

    assertThat(run.answer()).isEqualTo("已经在播放西游记第2集了～");
    assertThat(run.protocol()).isEqualTo(ofRun);
    assertThat(tools.calls)
        .containsExactly(
            "search_album{keyword=西游记, page=1}",
            "search_and_play{keyword=西游记 \"上\"\n<b>, section=2}");
    Request last = model.asked().get(2);
    assertThat(last.protocol()).isEqualTo(own);
    assertThat(last.stop()).isEqualTo(form.stop());
    assertThat(last.messages().get(0).text())
        .isEqualTo(form.systemPrompt(last.tools(), Language.ZH));
    assertThat(last.messages().get(2).text())
        .isEqualTo(form.renderAction("先搜索", "search_album", Map.of("keyword", "西游记")));
    assertThat(last.messages().get(3).text())
        .isEqualTo(form.renderObservation("找到 2 个专辑：1. 西游记 (id a7) 2. 西游记后传 (id a8)"));
    String other = ofRun.equals("xml") ? "<observation>" : "Observation: ";
    assertThat(all(last)).doesNotContain(other);
    for (int i = 1; i < 3; i++) {
      List<Message> before = model.asked().get(i - 1).messages();
      assertThat(model.asked().get(i).messages().subList(0, before.size())).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @CsvSource({"text, xml", "xml, text"})
  void run_replyThatCannotBeRead_isToldTheModelsOwnForm(String ofRun, String own) {
    Protocol form = StepJson.protocol(own);
    String broken =
        own.equals("xml")
            ? "<action>search_album(keyword=\"a\" \"b\"</action>"
            : "Action: search_album\nAction Input: {\"keyword\": \"a\" b}";
    ScriptedModel model =
        new ScriptedModel(
            broken,
            form.renderAction("", "search_album", Map.of("keyword", "a")),
            form.renderAnswer("", "找到了。"));

    Run run = run(model, ofRun, own);

    assertThat(run.answer()).isEqualTo("找到了。");
    assertThat(tools.calls).hasSize(1);
    String told = model.asked().get(1).messages().get(3).text();
    assertThat(told).startsWith(form.renderObservation("格式错误").substring(0, 12));
    assertThat(told).contains(own.equals("xml") ? "&lt;action>" : "| Action: ");
    assertThat(told).doesNotContain(ofRun.equals("xml") ? "&lt;action>" : "| Action: ");
  }

  @Test
  void reply_completeAction_endsTheCallAndTheRestIsDropped() throws Exception {
    List<CancelFlag> calls = new ArrayList<>();
    ChatModel streaming =
        new ChatModel() {
          @Override
          public String name() {
            return "s";
          }

          @Override
          public Reply reply(
              Request request, CancelFlag cancel, java.util.function.Consumer<String> onText) {
            calls.add(cancel);
            String said = "";
            for (String piece : List.of("<action>pau", "se()</act", "ion><observation>假", "</x>")) {
              if (!cancel.isSet()) {
                said += piece;
                onText.accept(piece);
              }
            }
            return Reply.of(said);
          }
        };
    List<String> pieces = new ArrayList<>();
    CancelFlag cancel = new CancelFlag();
    Reply reply =
        new TranslatedModel(streaming, new TextProtocol(), new XmlProtocol())
            .reply(request("暂停"), cancel, pieces::add);

    assertThat(reply.text()).isEqualTo("Action: pause\nAction Input: {}");
    assertThat(pieces).containsExactly(reply.text());
    assertThat(calls.get(0).isSet()).isTrue();
    assertThat(cancel.isSet()).as("the run's own flag").isFalse();
  }

  @Test
  void reply_cutInsideOfACall_staysAFault() throws Exception {
    ScriptedModel model =
        new ScriptedModel()
            .then(
                new Reply(
                    "<action>write_to_file(path=\"a\", content=\"x",
                    Finish.LENGTH,
                    List.of(),
                    0,
                    0,
                    ""));
    Reply reply =
        new TranslatedModel(model, new TextProtocol(), new XmlProtocol())
            .reply(request("x"), new CancelFlag(), t -> {});
    assertThat(reply.finish()).isEqualTo(Finish.LENGTH);
    assertThat(new TextProtocol().parse(reply.text(), reply.finish(), ReferenceTools.ALL))
        .isInstanceOf(dev.earmark.agent.Parsed.Fault.class);
  }

  @Test
  void messages_callThatWasShortened_isStillACall() throws Exception {
    String call =
        new TextProtocol()
            .renderAction("", "write_to_file", Map.of("content", "很长的内容".repeat(100)));
    Request request =
        new Request(
            List.of(
                new Message(Author.SYSTEM, "s"),
                new Message(Author.USER, "任务：写"),
                new Message(Author.ASSISTANT, call.substring(0, 240) + "…"),
                new Message(Author.USER, "Observation: 已写入\n第二行")),
            List.of(),
            "text",
            ReferenceTools.ALL.specs(),
            "写",
            Language.ZH,
            Situation.NOTHING,
            List.of());
    ScriptedModel model = new ScriptedModel("<final_answer>好</final_answer>");
    new TranslatedModel(model, new TextProtocol(), new XmlProtocol())
        .reply(request, new CancelFlag(), t -> {});
    List<Message> read = model.asked().get(0).messages();
    assertThat(read.get(2).text()).startsWith("<action>write_to_file(content=\"很长的内容");
    assertThat(read.get(3).text()).isEqualTo("<observation>已写入\n第二行</observation>");
  }

  private static Request request(String task) {
    return new Request(
        List.of(new Message(Author.SYSTEM, "s"), new Message(Author.USER, task)),
        List.of(),
        "text",
        ReferenceTools.ALL.specs(),
        task,
        Language.ZH,
        Situation.NOTHING,
        List.of());
  }

  /** Keeps what it was asked. */
  private static final class Noting implements ChatModel {
    private final List<List<Message>> asked = new ArrayList<>();

    @Override
    public String name() {
      return "noting";
    }

    @Override
    public Reply reply(Request request, CancelFlag cancel, Consumer<String> onText) {
      asked.add(request.messages());
      return Reply.of("");
    }
  }

  @ParameterizedTest
  @CsvSource({"text, xml", "xml, text"})
  void reply_roundsAndOtherConversations_areWrittenAsIfEachCameFirst(String ofRun, String own)
      throws Exception {
    Protocol form = StepJson.protocol(ofRun);
    Message system = new Message(Author.SYSTEM, form.systemPrompt(List.of(), Language.ZH));
    Message task = new Message(Author.USER, "播放西游记");
    Message faulty = new Message(Author.ASSISTANT, "我先想想。");
    Message call =
        new Message(
            Author.ASSISTANT, form.renderAction("", "search_album", Map.of("keyword", "西游记")));
    Message found = new Message(Author.USER, form.renderObservation("1. 西游记"));
    List<List<Message>> conversations =
        List.of(
            List.of(system, task),
            List.of(system, task, call, found),
            List.of(system, task, faulty),
            List.of(system, task, faulty, found, call, found),
            List.of(system, task, call, found, call, found),
            List.of(system, found, call));
    Noting kept = new Noting();
    Noting fresh = new Noting();
    TranslatedModel model = new TranslatedModel(kept, form, StepJson.protocol(own));
    for (List<Message> messages : conversations) {
      Request request =
          new Request(
              messages, List.of(), ofRun, List.of(), "", Language.ZH, Situation.NOTHING, List.of());
      model.reply(request, new CancelFlag(), text -> {});
      new TranslatedModel(fresh, form, StepJson.protocol(own))
          .reply(request, new CancelFlag(), text -> {});
    }
    assertThat(kept.asked).isEqualTo(fresh.asked);
    assertThat(kept.asked.get(1).get(2).text()).isNotEqualTo(call.text());
  }
}
