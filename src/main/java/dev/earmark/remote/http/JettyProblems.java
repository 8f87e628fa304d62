package dev.earmark.remote.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Problem objects for requests that do not get as far as a route, such as broken addresses. */
final class JettyProblems extends ErrorHandler {
  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int code,
      @Nullable String message,
      @Nullable Throwable cause,
      Callback callback) {
    Problem problem =
        new Problem(
            code,
            code < 500 ? "bad_request" : "internal",
            code < 500 ? "The request is not valid" : "A fault of Earmark",
            message == null ? "The request cannot be read." : message);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.CONTENT_TYPE);
    byte[] body = Json.bytes(problem.body(request.getHttpURI().getPath()));
    response.write(/* last= */ true, ByteBuffer.wrap(body), callback);
  }
}
