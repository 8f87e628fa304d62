/**
 * Earmark: a voice and audiobook assistant. The packages are the pipeline, microphone to speaker;
 * {@code docs/architecture.md} shows it as a picture.
 */
@NullMarked
package dev.earmark;

import org.jspecify.annotations.NullMarked;
