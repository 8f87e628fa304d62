package dev.earmark.agent.loop.claim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Answers as models give them, behind what their run has read and done: what is true is told to the
 * listener as it stands, what did not happen is sent back.
 */
final class HonestAnswersTest {
  private static boolean isSentBack(String calls, String answer) {
    Happened happened = Deeds.after(calls);
    return !happened.unsupported(answer).isEmpty() || happened.contradiction(answer).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          status-sleeps | 西游记第2集正在播放，大约19分钟后会自动停。
          status-sleeps | 睡眠定时已经设好了，大约19分钟后停止。
          status-sleeps | 现在音量是40，速度1.5。
          status-sleeps | 现在是1.5倍速。
          status-sleeps | 正在播放西游记第二集，一共8集，音量40。
          status-paused | It will stop in about 19 minutes because the sleep timer is set.
          status-paused | Treasure Island is paused at volume 40.
          status-paused | The speed is 1.5 and the volume is now 40.
          status-paused | It's paused in section 2 of Treasure Island.
          status-idle | Nothing is playing; the volume is at 40.
          status-idle | 现在没有在播放，音量是40。
          timers | A ten minute timer is set.
          timers | Your timer is running; it rings at 14:10.
          timers | Your timer will ring at ten past two.
          timers-zh | 你设了一个每天七点的闹钟。
          timers-zh | 明早七点的闹钟已经设好了，每天都会叫你。
          no-timers | No timer or alarm is set.
          no-timers | You have no timers, and no alarm has been set.
          bookmarks | 你在西游记第3集加了一个书签。
          bookmarks | There is a bookmark in section 3, saved at 2:10.
          downloads | 西游记第3集正在下载，还要一会儿。
          recent | 昨天您听了西游记，听到第3集停下了。
          recent | Yesterday you paused Treasure Island in chapter three.
          recent | You last stopped in section 3.
          none | 三国演义正在播放，是第2集。
          none | 音量现在是50。
          none | The volume is 50 right now.
          volume30 | 音量已经调到30了，比刚才小一些。
          volume30 | Done, I've set it to thirty percent.
          volume30 | 先调到40，又调到30了。
          volume30 | It was at 50 before, and now the volume is at 30.
          volume30 | 声音帮你弄小了。
          volume30 | I made it quieter for you.
          half-volume | 音量五成，刚刚好。
          half-volume | 音量已调到五成。
          speed | The speed is now set to 150%.
          speed | 速度已经调到百分之一百五了。
          speed | It now plays one and a half times as fast.
          speed | It's a bit faster now.
          timer600 | 十分钟后我会叫你的，放心。
          timer600 | Timer's running, ten minutes.
          timer600 | 好，600秒后提醒你。
          timer5400 | The timer is set for an hour and a half.
          timer5400 | 一个半小时的定时器设好了。
          ahead5400 | Skipped ahead an hour and a half.
          ahead5400 | 已快进一个半小时。
          back900 | Went back a quarter of an hour.
          back900 | 已后退一刻钟。
          sleep20 | I will stop playing in 20 minutes.
          sleep20 | 20分钟后会停止播放，祝你好梦。
          cancelled | 闹钟取消了，可以安心睡了。
          paused | 已经暂停了，想继续就说继续播放。
          paused | Paused. Say resume and I will play on.
          paused | I've paused it, tell me when to continue and I'll resume.
          paused | Paused. If you want to go on, I'll start playing again.
          paused | 已暂停，需要的话我可以帮你停止播放或者设置定时。
          stopped | 已经停了。下次说“继续播放”，就会从这里开始播放。
          resumed | 接着放了，西游记第2集。
          resumed | We're back in Journey to the West.
          next | 跳到下一集了，现在是第4集。
          next | Skipped to the next section.
          bookmarked | Bookmarked!
          bookmarked | 书签帮你加上啦。
          bookmarked | I marked this spot for you.
          queued | Queued Alice next.
          queued | 已加入播放队列。
          series | 正在播放《地球往事》第一部三体。
          series | 正在播放三体，第二集也准备好了。
          series | 正在播放三体，共2集，第2集也下好了。
          playing3 | Playing chapter three for you now.
          playing3 | 西游记第三集开始了，之前您听的是第2集。
          fetching | 红楼梦在路上了，下好就开始播放。
          found | 找到了西游记，共有8集，要播放第一集吗？
          found | I found Journey to the West; shall I start playing it?
          sum | 约等于52.14。
          none | 你昨天把音量调到了三十，这是我记得的。
          none | You set the volume to thirty yesterday.
          none | Last week you asked me to set an alarm, and it was set for seven.
          none | 上次你让我把闹钟设在七点。
          none | 前天晚上定时器设好了以后，你就睡着了。
          none | Earlier today you paused it twice.
          none | 说“音量调到三十”，我就会把音量调到三十。
          none | If you say "stop", playback is stopped.
          none | 你可以说“跳到下一集”，我就会跳到下一集。
          none | Just say "add a bookmark" and I'll say "Bookmarked!".
          none | 只要说暂停，书就暂停了。
          none | When you say pause, the book is paused.
          none | 很久以前，国王把门打开了，公主停止了哭泣。
          none | Once the captain had stopped the ship, Jim was paused in thought.
          none | In the story, Silver set the timer of the bomb and the ship stopped.
          none | 《金银岛》里，吉姆打开了箱子，船停了下来。
          none | 书里写道：“闹钟已经设好了，我们七点出发。”
          none | The chapter begins: "I have stopped the clock," he said.
          none | 故事里，他把音量调大了，全城的人都听见了。
          none | Once upon a time a king paused. He stopped and went back to his castle.
          none | 小说里孙悟空跳到了云上，师父暂停了念经。
          none | 抱歉，我没能把音量调大。
          none | 音量没有变，还是50。
          none | I did not pause anything.
          none | I haven't set an alarm. Shall I set one for seven?
          none | Neither the timer nor the alarm is set.
          none | 我还没有开始播放，你想听哪一本？
          none | 我可以帮你把音量调大，要吗？
          none | I could turn the volume up to 60 if you like.
          none | I can set a timer, and I can add a bookmark.
          none | 要不要我帮你定个闹钟？定好了会叫你。
          none | Would you like it louder or quieter?
          none | 接下来我打算先搜索，再播放。
          none | 要是设好了闹钟，我会在七点叫你。
          none | 定时可以按分钟设，也可以按集设，比如“听完两集就停”。
          none | The alarm was not set because the time is missing.
          none | 下载失败了，没有开始播放。
          volume30 | 好了，现在的音量是30，听起来应该舒服多了。
          volume30 | Okay, volume is down to 30.
          volume30 | 音量降到30啦，晚安。
          volume30 | That's thirty percent now.
          none | 调音量可以说“大声一点”。
          none | To stop, say "stop".
          none | You can set a timer by saying "set a timer for ten minutes".
          none | Playing chess is fun.
          none | 我的建议是先听第一集。
          none | 我记得你喜欢西游记，要接着放吗？
          none | 西游记讲的是唐僧取经的故事，孙悟空跳到云上，大闹天宫。
          none | In chapter two the clock stopped at nine and the captain skipped breakfast.
          none | Alice fell asleep and the Queen turned up late.
          none | The story begins when Jim's alarm is set off by a pirate.
          status-idle | Nothing is playing right now, so there is nothing to pause.
          status-paused | Treasure Island is paused, say resume to continue.
          status-paused | You're in section 2 of Treasure Island, at 3:20 of 12:00.
          status-sleeps | 还有18分钟就会停止播放。
          status-sleeps | 这一集放到3分20秒了，总共20分钟。
          timers-zh | 你有一个闹钟，每天早上七点响。
          timers-zh | There is one alarm; it will ring at seven.
          timers | There's one timer, and it is set to go off at 14:10.
          timer600 | I've set a ten minute timer.
          timer600 | 计时开始，十分钟后响。
          timer600 | Your ten minutes start now.
          cancelled | 没有别的闹钟了，七点的已经取消。
          cancelled | Cancelled. You have no other alarms.
          alarm0730 | I'll wake you at half past seven.
          alarm0730 | 明早七点半叫你起床。
          alarm0730 | Alarm's set, 7:30 it is.
          sleep20 | 好的，再放二十分钟就停。
          sleep20 | Sleep well, it stops in twenty minutes.
          fetching | Let me fetch that for you, it'll start playing in a moment.
          fetching | 正在为你找红楼梦，稍等一下，马上就播放。
          playing3 | 好的，西游记第三集，马上播放。
          playing3 | Here's Journey to the West, section three.
          paused | 好，停在这里了。
          paused | I've stopped it for now.
          stopped | The book is paused where you left off.
          resumed | Resuming Journey to the West.
          next | 好的，换到第4集了。
          bookmarked | 已经记下这个位置了，下次说“回到书签”就行。
          bookmarked | Done, your spot in section 3 is saved.
          ahead30 | 往前跳了半分钟。
          ahead30 | Jumped half a minute ahead.
          speed | 现在一点五倍速。
          speed | 快一点了，一点五倍。
          volume30 | 音量现在是百分之三十。
          volume30 | It's at 30 percent now, that's a bit quieter than before.
          quieter | 小声一点了，现在是40。
          quieter | 调低了一成，现在四成。
          none | 你好！想听点什么？
          none | 我不知道现在几点。
          none | I don't know that book.
          none | 好的。
          none | 抱歉，刚才没有听清，请再说一遍。
          none | 我没听懂，是要暂停，还是要停止播放？
          none | 听书的时候说“停”，我就会停。
          none | I'm Earmark; I play audiobooks, set timers and remember where you stopped.
          none | 我是耳记，可以播放有声书、设闹钟、加书签，还会记住你听到哪里。
          none | A timer that is set for ten minutes rings after ten minutes.
          none | 闹钟响的时候会有铃声，说“停”就停了。
          none | I can't do that, but I can play a book for you.
          none | 这首歌唱完了。
          none | His speed was incredible, and the train stopped at the next station.
          none | 声音是由振动产生的，音量是声音的大小。
          none | The alarm clock was invented in 1787.
          none | 闹钟是1787年发明的。
          none | A bookmark is a strip of paper that is placed in a book.
          none | 西游记共有一百回，作者是吴承恩。
          none | The volume of a cube with side 3 is 27.
          none | 一本书放在桌上。
          none | Downloads are kept for thirty days.
          none | 时间到了会响铃。
          none | The speed of light is 299792458 metres a second.
          none | 光速是每秒三十万公里。
          none | 先暂停，再说“继续”就行。
          none | Press pause and the book is paused.
          none | I will play it as soon as you tell me which one.
          none | You paused it an hour ago.
          none | 是你让我停的，所以书停了。
          none | They turned up the volume and he stopped dancing.
          none | 第三集里，悟空停下了脚步，说：“已经到了。”
          """)
  void honestAnswer_isTakenAsItStands(String calls, String answer) {
    assertThat(isSentBack(calls, answer)).as(calls + ": " + answer).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          none | 正在为您播放西游记。
          none | Playing Treasure Island for you now.
          none | Sure, playing chapter three of Alice.
          none | 西游记给你放上了。
          none | 好嘞，西游记第一集开始了。
          none | Here we go, Alice has started.
          none | 接着放了。
          none | I've resumed the book.
          status-paused | Playing chapter three now.
          status-idle | 已经在播放西游记了。
          none | Bookmarked!
          none | I added the bookmark.
          none | I've saved your spot.
          none | 书签帮你加上啦。
          none | 已添加书签。
          none | 这个位置记下来了。
          none | It now plays at double speed.
          none | 现在是两倍速了。
          none | I slowed it down a little.
          none | 语速放慢了一点。
          status-paused | It now plays at double speed.
          status-sleeps | 现在是两倍速了。
          speed | It now plays at double speed.
          speed | The speed is set to 200%.
          none | 声音给您弄大了。
          none | Louder now.
          none | I made it louder for you.
          none | I turned the sound down a bit.
          none | 帮你把声音开小了一点。
          status-paused | The volume is now 80.
          half-volume | 音量已调到八成。
          none | Timer's running, ten minutes.
          none | 十分钟后我会叫你的，放心。
          none | I'll wake you at seven.
          none | 明天七点准时叫你起床。
          none | Your alarm is all set for seven.
          none | 好的，听完这一集就会自动停。
          no-timers | Your ten minute timer is running.
          ahead5400 | Skipped ahead twenty minutes.
          back900 | 已后退五分钟。
          none | 跳到下一集了。
          none | Skipped to the next chapter.
          none | 已经回到开头了。
          none | Back to the beginning of the chapter.
          none | 给你停了。
          none | I've gone ahead and paused it.
          none | It's on pause now.
          none | 先给你停一下了。
          none | Okay, stopped.
          none | 已经开始下载西游记了。
          none | The download has started.
          none | Queued Alice next.
          none | 你昨天设的闹钟不在了，现在音量已经调到30了。
          paused | 已经暂停了，十分钟后会自动继续，定时已设好。
          none | 没问题，音量已经调到80了。
          none | No problem, the timer is set.
          none | 不用客气，闹钟定好了。
          series | 正在播放三体第二集。
          series | 正在播放《球状闪电》。
          none | 音量降到30啦，晚安。
          none | Okay, the volume is down to 30.
          none | 声音已经调低了。
          none | 音量拧大了。
          none | The story has started, enjoy.
          none | Alright, Alice is playing.
          none | 马上开始播放《爱丽丝》。
          none | 已为你打开西游记。
          none | 已切换到第三集。
          none | 已经是下一集了。
          none | We're now on the next chapter.
          none | I went back thirty seconds.
          none | I've moved you to chapter four.
          none | 倒回去了三十秒。
          none | I've put a bookmark here.
          none | Your place is bookmarked.
          none | 给这里做了个标记。
          none | I've cancelled all your alarms.
          none | 闹钟都取消了。
          none | All timers are off.
          none | 定了明早七点的闹钟。
          none | 好，明早七点的闹钟没问题，已经定上了。
          none | It'll ring in ten minutes.
          none | I'll stop the book in twenty minutes.
          none | The sleep timer is on.
          none | 已经把速度降下来了。
          none | Speed is back to normal.
          none | 恢复正常速度了。
          none | Volume muted.
          none | 声音关掉了。
          none | I've stopped playback.
          none | 播放已经停下来了。
          none | 书已经停了。
          none | Playback is paused.
          none | The book has been paused.
          none | 帮您按了暂停。
          none | 给您暂停播放了。
          none | 正在给您下载整本书。
          none | The whole book is being downloaded.
          none | 书签已保存。
          none | That's bookmarked for you.
          none | I'm now playing your book.
          none | All done, it's paused.
          none | 搞定，已暂停。
          none | 行，给您调成1.5倍速了。
          none | 速度调好了。
          none | It's now at 1.25x.
          none | Done. I set a reminder for Monday.
          none | 提醒给您设好了。
          none | 我会在九点提醒你吃药。
          none | 我九点叫你。
          status-sleeps | Bookmarked!
          status-paused | 书签加好了。
          found | 闹钟设好了。
          sum | Timer set.
          read-file | I've created notes.txt.
          status-paused | Louder now.
          status-sleeps | 语速放慢了一点。
          none | Now playing They Came to Baghdad.
          """)
  void falseClaim_isSentBack(String calls, String answer) {
    assertThat(isSentBack(calls, answer)).as(calls + ": " + answer).isTrue();
  }
}
