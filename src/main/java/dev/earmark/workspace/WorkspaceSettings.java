package dev.earmark.workspace;

import java.time.Duration;

/**
 * Where a model may work with files, and how much, from {@code workspace.*}.
 *
 * @param folder the folder, or empty for none; a relative one lies beside config.yml
 * @param maxFileBytes the largest file that is written or read
 * @param maxTotalBytes the most that all files together may take after a write
 * @param maxFiles the most files and folders
 * @param timeout the longest that a run waits for one call of a file tool or a search
 */
public record WorkspaceSettings(
    String folder, long maxFileBytes, long maxTotalBytes, int maxFiles, Duration timeout) {
  /** No folder; 8 MiB a file, 256 MiB and 20,000 files in all; thirty seconds. */
  public static final WorkspaceSettings DEFAULT =
      new WorkspaceSettings("", 8L << 20, 256L << 20, 20_000);

  /** Takes the default for the wait: thirty seconds. */
  public WorkspaceSettings(String folder, long maxFileBytes, long maxTotalBytes, int maxFiles) {
    this(folder, maxFileBytes, maxTotalBytes, maxFiles, Duration.ofSeconds(30));
  }
}
