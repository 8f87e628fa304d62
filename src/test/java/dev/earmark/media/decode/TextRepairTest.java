package dev.earmark.media.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TextRepairTest {
  @ParameterizedTest
  @CsvSource({
    "红楼梦 第十二回, GBK",
    "角落之歌, GBK",
    "苏云, GBK",
    "西游记（1）, GB18030",
    "紅樓夢, Big5",
    "三國演義 第一回, Big5",
    "サンプルのタイトル, windows-31j",
    "曹雪芹, GBK",
    "01 西游记ABC, GBK",
    "CCTV 评书联播 Track 7 (VBR 64k), GBK",
    "水浒传 Part One Hundred and Two, UTF-8",
    "Mötley Crüe, UTF-8"
  })
  void repair_wrongLabel_findsTheCodePage(String text, String charset) {
    byte[] bytes = text.getBytes(Charset.forName(charset));
    byte[] labelledLatin =
        new String(bytes, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.UTF_8);
    assertThat(TextRepair.repair(labelledLatin)).isEqualTo(text);
    assertThat(TextRepair.repair(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Björk",
        "Mötley Crüe",
        "bébé",
        "Dvořák",
        "Ænima",
        "Señor",
        "été",
        "Straße",
        "简·奥斯汀",
        "γειά σου",
        "plain",
        "Der Zauberberg – Thomas Mann",
        "Garçon",
        "CANÇÃO DE EMBALAR",
        "INTRODUÇÃO, EDIÇÕES",
        "Œuvres"
      })
  void repair_goodText_stays(String text) {
    assertThat(TextRepair.repair(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
  }

  @Property
  void repair_ascii_stays(@ForAll @AlphaChars String text) {
    assertThat(TextRepair.repair(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
  }

  @Property
  void repair_anyBytes_neverFails(@ForAll byte[] bytes) {
    assertThat(TextRepair.repair(bytes)).doesNotContain("\0");
  }
}
