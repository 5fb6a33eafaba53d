import type { QuestionnaireAnswerValues, QuestionnaireDraft } from '#contract/questionnaire'
import { computeRetryDelayMs } from '../../api/endpoint-query.ts'
import { isEditConflictError, ApiError, ApiUnreachableError } from '../../api/api-error.ts'
import { type AnswerConflict, mergeAnswers, hasSameAnswers, takeAsAgreed } from './merge-answers.ts'
import type { ServerAnswers, UnsentAnswers, createUnsentAnswersStore } from './unsent-answers.ts'

/**
 * Where the unsaved answers are stored: there are none; with the account; in this browser because the server cannot be
 * reached (`offline`) or refuses them now (`here`); nowhere.
 */
export type QuestionnaireDraftPlace = 'nothing' | 'account' | 'offline' | 'here' | 'nowhere'

export interface AnswersMergeReport {
  readonly clashes: readonly AnswerConflict[]
  /** True if the other side saved a version; false for a draft only. */
  readonly isSaved: boolean
}

/** Pause in typing before a draft is sent, in milliseconds. */
const PAUSE_MS = 1500

/** More were sent without an answer only where there is no network, and nothing of them arrived. */
const MOST_SENT = 5

interface KeeperParts {
  readonly known: ServerAnswers
  readonly read: () => QuestionnaireAnswerValues
  readonly show: (answers: QuestionnaireAnswerValues) => void
  readonly send: (draft: ServerAnswers) => Promise<QuestionnaireDraft>
  readonly look: () => void
  readonly copy: Omit<ReturnType<typeof createUnsentAnswersStore>, 'onWrittenElsewhere'>
  readonly tell: (keeping: QuestionnaireDraftPlace) => void
  /** Called after answers from another device were merged into the form. */
  readonly joined: (joined: AnswersMergeReport) => void
}

/** Saves a draft in this browser at once, and with the account as soon as possible. */
export class QuestionnaireDraftSaver {
  readonly #parts: KeeperParts
  #known: ServerAnswers
  /** The last state agreed with the other windows of this browser. */
  #shared: QuestionnaireAnswerValues
  /** The last answers taken over from another window. */
  #fromWindow: QuestionnaireAnswerValues | undefined
  /** Sent without an answer, by this form or the one before it. */
  #sent: QuestionnaireAnswerValues[]
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<void> | undefined
  #failures = 0
  #merges = 0
  #lastMerge: AnswersMergeReport = { clashes: [], isSaved: false }
  #isNextMergeExplained = false
  #takeovers = 0
  #isStoredLocally = true
  #isPaused = false
  #ended = false

  constructor(parts: KeeperParts) {
    this.#parts = parts
    this.#known = parts.known
    this.#shared = parts.known.answers
    this.#sent = parts.copy.read()?.sent ?? []
  }

  get version(): number {
    return this.#known.version
  }

  /** When the draft that this form knows was stored; null without one. */
  get draftAt(): string | null {
    return this.#known.draftAt
  }

  /** How often answers from elsewhere were merged into the form. */
  get merges(): number {
    return this.#merges
  }

  /** How often these merges changed what the form holds, or met another answer to the same question. */
  get takeovers(): number {
    return this.#takeovers
  }

  /**
   * Reports the answers because of which something was not done, also where they take nothing away from these: those that
   * were merged after so many merges, or the next ones.
   */
  explainMerge(after: number): void {
    if (this.#merges > after) this.#parts.joined(this.#lastMerge)
    else this.#isNextMergeExplained = true
  }

  changed(): void {
    const { read, copy } = this.#parts
    clearTimeout(this.#timer)
    if (!this.#isUnsent()) return copy.remove()
    this.#shared = read()
    this.#isStoredLocally = copy.write({
      base: this.#known.answers,
      answers: this.#shared,
      sent: this.#sent,
      writtenAt: new Date().toISOString(),
    })
    this.#schedule(PAUSE_MS)
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    // What was typed while the last was on its way is sent after it, even if the form is gone by then.
    await this.#sending
    if (this.#isPaused || (!this.#sending && !this.#isUnsent())) return
    this.#sending ??= this.#deliver(this.#parts.read()).finally(() => (this.#sending = undefined))
    await this.#sending
  }

  /**
   * Sends nothing until `resume`, and waits for what is on its way: a draft beside the answers that it is the draft of
   * could be stored first, and would have them refused.
   */
  async pause(): Promise<void> {
    this.#isPaused = true
    while (this.#sending) await this.#sending
  }

  resume(): void {
    this.#isPaused = false
    // As in `#deliver`: nothing is written once the form is gone.
    if (this.#ended) this.#parts.copy.forget(this.#known.answers)
    else this.changed()
  }

  /** Merges the server's state with the changes made here since. */
  learn(now: ServerAnswers): void {
    const before = this.#known
    if (now.version === before.version && now.draftAt === before.draftAt) return
    const mine = this.#parts.read()
    const wasUnsent = this.#isUnsent()
    this.#known = now
    const given = this.#fromWindow ? [this.#fromWindow, ...this.#sent] : this.#sent
    const base = takeAsAgreed(before.answers, now.answers, given)
    const { answers, clashes } = mergeAnswers(base, mine, now.answers)
    this.#parts.show(answers)
    const isSaved = now.version !== before.version
    this.#merges += 1
    this.#lastMerge = { clashes, isSaved }
    if (clashes.length > 0 || !hasSameAnswers(mine, answers)) this.#takeovers += 1
    // A draft that takes nothing away from this one is taken over without a word.
    if (this.#isNextMergeExplained || (wasUnsent && (isSaved || clashes.length > 0)))
      this.#parts.joined(this.#lastMerge)
    this.#isNextMergeExplained = false
    this.changed()
  }

  /** Takes over what another window changed and this one did not. */
  learnFromWindow({ answers: theirs }: UnsentAnswers): void {
    const mine = this.#parts.read()
    const { answers } = mergeAnswers(this.#shared, mine, theirs)
    // A window answers with the same what it has just been told.
    if (!hasSameAnswers(mine, theirs)) this.#fromWindow = theirs
    this.#shared = theirs
    this.#parts.show(answers)
  }

  restart(now: ServerAnswers, written: QuestionnaireAnswerValues): void {
    const { read, show, tell } = this.#parts
    this.#known = now
    this.#sent = []
    this.#failures = 0
    this.#isNextMergeExplained = false
    tell('nothing')
    show(mergeAnswers(written, read(), now.answers).answers)
    this.resume()
  }

  begin(): void {
    this.#ended = false
    if (this.#isUnsent()) this.changed()
  }

  end(): void {
    void this.flush()
    this.#ended = true
  }

  #isUnsent(): boolean {
    return !hasSameAnswers(this.#known.answers, this.#parts.read())
  }

  #schedule(milliseconds: number): void {
    if (!this.#ended) this.#timer = setTimeout(() => void this.flush(), milliseconds)
  }

  async #deliver(answers: QuestionnaireAnswerValues): Promise<void> {
    this.#sent = [...this.#sent, answers].slice(-MOST_SENT)
    this.#parts.copy.noteSent(this.#sent)
    try {
      const draft = await this.#parts.send({ ...this.#known, answers })
      this.#known = { ...this.#known, answers, draftAt: draft.savedAt }
      this.#sent = []
      this.#failures = 0
      this.#parts.tell('account')
      // Nothing is written once the form is gone: its owner may have signed out, or may be writing in another.
      if (this.#ended) this.#parts.copy.forget(answers)
      else this.changed()
    } catch (error) {
      this.#failed(error)
    }
  }

  #failed(error: unknown): void {
    if (isEditConflictError(error)) return this.#parts.look()
    const offline = error instanceof ApiUnreachableError && error.status === undefined
    const here = offline ? 'offline' : 'here'
    this.#parts.tell(this.#isStoredLocally ? here : 'nowhere')
    if (!(error instanceof ApiError)) this.#schedule(computeRetryDelayMs(this.#failures++))
  }
}
