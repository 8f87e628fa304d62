package dev.earmark.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Books that are named together with who reads them. */
final class ReadByTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "王明军讲的三体 | 三体 | 王明军",
        "单田芳版三国演义 | 三国演义 | 单田芳",
        "由艾宝良演播的鬼吹灯 | 鬼吹灯 | 艾宝良",
        "三体王明军版的 | 三体 | 王明军",
        "三体，王明军播的 | 三体 | 王明军",
        "三体 {播音王明军} | 三体 | 王明军",
        "Alice read by Mary Ann | alice | mary ann",
        "the version of Emma narrated by Karen Savage | emma | karen savage",
        "karen savage's reading of emma | emma | karen savage",
      })
  void of_textWithAReader_hasTitleAndReader(String text, String title, String reader) {
    assertThat(ReadBy.of(text)).contains(new ReadBy(title, reader));
  }

  @ParameterizedTest
  @ValueSource(strings = {"三体", "西游记第三集", "alice in wonderland", "the tale of two cities", ""})
  void of_textWithoutAReader_isEmpty(String text) {
    assertThat(ReadBy.of(text)).isEmpty();
  }

  /** Everyday talk has the same form; nothing may be played for it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "老师讲的课",
        "李老师讲的课真好",
        "妈妈讲的故事很好听",
        "他讲的笑话",
        "王医生说的话",
        "谁说的",
        "it was read by him",
        "jane eyre read by me",
        "the story told by my uncle was sad",
        "a letter read by the queen"
      })
  void isSure_everydayTalk_isNot(String text) {
    assertThat(ReadBy.isSure(text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "哈利波特英文版",
        "小王子法文版",
        "史记少年版",
        "时间简史插图版",
        "高级版的三体",
        "红楼梦白话版",
        "三国演义珍藏版的",
        "the king's version of events",
        "the girl who read by night",
        "the doctor's reading of it"
      })
  void isSure_editionsAndTurnsOfSpeech_areNot(String text) {
    assertThat(ReadBy.isSure(text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"哈利波特英文版", "小王子法文版", "史记少年版", "时间简史插图版", "高级版的三体", "红楼梦精装版", "英文版的小王子", "西游记少儿版"})
  void of_editions_haveNoReader(String text) {
    assertThat(ReadBy.of(text)).noneMatch(one -> one.reader().length() <= 3);
  }

  @Test
  void isSure_nameAndTitle_is() {
    assertThat(ReadBy.isSure("王明军讲的三体")).isTrue();
    assertThat(ReadBy.isSure("alice read by mary")).isTrue();
    assertThat(ReadBy.ofSomebody("单田芳的三国")).hasValue("三国");
    assertThat(ReadBy.ofSomebody("老师的作业")).isEmpty();
  }
}
