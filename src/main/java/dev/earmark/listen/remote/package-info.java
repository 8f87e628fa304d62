/**
 * Recognition by a server: OpenAI-compatible transcription and Vosk's WebSocket server, each over
 * the embedded recogniser, which hears when the server does not answer. Knows no speech model.
 */
@NullMarked
package dev.earmark.listen.remote;

import org.jspecify.annotations.NullMarked;
