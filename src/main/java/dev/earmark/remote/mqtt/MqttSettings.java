package dev.earmark.remote.mqtt;

import dev.earmark.base.EventFilter;

/**
 * Which broker the player is at.
 *
 * @param broker such as {@code tcp://192.168.1.5:1883} or {@code ssl://…:8883}; empty for none
 * @param user or empty
 * @param password or empty
 * @param topic in front of all topics; two daemons at one broker need two
 * @param discovery the prefix of Home Assistant's discovery, or empty for none
 * @param events which events are published
 * @param commands whether messages may command the player
 */
public record MqttSettings(
    String broker,
    String user,
    String password,
    String topic,
    String discovery,
    EventFilter events,
    boolean commands) {
  /** Shows no password. */
  @Override
  public String toString() {
    return "MqttSettings[" + broker + ", " + user + ", " + topic + ", " + discovery + "]";
  }
}
