package dev.earmark.app;

/** Entry point. */
public final class Main {
  private Main() {}

  /** Starts. */
  public static void main(String[] args) {
    System.out.println("earmark");
  }
}
