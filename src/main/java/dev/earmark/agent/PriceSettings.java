package dev.earmark.agent;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What models cost, from {@code brain.llm.price-*}.
 *
 * @param currency such as {@code USD}
 * @param models by the model's name; a model that is not there has no known price
 */
public record PriceSettings(String currency, Map<String, Price> models) {
  /** No prices are known. */
  public static final PriceSettings NONE = new PriceSettings("USD", Map.of());

  private static final double MILLION = 1e6;

  /** Copies the map. */
  public PriceSettings {
    models = Map.copyOf(models);
  }

  /**
   * What a million tokens cost.
   *
   * @param input what the model reads
   * @param cachedInput what the server had in its cache
   * @param output what the model writes
   */
  public record Price(double input, double cachedInput, double output) {}

  /**
   * Returns these prices with that of another model; one whose prices are all 0 has none that is
   * known.
   *
   * @param model its name; empty for none
   * @param cached 0 when cached input costs as much as other input
   */
  public PriceSettings with(String model, double input, double cached, double output) {
    if (model.isEmpty() || input + output == 0) {
      return this;
    }
    Map<String, Price> more = new HashMap<>(models);
    more.put(model, new Price(input, cached > 0 ? cached : input, output));
    return new PriceSettings(currency, more);
  }

  /** Returns what a reply of the model costs, or null when its price is not known. */
  public @Nullable Double of(String model, int prompt, int cached, int completion) {
    Price price = models.get(model);
    if (price == null) {
      return null;
    }
    int fromCache = Math.max(0, Math.min(cached, prompt));
    return ((prompt - fromCache) * price.input()
            + fromCache * price.cachedInput()
            + completion * price.output())
        / MILLION;
  }
}
