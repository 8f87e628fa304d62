package dev.earmark.app.demo;

import java.util.Map;

/**
 * What came of one spoken command of the demo; times are seconds since its beginning where not said
 * otherwise.
 *
 * @param wakeS when the wake phrase was heard
 * @param observationMs how long the tool took to answer
 * @param endOfSpeechToAudioMs from the found end of speech to the book's first audible sample
 * @param cache {@code miss} or {@code hit}
 * @param audibleS where the book begins in the recorded sound, 0 when it is not in there
 */
record DemoTurn(
    String language,
    String heard,
    double wakeS,
    String thought,
    String action,
    Map<String, Object> actionInput,
    String observation,
    String answer,
    double observationMs,
    double endOfSpeechToAudioMs,
    String album,
    int section,
    String cache,
    double audibleS) {}
