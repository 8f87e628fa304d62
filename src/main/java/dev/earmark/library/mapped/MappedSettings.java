package dev.earmark.library.mapped;

import dev.earmark.library.http.WebService;
import dev.earmark.library.http.WebSettings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A service and how its requests and answers are to be understood.
 *
 * @param web address and manners
 * @param key what opens the service
 * @param sign how requests are signed
 * @param headers sent with every request; templates of the signature's variables
 * @param variables may stand in templates as {@code {name}}
 * @param verdict how failures are told
 * @param search finds albums by {@code {keyword}} and {@code {page}}
 * @param detail lists sections of the album {@code {id}}, {@code {page}}
 * @param album where the detail holds fields of the album itself
 * @param play finds the link of the section {@code {episode}} of the album {@code {id}}; its path
 *     and parameters are empty when the detail has the links
 * @param audioHeaders sent when the audio is fetched
 * @param keyWithAudio whether the key's header is sent then as well
 */
public record MappedSettings(
    WebSettings web,
    Secret key,
    Sign sign,
    Map<String, String> headers,
    Map<String, String> variables,
    Verdict verdict,
    Query search,
    Query detail,
    Map<String, List<String>> album,
    Query play,
    Map<String, String> audioHeaders,
    boolean keyWithAudio)
    implements WebService {
  /** Mappings that ship with the product, as files {@code NAME.yml} beside this class. */
  public static final List<String> PRESETS = List.of("lanren-52api", "audiobookshelf");

  /** The fields of an album, each with a list of JSON pointers; id and title are needed. */
  public static final List<String> ALBUM_FIELDS =
      List.of("id", "title", "author", "narrator", "language", "description", "cover", "sections");

  /** The fields of a section; the id is needed, and a url where there is no play request. */
  public static final List<String> SECTION_FIELDS =
      List.of("id", "title", "number", "seconds", "size", "url");

  /** How a request is sent: parameters in the address, as a form, or as a JSON object. */
  public enum Method {
    GET,
    FORM,
    JSON
  }

  /**
   * What opens the service.
   *
   * @param value the key itself; empty for none
   * @param param the parameter that it is sent as; empty for none
   * @param header the header that it is sent as; empty for none
   * @param prefix stands in front of it in the header
   */
  public record Secret(String value, String param, String header, String prefix) {
    @Override
    public String toString() {
      return "Secret[" + (value.isEmpty() ? "none" : "***") + "]";
    }
  }

  /** How a signature may be made. */
  public static final List<String> ALGORITHMS =
      List.of("md5", "sha1", "sha256", "hmac-md5", "hmac-sha1", "hmac-sha256");

  /** What a text that is signed may hold beside the names of parameters. */
  public static final List<String> SIGN_VARIABLES =
      List.of("key", "secret", "timestamp", "timestamp_ms", "nonce", "params");

  /**
   * How requests are signed.
   *
   * @param algorithm one of {@link #ALGORITHMS}; empty for no signature
   * @param text a template of what is signed, of {@link #SIGN_VARIABLES} and names of parameters
   * @param param the parameter that it is sent as; empty for none
   * @param header the header that it is sent as; empty for none
   * @param isUpper whether its letters are capitals
   * @param secret what only both sides know; empty where that is the key
   */
  public record Sign(
      String algorithm, String text, String param, String header, boolean isUpper, String secret) {
    /** Signs nothing. */
    public static final Sign NONE = new Sign("", "", "", "", /* isUpper= */ false, "");

    @Override
    public String toString() {
      return "Sign[" + algorithm + "]";
    }
  }

  /**
   * How an answer tells that it is a failure.
   *
   * @param ok pointers to the status; without any, everything is a success
   * @param okValues what stands there in a success
   * @param message pointers to the service's own words
   * @param quotaWords parts of messages that mean: asked too much
   * @param keyWords parts of messages that mean: wrong key, or no right
   */
  public record Verdict(
      List<String> ok,
      List<String> okValues,
      List<String> message,
      List<String> quotaWords,
      List<String> keyWords) {
    /** Copies the lists. */
    public Verdict {
      ok = List.copyOf(ok);
      okValues = List.copyOf(okValues);
      message = List.copyOf(message);
      quotaWords = List.copyOf(quotaWords);
      keyWords = List.copyOf(keyWords);
    }
  }

  /**
   * One kind of request. Pointers are JSON pointers (RFC 6901); of several, the first that finds
   * something counts.
   *
   * @param method how it is sent
   * @param path a template, joined to the address
   * @param params templates
   * @param list where the list is
   * @param total where the number of all hits is; may be empty
   * @param firstPage the service's number of the first page
   * @param pageSize how many there are on a full page; 0 when that is not known
   * @param emptyIsBusy whether an empty first page may as well mean that the service is busy
   * @param fields where the fields of an item are, seen from the item
   */
  public record Query(
      Method method,
      String path,
      Map<String, String> params,
      List<String> list,
      List<String> total,
      int firstPage,
      int pageSize,
      boolean emptyIsBusy,
      Map<String, List<String>> fields) {
    /** Copies the collections. */
    public Query {
      params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
      list = List.copyOf(list);
      total = List.copyOf(total);
      fields = Map.copyOf(fields);
    }

    /** Returns whether it asks for one page after another. */
    public boolean isPaged() {
      return path.contains("{page}")
          || params.values().stream().anyMatch(value -> value.contains("{page}"));
    }

    /** Returns whether there is anything to ask. */
    public boolean isThere() {
      return !path.isEmpty() || !params.isEmpty();
    }
  }

  /** Copies the collections. */
  public MappedSettings {
    headers = Map.copyOf(headers);
    variables = Map.copyOf(variables);
    album = Map.copyOf(album);
    audioHeaders = Map.copyOf(audioHeaders);
  }
}
