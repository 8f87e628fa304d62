/**
 * Earmark: a voice and audiobook assistant. The packages are the pipeline, microphone to speaker;
 * {@code docs/architecture.md} shows it as a picture.
 *
 * <p>Every thread is named after its role. What it waits for is the only thing that it may wait
 * for.
 *
 * <table>
 *   <caption>Threads</caption>
 *   <tr><th>thread</th><th>does</th><th>waits for</th></tr>
 *   <tr><td>{@code capture}, {@code capture-NAME}, {@code capture-read}, {@code capture-close}</td><td>microphone blocks into the ring; closes a device that hangs</td><td>the device</td></tr>
 *   <tr><td>{@code listen}</td><td>wake phrase, end of speech, recognition</td><td>the ring</td></tr>
 *   <tr><td>{@code models}, {@code model-fetch-n}, {@code vosk-free}</td><td>loads, fetches and frees speech models</td><td>disk, network</td></tr>
 *   <tr><td>{@code heard-tidy}</td><td>has old sounds of commands removed, once a minute</td><td>none</td></tr>
 *   <tr><td>{@code heard-files-n}</td><td>writes commands as sound, when asked for</td><td>disk</td></tr>
 *   <tr><td>{@code assistant}</td><td>turns, ducking, barge-in</td><td>its mailbox</td></tr>
 *   <tr><td>{@code agent-n}, {@code agent-deadline}</td><td>one run of the agent each; ends model calls and waits that take too long</td><td>the model, a person</td></tr>
 *   <tr><td>{@code tool-n}</td><td>one call of a file tool or a search each</td><td>the disk, the network</td></tr>
 *   <tr><td>{@code model-watch}</td><td>looks whether the large model is there again</td><td>the model's server</td></tr>
 *   <tr><td>{@code lookup-n}, {@code library-n}</td><td>searches for the tools, one catalogue each</td><td>catalogues</td></tr>
 *   <tr><td>{@code fetch-n}</td><td>a wish: search, download, ready to start</td><td>catalogues, bytes</td></tr>
 *   <tr><td>{@code next-book-n}</td><td>looks up and plays what is queued</td><td>the library</td></tr>
 *   <tr><td>{@code download-n}</td><td>one download each</td><td>the network, the disk</td></tr>
 *   <tr><td>{@code player}</td><td>queue, intent, position</td><td>its mailbox</td></tr>
 *   <tr><td>{@code decode}</td><td>opens sources, FFmpeg, the book's pipe</td><td>bytes, room in the pipe</td></tr>
 *   <tr><td>{@code telemetry}</td><td>sends runs as spans, where that is configured</td><td>the receiver, 10 s at most</td></tr>
 *   <tr><td>{@code journal}, {@code runs}</td><td>write positions; records of runs</td><td>the disk</td></tr>
 *   <tr><td>{@code speak}, {@code voice-guard}</td><td>synthesises and queues speech</td><td>the synthesiser</td></tr>
 *   <tr><td>{@code output}, {@code speaker-watch}</td><td>mixes and writes to the speaker</td><td>the device</td></tr>
 *   <tr><td>{@code PROGRAM-stderr}</td><td>reads what a sound program complains of, such as {@code pacat-stderr}</td><td>the program</td></tr>
 *   <tr><td>{@code timers}, {@code library-refresh}, {@code keeper}, {@code scan-1}, {@code feeds-n}</td><td>rings; rescans folders; fetches kept books; asks podcasts</td><td>the clock, the disk</td></tr>
 *   <tr><td>those of the JDK ({@code FileSystemWatchService})</td><td>hear of changes in folders, one for each folder catalogue</td><td>the kernel</td></tr>
 *   <tr><td>{@code progress-sync}, {@code places-1}</td><td>exchanges places with a server of audiobooks</td><td>the clock, the network</td></tr>
 *   <tr><td>{@code http-n}, {@code demo-http-n}</td><td>requests to the API; to the demo library</td><td>clients, runs</td></tr>
 *   <tr><td>{@code consent}, {@code cancel-run}</td><td>{@code earmark agent}: reads an answer at the terminal; ends the run at Ctrl-C</td><td>the person, the run</td></tr>
 *   <tr><td>{@code mpris}, and those of dbus-java</td><td>the player on a D-Bus; its calls</td><td>its changes, the bus</td></tr>
 *   <tr><td>{@code mcp-updates}, and those of Reactor</td><td>tells MCP clients what has changed; their calls</td><td>the clock, clients</td></tr>
 *   <tr><td>{@code mcp-server-NAME}, {@code mcp-call-n}</td><td>a connection to an MCP server; calls of its tools</td><td>that server</td></tr>
 *   <tr><td>{@code mcp-in-NAME}, {@code mcp-out-NAME}, {@code mcp-err-NAME}</td><td>what the program of an MCP server says, is told and logs</td><td>that program</td></tr>
 *   <tr><td>{@code mqtt}, and those of Paho ({@code MQTT …})</td><td>the connection to the broker; commands from there</td><td>the clock, the broker</td></tr>
 *   <tr><td>{@code webhook}, and those of OkHttp</td><td>requests to addresses that are told what happens</td><td>the clock, answers</td></tr>
 *   <tr><td>{@code xiaozhi}, {@code xiaozhi-call-n}, and those of OkHttp</td><td>connections to xiaozhi endpoints; tool calls from there</td><td>the clock, endpoints</td></tr>
 *   <tr><td>{@code bridge-n}</td><td>{@code earmark mcp}: carries messages between stdin and the daemon</td><td>the daemon</td></tr>
 *   <tr><td>{@code good-end}</td><td>commands: ends well at a signal</td><td>the signal</td></tr>
 *   <tr><td>{@code watchdog}</td><td>feeds systemd's watchdog while the loops turn</td><td>the clock</td></tr>
 *   <tr><td>{@code look-n}</td><td>asks once whether a file of the book is there, where a share may hang</td><td>the disk</td></tr>
 *   <tr><td>{@code daemon-note}</td><td>leaves word for the commands as soon as a full disk lets it</td><td>the clock, the disk</td></tr>
 *   <tr><td>{@code preload}, {@code warm-up}</td><td>load at the start what the first request and the first command would wait for</td><td>the disk</td></tr>
 *   <tr><td>{@code shutdown}, {@code close}</td><td>at a signal: closes all parts in reverse order; one part each, given up at its deadline</td><td>the parts</td></tr>
 *   <tr><td>{@code clean-up}</td><td>commands: deletes a temporary folder at Ctrl-C</td><td>the disk</td></tr>
 * </table>
 *
 * <p>Who blocks and who drops: from disk to speaker everything blocks (a full pipe holds the
 * decoder, a full device holds the mixer); from microphone to recogniser the oldest block is
 * dropped and counted. No role calls another role's objects but by a mailbox or an immutable
 * snapshot.
 *
 * <p>Listeners may be called under a lock of whoever tells them, so that the order of what is told
 * is the order in which it happened: {@code base.Events} tells under its own, a download under one
 * of its own. So a listener only posts into a mailbox, a queue or a counter of its own: it never
 * blocks, and never asks the part that tells it. Locks are taken in one order: what is published is
 * published last, so that the lock of {@code Events} is inside of every other.
 */
@NullMarked
package dev.earmark;

import org.jspecify.annotations.NullMarked;
