package dev.earmark.library;

import dev.earmark.text.Normalizer;
import dev.earmark.text.TitleForms;
import dev.earmark.text.VolumeKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody said to name an album, in the forms that are compared.
 *
 * @param forms keys, as said first; empty when nothing was said
 * @param han whether it holds Chinese
 * @param firstOf titles whose first volume was asked for: 三体 of 三体第一部
 */
record Spoken(List<Form> forms, boolean han, List<String> firstOf) {
  static Spoken of(String text) {
    List<Form> forms =
        TitleForms.of(text).stream()
            .map(form -> new Form(form.key(), form.weight(), TitleEntry.mask(form.key())))
            .toList();
    List<String> first =
        forms.stream().flatMap(form -> VolumeKey.first(form.key()).stream()).distinct().toList();
    return new Spoken(forms, !forms.isEmpty() && Normalizer.hasHan(forms.get(0).key()), first);
  }

  /**
   * One form.
   *
   * @param weight how surely it is what was meant, see {@link TitleForms.Form}
   * @param mask its characters, see {@link TitleEntry#mask}
   */
  record Form(String key, double weight, long mask) {}

  boolean isEmpty() {
    return forms.isEmpty();
  }

  /** Returns the key as said. */
  String key() {
    return forms.get(0).key();
  }

  /** Returns how it sounds. */
  TitleEntry.Sound sound() {
    if (!han) {
      return TitleEntry.Sound.of(List.of(), key());
    }
    return TitleEntry.Sound.ofHan(key());
  }

  /** Returns Latin letters with near Chinese sounds merged, as if they were pinyin; else null. */
  @Nullable String pinyin() {
    if (han) {
      return null;
    }
    return key()
        .replace(" ", "")
        .replace("zh", "z")
        .replace("ch", "c")
        .replace("sh", "s")
        .replace("ing", "in")
        .replace("eng", "en")
        .replaceAll("n(?=[aeiouv])", "l");
  }
}
