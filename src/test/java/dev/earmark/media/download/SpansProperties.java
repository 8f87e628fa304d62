package dev.earmark.media.download;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Stretches that lie apart, against a set of bytes. */
final class SpansProperties {
  @Property(tries = 300)
  void spans_areWhatASetOfBytesIs(
      @ForAll @Size(max = 12) List<@IntRange(max = 60) Integer> starts,
      @ForAll @Size(min = 12, max = 12) List<@IntRange(max = 15) Integer> lengths) {
    Spans spans = new Spans();
    BitSet model = new BitSet();
    for (int i = 0; i < starts.size(); i++) {
      int start = starts.get(i);
      spans.add(start, start + lengths.get(i));
      model.set(start, start + lengths.get(i));
    }
    for (int at = 0; at < 80; at++) {
      assertThat(spans.endOf(at)).isEqualTo(model.get(at) ? model.nextClearBit(at) : -1);
      int from = at;
      assertThat(spans.bytesFrom(at)).isEqualTo(model.stream().filter(b -> b >= from).count());
      int next = model.get(at) && at > 0 && model.get(at - 1) ? model.nextClearBit(at) : at;
      assertThat(spans.startFrom(at)).isEqualTo(model.nextSetBit(next));
    }
  }
}
