package dev.earmark.app.home;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Under which addresses other machines reach this one. */
public final class Reach {
  private Reach() {}

  /**
   * Returns the hosts of addresses for a server, as they stand in a URL; for one that listens on
   * all addresses those of this machine's network cards, IPv4 first.
   *
   * @param bind what the server listens on
   */
  public static List<String> hosts(String bind) throws SocketException {
    boolean all = bind.isBlank() || bind.equals("0.0.0.0") || bind.equals("::");
    return all ? ofCards(bind.equals("0.0.0.0")) : List.of(inUrl(bind));
  }

  private static List<String> ofCards(boolean onlyV4) throws SocketException {
    List<String> four = new ArrayList<>();
    List<String> six = new ArrayList<>();
    for (NetworkInterface card : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      if (card.isUp() && !card.isLoopback()) {
        for (InetAddress address : Collections.list(card.getInetAddresses())) {
          if (address instanceof Inet4Address) {
            four.add(address.getHostAddress());
          } else if (address instanceof Inet6Address && !address.isLinkLocalAddress()) {
            six.add(inUrl(address.getHostAddress().replaceAll("%.*", "")));
          }
        }
      }
    }
    return four.isEmpty() && !onlyV4 ? six : four;
  }

  private static String inUrl(String host) {
    return host.contains(":") ? "[" + host + "]" : host;
  }
}
