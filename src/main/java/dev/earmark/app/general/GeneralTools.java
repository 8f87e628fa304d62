package dev.earmark.app.general;

import dev.earmark.agent.Protocol;
import dev.earmark.agent.Tool;
import dev.earmark.app.home.Home;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.search.WebSearch;
import dev.earmark.tools.TimedTool;
import dev.earmark.tools.search.Search;
import dev.earmark.tools.workspace.FileTools;
import dev.earmark.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * What the daemon's agent can do beside books: the files of the configured workspace, and search.
 * Nothing in rules mode, since the embedded rules know no such tasks.
 */
public final class GeneralTools {
  private static final String PART = "workspace";

  private final List<Tool> tools;
  private final boolean hasFiles;

  private GeneralTools(List<Tool> tools, boolean hasFiles) {
    this.tools = tools;
    this.hasFiles = hasFiles;
  }

  /** Makes what is configured; a workspace that cannot be used is a problem of health. */
  public static GeneralTools of(Home home, EarmarkConfig config, OkHttpClient http, Health health) {
    if (config.agent().mode().equals("rules")) {
      return new GeneralTools(List.of(), /* hasFiles= */ false);
    }
    Workspace workspace = workspace(home, config, health);
    WebSearch web = web(config, http);
    List<Tool> tools = new ArrayList<>();
    if (workspace != null) {
      tools.addAll(FileTools.in(workspace)); // the engine asks for consent
    }
    if (workspace != null || web != null) {
      tools.add(new Search(web, workspace));
    }
    List<Tool> timed = TimedTool.around(tools, config.workspace().timeout());
    return new GeneralTools(timed, workspace != null);
  }

  /** Returns the web search, or null when there is none. */
  static @Nullable WebSearch web(EarmarkConfig config, OkHttpClient http) {
    return config.search().isConfigured() ? new WebSearch(config.search(), http) : null;
  }

  private static @Nullable Workspace workspace(Home home, EarmarkConfig config, Health health) {
    String written = config.workspace().folder();
    if (written.isBlank()) {
      return null;
    }
    try {
      Path folder = home.config().toAbsolutePath().resolveSibling(written);
      Path real =
          WorkspacePlace.prepare(folder, home, Path.of(System.getProperty("user.home", "/root")));
      Workspace workspace = Workspace.open(real, config.workspace());
      health.ok(PART, real.toString());
      return workspace;
    } catch (FailureException e) {
      health.problem(PART, "workspace.folder: " + e.failure().detail());
    } catch (IOException e) {
      health.problem(PART, "workspace.folder cannot be opened; check its owner and mode");
    }
    return null;
  }

  /** Returns the tools. */
  public List<Tool> tools() {
    return tools;
  }

  /** Returns the wire form, with what a model needs to know of the workspace where there is one. */
  public Protocol prompt(Protocol form) {
    return hasFiles ? new WorkspacePrompt(form, null) : form;
  }
}
