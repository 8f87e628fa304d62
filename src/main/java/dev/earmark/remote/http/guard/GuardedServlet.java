package dev.earmark.remote.http.guard;

import dev.earmark.remote.http.reply.Json;
import dev.earmark.remote.http.reply.Problem;
import dev.earmark.remote.http.reply.Replies;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A servlet of another protocol behind the guard of the API. */
public final class GuardedServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private final transient Guard guard;
  private final transient HttpServlet inner;

  /** Puts {@code inner} behind the guard. */
  public GuardedServlet(Guard guard, HttpServlet inner) {
    this.guard = guard;
    this.inner = inner;
  }

  @Override
  public void init(ServletConfig config) throws ServletException {
    super.init(config);
    inner.init(config);
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Cache-Control", "no-store");
    try {
      guard.checkStrictly(request, response);
    } catch (Problem problem) {
      byte[] body =
          Json.bytes(
              problem.body(
                  request.getRequestURI(), Replies.accepted(request.getHeader("Accept-Language"))));
      response.setStatus(problem.status());
      response.setContentType(Problem.CONTENT_TYPE);
      response.setContentLength(body.length);
      response.getOutputStream().write(body);
      return;
    }
    inner.service(request, response);
  }
}
