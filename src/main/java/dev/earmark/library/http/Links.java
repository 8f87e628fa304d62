package dev.earmark.library.http;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.net.PrivateNetwork;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import okhttp3.Dns;
import okhttp3.HttpUrl;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a service from sending us into the private network. The host of the service's own address,
 * which a person has configured, may be private; any other one only where the setting allows it.
 */
final class Links implements Dns {
  private static final Logger log = LoggerFactory.getLogger(Links.class);

  private final String ownHost;
  private final boolean allowPrivate;
  private final String setting;

  Links(String catalogue, HttpUrl own, boolean allowPrivate) {
    this.ownHost = own.host();
    this.allowPrivate = allowPrivate;
    this.setting = "allow-private of the catalogue " + catalogue;
  }

  @Override
  public List<InetAddress> lookup(String host) throws UnknownHostException {
    return isFree(host) ? Dns.SYSTEM.lookup(host) : PrivateNetwork.publicAddresses(host, setting);
  }

  /** Checks a host that is written as numbers, which is never looked up. */
  void checkLiteral(HttpUrl url) throws FailureException {
    if (!isFree(url.host()) && PrivateNetwork.isLiteral(url.host())) {
      check(url);
    }
  }

  /**
   * Checks a link that somebody else will follow; looks its host up, so it may block.
   *
   * @throws FailureException {@code NOT_ALLOWED} when it leads into the private network
   */
  void check(HttpUrl url) throws FailureException {
    if (isFree(url.host())) {
      return;
    }
    try {
      PrivateNetwork.publicAddresses(url.host(), setting);
    } catch (UnknownHostException e) {
      if (e.getCause() instanceof FailureException refused) {
        throw new FailureException(
            new Failure(refused.failure().kind(), refused.failure().detail()), e);
      }
      // Whoever follows the link says that there is no such host.
      log.debug("{} cannot be looked up", url.host());
    }
  }

  private boolean isFree(String host) {
    return allowPrivate || host.equals(ownHost);
  }
}
