package dev.earmark.base;

import java.net.InetAddress;

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
}
