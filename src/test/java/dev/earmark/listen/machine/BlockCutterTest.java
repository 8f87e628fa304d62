package dev.earmark.listen.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.listen.SoundHistory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** However a stream is handed over, the blocks are the same. */
final class BlockCutterTest {
  @Property(tries = 200)
  void piecesOfAnyLength_giveTheSameBlocks(
      @ForAll @Size(max = 12) List<@IntRange(min = 0, max = 1_000) Integer> lengths) {
    int total = lengths.stream().mapToInt(Integer::intValue).sum();
    short[] stream = new short[total];
    for (int i = 0; i < total; i++) {
      stream[i] = (short) i;
    }
    BlockCutter cutter = new BlockCutter();
    List<short[]> blocks = new ArrayList<>();
    int at = 0;
    for (int length : lengths) {
      blocks.addAll(cutter.cut(Arrays.copyOfRange(stream, at, at + length)));
      at += length;
    }
    assertThat(blocks).hasSize(total / SoundHistory.BLOCK);
    for (int i = 0; i < blocks.size(); i++) {
      int from = i * SoundHistory.BLOCK;
      assertThat(blocks.get(i))
          .isEqualTo(Arrays.copyOfRange(stream, from, from + SoundHistory.BLOCK));
    }
  }
}
