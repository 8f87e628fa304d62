package dev.earmark.listen.engine;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.Meaning;
import dev.earmark.listen.Recognizer;
import dev.earmark.listen.RecognizerLayer;
import dev.earmark.listen.SpeechModel;
import dev.earmark.listen.WakeDetector;
import dev.earmark.listen.grammar.PhraseGrammar;
import dev.earmark.listen.grammar.Rules;
import dev.earmark.listen.grammar.TitleForms;
import dev.earmark.listen.grammar.Vocabulary;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loaded models and what is made of them: wake detectors and recognisers for the commands and
 * the titles of the library.
 *
 * <p>Thread-safe; owns its model handles. What it has made lives on after {@link #close()} and is
 * closed by whoever asked for it.
 */
public final class SpeechEngine implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SpeechEngine.class);

  private final List<SpeechModel> models;
  private final ListenSettings settings;
  private final Meaning meaning;
  private final RecognizerLayer layer;
  private List<String> titles = List.of(); // guarded by this
  private List<PhraseGrammar> grammars = List.of(); // one for each model; guarded by this

  /** Makes an engine for which every wording is a wish of its own. */
  public SpeechEngine(List<SpeechModel> models, ListenSettings settings) throws FailureException {
    this(models, settings, Meaning.WORDS);
  }

  /** Makes an engine that recognises on this machine alone. */
  public SpeechEngine(List<SpeechModel> models, ListenSettings settings, Meaning meaning)
      throws FailureException {
    this(models, settings, meaning, RecognizerLayer.NONE);
  }

  /**
   * Makes an engine of models, which it will close.
   *
   * @param models the preferred one first; those that know none of the languages are not used
   * @param meaning tells which commands do the same
   * @param layer put over the recognisers of commands and titles
   * @throws FailureException when no model is left
   */
  public SpeechEngine(
      List<SpeechModel> models, ListenSettings settings, Meaning meaning, RecognizerLayer layer)
      throws FailureException {
    this.models = List.copyOf(models);
    this.settings = settings;
    this.meaning = meaning;
    this.layer = layer;
    if (languages().isEmpty()) {
      throw new FailureException(
          Failure.Kind.UNAVAILABLE,
          "no speech model for "
              + settings.languages()
              + " in models/; put one there or run 'earmark models install zh'");
    }
  }

  /** Returns another engine on the same models, for use by another thread. */
  public SpeechEngine share() throws FailureException {
    SpeechEngine other =
        new SpeechEngine(
            models.stream().map(SpeechModel::share).toList(), settings, meaning, layer);
    other.adopt(titles(), grammars());
    return other;
  }

  private synchronized void adopt(List<String> sameTitles, List<PhraseGrammar> sameGrammars) {
    titles = sameTitles;
    grammars = sameGrammars;
  }

  /** Returns the languages that are heard. */
  public Set<Language> languages() {
    Set<Language> heard = EnumSet.noneOf(Language.class);
    for (SpeechModel model : models) {
      heard.addAll(languages(model));
    }
    return heard;
  }

  /** Returns the names of the models. */
  public List<String> modelNames() {
    return models.stream().map(SpeechModel::name).toList();
  }

  /** Replaces the titles that may be spoken; recognisers made later hear them. */
  public synchronized void setTitles(List<String> newTitles) {
    if (!titles.equals(newTitles)) {
      titles = List.copyOf(newTitles);
      grammars = List.of();
    }
  }

  /** Returns the titles that may be spoken. */
  public synchronized List<String> titles() {
    return titles;
  }

  /** Makes a detector of the wake phrases. */
  public WakeDetector newWakeDetector() {
    List<WakeDetector> detectors = new ArrayList<>();
    for (SpeechModel model : models) {
      PhraseWakeDetector detector =
          new PhraseWakeDetector(model, settings.wakePhrases(), settings.wakeSensitivity());
      if (model.grammars() && detector.usable()) {
        detectors.add(detector);
      }
    }
    if (detectors.isEmpty()) {
      log.warn(
          "no model can hear the wake phrases {}; a button opens the ear", settings.wakePhrases());
    }
    return combinedDetector(detectors);
  }

  /**
   * Makes a detector of words that need no wake phrase while a book plays.
   *
   * @param words the longer ones first
   */
  public WakeDetector newStopDetector(List<String> words) {
    List<WakeDetector> detectors = new ArrayList<>();
    for (SpeechModel model : models) {
      Vocabulary vocabulary = new Vocabulary(model::knows);
      List<String> known = words.stream().filter(w -> vocabulary.cutPhrase(w).isPresent()).toList();
      if (model.grammars() && !known.isEmpty()) {
        detectors.add(PhraseWakeDetector.ofStopWords(model, known));
      }
    }
    return combinedDetector(detectors);
  }

  private static WakeDetector combinedDetector(List<WakeDetector> detectors) {
    return detectors.size() == 1 ? detectors.get(0) : new CombinedWakeDetector(detectors);
  }

  /** Makes a recogniser of commands and titles. */
  public Recognizer newRecognizer() {
    List<PhraseGrammar> compiled = grammars();
    List<Recognizer> recognisers = new ArrayList<>();
    for (int i = 0; i < models.size(); i++) {
      recognisers.add(recognizer(models.get(i), compiled.get(i)));
    }
    return layer.over(combined(recognisers), titles());
  }

  /** Makes a recogniser of the given phrases only. */
  public Recognizer newRecognizer(List<String> phrases) {
    List<Recognizer> recognisers = new ArrayList<>();
    for (SpeechModel model : models) {
      Vocabulary vocabulary = new Vocabulary(model::knows);
      Rules rules = Rules.ofPhrases(phrases);
      recognisers.add(
          recognizer(
              model, PhraseGrammar.compile(List.of(rules), settings.wakePhrases(), vocabulary)));
    }
    return combined(recognisers);
  }

  private Recognizer recognizer(SpeechModel model, PhraseGrammar grammar) {
    Language fallback = languages(model).contains(Language.ZH) ? Language.ZH : Language.EN;
    return new GrammarRecognizer(model, grammar, settings.minConfidence(), fallback, meaning);
  }

  private static Recognizer combined(List<Recognizer> recognisers) {
    return recognisers.size() == 1 ? recognisers.get(0) : new CombinedRecognizer(recognisers);
  }

  private synchronized List<PhraseGrammar> grammars() {
    if (grammars.isEmpty()) {
      List<PhraseGrammar> compiled = new ArrayList<>();
      for (SpeechModel model : models) {
        compiled.add(compile(model));
      }
      grammars = List.copyOf(compiled);
    }
    return grammars;
  }

  /** English titles are said in Chinese commands too; the reverse is not heard. */
  private PhraseGrammar compile(SpeechModel model) {
    Vocabulary vocabulary = new Vocabulary(model::knows);
    List<Rules> rules = new ArrayList<>();
    Set<String> unheard = new TreeSet<>();
    for (Language language : languages(model)) {
      List<String> forms = new ArrayList<>();
      for (String title : titles) {
        List<String> known = TitleForms.known(title, vocabulary);
        if (known.isEmpty()) {
          unheard.add(title);
        }
        if (language == Language.ZH || Language.guess(title, Language.EN) == Language.EN) {
          forms.addAll(known);
        }
      }
      List<String> distinct = language == Language.ZH ? TitleForms.onceInHan(forms) : forms;
      rules.add(Rules.builtIn(language.code()).withClass("title", distinct));
    }
    PhraseGrammar grammar = PhraseGrammar.compile(rules, settings.wakePhrases(), vocabulary);
    // The titles hold other spellings of the same books, so that one unheard is mostly no loss.
    log.debug("model {} has no words for the titles {}", model.name(), unheard);
    log.debug("model {} does not know {}", model.name(), grammar.unknownWords());
    return grammar;
  }

  /** A language is heard by the first model that knows it. */
  private Set<Language> languages(SpeechModel model) {
    Set<Language> own = EnumSet.noneOf(Language.class);
    own.addAll(settings.languages());
    own.retainAll(model.languages());
    for (SpeechModel earlier : models) {
      if (earlier.equals(model)) {
        break;
      }
      own.removeAll(earlier.languages());
    }
    return own;
  }

  @Override
  public void close() {
    models.forEach(SpeechModel::close);
  }
}
