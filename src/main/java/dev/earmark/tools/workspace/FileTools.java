package dev.earmark.tools.workspace;

import dev.earmark.agent.Tool;
import dev.earmark.workspace.Workspace;
import java.util.List;

/** Makes the tools for the files of a workspace. */
public final class FileTools {
  private FileTools() {}

  /**
   * Returns the tools in the order in which a model is told of them. Those that need consent are to
   * be wrapped in a {@link ConsentGate} by who runs them.
   */
  public static List<Tool> in(Workspace workspace) {
    return List.of(
        new Mkdir(workspace),
        new WriteToFile(workspace),
        new AppendToFile(workspace),
        new ReadFile(workspace),
        new DeleteFile(workspace),
        new CreateFile(workspace),
        new RenameFile(workspace));
  }
}
