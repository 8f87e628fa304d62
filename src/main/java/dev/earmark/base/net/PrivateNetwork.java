package dev.earmark.base.net;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells addresses of this machine and of private networks from public ones (RFC 1918, 4193, 6598,
 * 6890).
 */
public final class PrivateNetwork {
  private PrivateNetwork() {}

  /** Returns whether the address is loopback, link-local, private, shared or multicast. */
  public static boolean holds(InetAddress address) {
    byte[] raw = address.getAddress();
    boolean uniqueLocal = raw.length == 16 && (raw[0] & 0xfe) == 0xfc;
    boolean carrier = raw.length == 4 && raw[0] == 100 && (raw[1] & 0xc0) == 64;
    return address.isLoopbackAddress()
        || address.isAnyLocalAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()
        || uniqueLocal
        || carrier;
  }

  /** Returns whether the host is an address written as numbers, which no client looks up. */
  public static boolean isLiteral(String host) {
    return host.matches("[0-9.]+|.*:.*");
  }

  /** Returns whether the host is the address of this machine, written as numbers. */
  public static boolean isThisMachine(String host) {
    return host.equals("127.0.0.1") || host.equals("::1");
  }

  /**
   * Looks up the public addresses of a host.
   *
   * @param setting what allows private ones, for the sentence
   * @throws UnknownHostException when there is no such host; with a {@link FailureException} {@code
   *     NOT_ALLOWED} as its cause when all its addresses are private
   */
  public static List<InetAddress> publicAddresses(String host, String setting)
      throws UnknownHostException {
    List<InetAddress> addresses = new ArrayList<>();
    for (InetAddress address : InetAddress.getAllByName(host)) {
      if (!holds(address)) {
        addresses.add(address);
      }
    }
    if (addresses.isEmpty()) {
      UnknownHostException refused = new UnknownHostException(host);
      refused.initCause(
          new FailureException(
              Failure.Kind.NOT_ALLOWED,
              host + " is in the private network; " + setting + " allows it"));
      throw refused;
    }
    return addresses;
  }
}
