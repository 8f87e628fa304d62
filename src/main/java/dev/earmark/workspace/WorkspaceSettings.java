package dev.earmark.workspace;

/**
 * Where a model may work with files, and how much, from {@code workspace.*}.
 *
 * @param folder the folder, or empty for none; a relative one lies beside config.yml
 * @param maxFileBytes the largest file that is written or read
 * @param maxTotalBytes the most that all files together may take after a write
 * @param maxFiles the most files and folders
 */
public record WorkspaceSettings(
    String folder, long maxFileBytes, long maxTotalBytes, int maxFiles) {
  /** No folder; 8 MiB a file, 256 MiB and 20,000 files in all. */
  public static final WorkspaceSettings DEFAULT =
      new WorkspaceSettings("", 8L << 20, 256L << 20, 20_000);
}
