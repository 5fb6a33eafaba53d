import type { QuestionnaireAnswerValues, QuestionnaireDraft } from '#contract/questionnaire'
import { computeRetryDelayMs } from '../../api/endpoint-query.ts'
import { isEditConflictError, ApiError, ApiUnreachableError } from '../../api/api-error.ts'
import { type AnswerConflict, mergeAnswers, hasSameAnswers, toMergeBase } from './merge-answers.ts'
import type { ServerAnswers, UnsentAnswers, createUnsentAnswersStore } from './unsent-answers.ts'

/**
 * Where unsaved answers are stored: `nothing` to store; in the account; in this browser because the server is
 * unreachable (`offline`) or refuses them for now (`here`); nowhere.
 */
export type QuestionnaireDraftPlace = 'nothing' | 'account' | 'offline' | 'here' | 'nowhere'

export interface AnswersMergeReport {
  readonly clashes: readonly AnswerConflict[]
  /** True if the other side saved a version; false for a draft only. */
  readonly isSaved: boolean
}

const PAUSE_MS = 1500

/** More pending attempts accumulate only without a network, and then none of them arrived. */
const MAX_SENT = 5

interface KeeperParts {
  readonly known: ServerAnswers
  readonly read: () => QuestionnaireAnswerValues
  readonly show: (answers: QuestionnaireAnswerValues) => void
  readonly send: (draft: ServerAnswers) => Promise<QuestionnaireDraft>
  readonly invalidate: () => void
  readonly copy: Omit<ReturnType<typeof createUnsentAnswersStore>, 'onWrittenElsewhere'>
  readonly tell: (keeping: QuestionnaireDraftPlace) => void
  readonly joined: (joined: AnswersMergeReport) => void
}

export class QuestionnaireDraftSaver {
  readonly #parts: KeeperParts
  #known: ServerAnswers
  /** The last state that all tabs of this browser share. */
  #shared: QuestionnaireAnswerValues
  #fromWindow: QuestionnaireAnswerValues | undefined
  /** Sent without a reply, by this form or the one before it: they may have arrived. */
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

  get draftAt(): string | null {
    return this.#known.draftAt
  }

  get merges(): number {
    return this.#merges
  }

  /** Number of merges that changed the form or met another answer to the same question. */
  get takeovers(): number {
    return this.#takeovers
  }

  /**
   * Reports the last merge if one happened after the first `after`, otherwise the next one, even if it dropped nothing:
   * it explains a refused action.
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
    // Changes typed during the last request are sent after it, even if the form is unmounted by then.
    await this.#sending
    if (this.#isPaused || (!this.#sending && !this.#isUnsent())) return
    this.#sending ??= this.#deliver(this.#parts.read()).finally(() => (this.#sending = undefined))
    await this.#sending
  }

  /**
   * Sends nothing until `resume`, and waits for the running request: a draft stored while its answers are being saved
   * would have the save refused.
   */
  async pause(): Promise<void> {
    this.#isPaused = true
    while (this.#sending) await this.#sending
  }

  resume(): void {
    this.#isPaused = false
    // As in `#deliver`: nothing is stored after unmounting.
    if (this.#ended) this.#parts.copy.forget(this.#known.answers)
    else this.changed()
  }

  learn(now: ServerAnswers): void {
    const before = this.#known
    if (now.version === before.version && now.draftAt === before.draftAt) return
    const mine = this.#parts.read()
    const wasUnsent = this.#isUnsent()
    this.#known = now
    const given = this.#fromWindow ? [this.#fromWindow, ...this.#sent] : this.#sent
    const base = toMergeBase(before.answers, now.answers, given)
    const { answers, clashes } = mergeAnswers(base, mine, now.answers)
    this.#parts.show(answers)
    const isSaved = now.version !== before.version
    this.#merges += 1
    this.#lastMerge = { clashes, isSaved }
    if (clashes.length > 0 || !hasSameAnswers(mine, answers)) this.#takeovers += 1
    // A draft that overwrites nothing here is taken over silently.
    if (this.#isNextMergeExplained || (wasUnsent && (isSaved || clashes.length > 0)))
      this.#parts.joined(this.#lastMerge)
    this.#isNextMergeExplained = false
    this.changed()
  }

  learnFromWindow({ answers: theirs }: UnsentAnswers): void {
    const mine = this.#parts.read()
    const { answers } = mergeAnswers(this.#shared, mine, theirs)
    // Tabs echo what they have received.
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
    this.#sent = [...this.#sent, answers].slice(-MAX_SENT)
    this.#parts.copy.noteSent(this.#sent)
    try {
      const draft = await this.#parts.send({ ...this.#known, answers })
      this.#known = { ...this.#known, answers, draftAt: draft.savedAt }
      this.#sent = []
      this.#failures = 0
      this.#parts.tell('account')
      // Nothing is stored after unmounting: the owner may have signed out, or may be writing in another form.
      if (this.#ended) this.#parts.copy.forget(answers)
      else this.changed()
    } catch (error) {
      this.#failed(error)
    }
  }

  #failed(error: unknown): void {
    if (isEditConflictError(error)) return this.#parts.invalidate()
    const offline = error instanceof ApiUnreachableError && error.status === undefined
    const here = offline ? 'offline' : 'here'
    this.#parts.tell(this.#isStoredLocally ? here : 'nowhere')
    if (!(error instanceof ApiError)) this.#schedule(computeRetryDelayMs(this.#failures++))
  }
}
