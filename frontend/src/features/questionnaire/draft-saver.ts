import { answerFields, type Answers, changedFields, type Draft } from '#contract/questionnaire'
import { retryDelay } from '../../api/query.ts'
import { isConflict, ApiError, UnreachableError } from '../../api/api-error.ts'
import { type Clash, merge, sameAnswers } from './merge.ts'
import type { KnownAnswers, UnsentCopy, unsentCopy } from './unsent-copy.ts'

/**
 * Where what was written is kept: nothing was written; with the account; in this browser because the server cannot be
 * reached (`offline`) or does not take it now (`here`); nowhere.
 */
export type DraftPlace = 'nothing' | 'account' | 'offline' | 'here' | 'nowhere'

export interface MergeResult {
  readonly clashes: readonly Clash[]
  /** Whether a version was saved elsewhere; otherwise only a draft. */
  readonly isSaved: boolean
}

/** Somebody who writes stops for this long before it is sent. Milliseconds. */
const PAUSE_MS = 1500

interface KeeperParts {
  readonly known: KnownAnswers
  /** What the form shows now. */
  readonly read: () => Answers
  /** Puts other answers into the form. */
  readonly show: (answers: Answers) => void
  readonly send: (draft: KnownAnswers) => Promise<Draft>
  /** Asks the server what it has now; the answer comes by `learn`. */
  readonly look: () => void
  readonly copy: Pick<ReturnType<typeof unsentCopy>, 'write' | 'remove' | 'forget'>
  readonly tell: (keeping: DraftPlace) => void
  /** Something was saved, or only drafted, elsewhere and joined with what was written here. */
  readonly joined: (joined: MergeResult) => void
}

/** Keeps what somebody writes: in this browser at once, with their account as soon as it can. */
export class DraftSaver {
  readonly #parts: KeeperParts
  #known: KnownAnswers
  /** What this window and the others of this browser agreed on last. */
  #shared: Answers
  /** What another window wrote last and this one took over. */
  #fromWindow: Answers | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<void> | undefined
  #failures = 0
  #keptHere = true
  #ended = false

  constructor(parts: KeeperParts) {
    this.#parts = parts
    this.#known = parts.known
    this.#shared = parts.known.answers
  }

  get version(): number {
    return this.#known.version
  }

  /** Something was typed. */
  changed(): void {
    const { read, copy } = this.#parts
    clearTimeout(this.#timer)
    if (!this.#isUnsent()) return copy.remove()
    this.#shared = read()
    this.#keptHere = copy.write({
      base: this.#known.answers,
      answers: this.#shared,
      writtenAt: new Date().toISOString(),
    })
    this.#schedule(PAUSE_MS)
  }

  /** Sends what has not been sent, without waiting for a pause. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    // What was typed while the last was on its way is sent after it, even if the form is gone by then.
    await this.#sending
    if (!this.#sending && !this.#isUnsent()) return
    this.#sending ??= this.#deliver(this.#parts.read()).finally(() => (this.#sending = undefined))
    await this.#sending
  }

  /** Sends no more until something changes, and waits for what is on its way. */
  async settled(): Promise<void> {
    // Something typed meanwhile may be sent right after it.
    while (this.#sending) await this.#sending
    clearTimeout(this.#timer)
  }

  /** Takes in what the server has by now, and keeps what was written here since. */
  learn(now: KnownAnswers): void {
    const before = this.#known
    if (now.version === before.version && now.draftAt === before.draftAt) return
    const mine = this.#parts.read()
    const wasUnsent = this.#isUnsent()
    this.#known = now
    const { answers, clashes } = merge(this.#agreedOn(before.answers, now.answers), mine, now.answers)
    this.#parts.show(answers)
    const isSaved = now.version !== before.version
    // A draft that takes nothing away from this one is taken over without a word.
    if (wasUnsent && (isSaved || clashes.length > 0)) this.#parts.joined({ clashes, isSaved })
    this.changed()
  }

  /** Another window of this browser wrote on: what it changed and this one did not is taken over. */
  learnFromWindow({ answers: theirs }: UnsentCopy): void {
    const mine = this.#parts.read()
    const { answers } = merge(this.#shared, mine, theirs)
    // A window answers with the same what it has just been told.
    if (!sameAnswers(mine, theirs)) this.#fromWindow = theirs
    this.#shared = theirs
    this.#parts.show(answers)
  }

  /** Goes on from what the server has instead of `written`; what was typed after that stays. */
  restart(now: KnownAnswers, written: Answers): void {
    const { read, show, tell } = this.#parts
    this.#known = now
    this.#failures = 0
    tell('nothing')
    show(merge(written, read(), now.answers).answers)
    this.changed()
  }

  /** The form is there, perhaps with something that was never sent. */
  begin(): void {
    this.#ended = false
    if (this.#isUnsent()) this.changed()
  }

  /** The form is about to go. */
  end(): void {
    void this.flush()
    this.#ended = true
  }

  /** With which answers the server's are compared: what another window sent was here before it was there. */
  #agreedOn(before: Answers, now: Answers): Answers {
    const fromWindow = this.#fromWindow
    if (!fromWindow) return before
    const differing = changedFields(fromWindow, now)
    const taken = answerFields.filter((field) => !differing.includes(field))
    return { ...before, ...Object.fromEntries(taken.map((field) => [field, now[field]])) }
  }

  #isUnsent(): boolean {
    return !sameAnswers(this.#known.answers, this.#parts.read())
  }

  #schedule(milliseconds: number): void {
    if (!this.#ended) this.#timer = setTimeout(() => void this.flush(), milliseconds)
  }

  async #deliver(answers: Answers): Promise<void> {
    try {
      const draft = await this.#parts.send({ ...this.#known, answers })
      this.#known = { ...this.#known, answers, draftAt: draft.savedAt }
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
    if (isConflict(error)) return this.#parts.look()
    const offline = error instanceof UnreachableError && error.status === undefined
    const here = offline ? 'offline' : 'here'
    this.#parts.tell(this.#keptHere ? here : 'nowhere')
    if (!(error instanceof ApiError)) this.#schedule(retryDelay(this.#failures++))
  }
}
