package dev.earmark.listen.models;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Model folders and archives that look right, and a probe that reads their abilities from a file.
 */
final class FakeModels {
  private FakeModels() {}

  /** The file {@code conf/abilities} holds words such as {@code "zh en free"}. */
  static final ModelProbe PROBE =
      folder -> {
        Path file = folder.resolve("conf/abilities");
        if (!Files.exists(file) || !Files.exists(folder.resolve("am/final.mdl"))) {
          throw new FailureException(
              Failure.Kind.UNAVAILABLE, folder.getFileName() + " lacks am/final.mdl");
        }
        String words = Files.readString(file);
        Set<Language> languages = EnumSet.noneOf(Language.class);
        for (Language language : Language.values()) {
          if (words.contains(language.code())) {
            languages.add(language);
          }
        }
        return new ModelProbe.Abilities(languages, words.contains("free"));
      };

  static Path put(Path shelf, String name, String abilities, String readme) throws IOException {
    Path folder = shelf.resolve(name);
    Files.createDirectories(folder.resolve("am"));
    Files.createDirectories(folder.resolve("conf"));
    Files.writeString(folder.resolve("am/final.mdl"), "weights of " + name);
    Files.writeString(folder.resolve("conf/abilities"), abilities);
    if (!readme.isEmpty()) {
      Files.writeString(folder.resolve("README"), readme);
    }
    return folder;
  }

  /** Returns a ZIP file of the given entries. */
  static byte[] zip(Map<String, String> entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  /** Returns the archive of a whole model; the filler makes it larger than a network buffer. */
  static byte[] modelZip(String name, String abilities) throws IOException {
    StringBuilder filler = new StringBuilder();
    Random random = new Random(1);
    for (int i = 0; i < 40_000; i++) {
      filler.append((char) ('a' + random.nextInt(26)));
    }
    return zip(
        Map.of(name + "/am/final.mdl", filler.toString(), name + "/conf/abilities", abilities));
  }
}
