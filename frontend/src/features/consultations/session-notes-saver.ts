import { type SessionNotes, type SessionNotesTexts, sessionNotesFields } from '#contract/session-notes'
import { getObjectKeys } from '#contract/record-fields'
import { ApiError, isEditConflictError } from '../../api/api-error.ts'
import { computeRetryDelayMs } from '../../api/endpoint-query.ts'
import { computeFormChanges, type FormDraftStore, isDraftOutdated, readFormDraft } from '../../ui/form-draft-store.ts'

export type SessionNotesValues = { readonly [Field in keyof SessionNotesTexts]: string }
export type SessionNotesField = keyof SessionNotesValues

const fields = getObjectKeys(sessionNotesFields)

export const toSessionNotesValues = (notes: SessionNotesTexts | null): SessionNotesValues =>
  Object.fromEntries(fields.map((field) => [field, notes?.[field] ?? ''])) as SessionNotesValues

const toTexts = (values: SessionNotesValues): SessionNotesTexts =>
  Object.fromEntries(fields.map((field) => [field, values[field].trim() || null])) as SessionNotesTexts

const areSame = (one: SessionNotesValues, other: SessionNotesValues): boolean =>
  JSON.stringify(toTexts(one)) === JSON.stringify(toTexts(other))

/**
 * `device`: stored in this browser only. `nowhere`: stored nowhere. `theirs`: somebody else saved fields that were
 * edited here too; nothing is sent until the user decides.
 */
export type SessionNotesState =
  | { readonly at: 'server' | 'writing' | 'device' | 'nowhere' }
  | { readonly at: 'theirs'; readonly theirs: Partial<SessionNotesValues> }
  | { readonly at: 'refused'; readonly error: ApiError }

/** Typing pause before notes are sent, in milliseconds. */
const PAUSE_MS = 2000

interface SaverParts {
  readonly notes: SessionNotes | null
  readonly store: FormDraftStore
  readonly name: string
  readonly read: () => SessionNotesValues
  /** Sets only fields that differ, so that the field being edited is not disturbed. */
  readonly show: (values: SessionNotesValues) => void
  readonly send: (body: SessionNotesTexts & { readonly version: number }) => Promise<SessionNotes>
  readonly readStored: () => Promise<SessionNotes | null>
  readonly tell: (state: SessionNotesState, notes: SessionNotes | null) => void
}

export class SessionNotesSaver {
  readonly #parts: SaverParts
  #notes: SessionNotes | null
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<void> | undefined
  #failures = 0
  #ended = false
  #state: SessionNotesState = { at: 'server' }
  /**
   * The saved values before the conflict. Until the user decides they stay the base of the local copy, so that a later
   * visit finds it outdated.
   */
  #contested: SessionNotesValues | undefined

  constructor(parts: SaverParts) {
    this.#parts = parts
    this.#notes = parts.notes
  }

  begin(): void {
    this.#ended = false
    const { store, name, read, show } = this.#parts
    const draft = readFormDraft(store, name)
    if (draft) {
      const base = this.#base()
      show({ ...read(), ...pickTexts(draft.values) })
      const now = read()
      if (isDraftOutdated(draft, base)) {
        this.#contested = { ...base, ...pickTexts(draft.base) }
        this.#tell({ at: 'theirs', theirs: differences(base, now) })
      }
    }
    this.changed()
  }

  changed(): void {
    clearTimeout(this.#timer)
    // After unmounting nothing is stored: the owner may have signed out.
    if (this.#ended) return
    const isKept = this.#keepOnDevice()
    if (this.#state.at === 'theirs') return
    if (!this.#isUnsent()) return this.#tell({ at: 'server' })
    if (!isKept) this.#tell({ at: 'nowhere' })
    else if (this.#state.at !== 'device') this.#tell({ at: 'writing' })
    this.#schedule(PAUSE_MS)
  }

  /** @returns whether the server has the form's content */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer)
    while (this.#sending) await this.#sending
    if (this.#isUnsent() && this.#state.at !== 'theirs') {
      this.#sending = this.#deliver().finally(() => (this.#sending = undefined))
      await this.#sending
    }
    return !this.#isUnsent()
  }

  get version(): number {
    return this.#notes?.version ?? 0
  }

  async keepMine(): Promise<void> {
    this.#contested = undefined
    this.#tell({ at: 'writing' })
    await this.flush()
  }

  takeTheirs(): void {
    this.#contested = undefined
    this.#parts.show(this.#base())
    this.#tell({ at: 'server' })
    this.changed()
  }

  end(): void {
    void this.flush()
    this.#ended = true
  }

  #base(): SessionNotesValues {
    return toSessionNotesValues(this.#notes)
  }

  #isUnsent(): boolean {
    return !areSame(this.#base(), this.#parts.read())
  }

  #tell(state: SessionNotesState): void {
    this.#state = state
    this.#parts.tell(state, this.#notes)
  }

  #schedule(milliseconds: number): void {
    this.#timer = setTimeout(() => void this.flush(), milliseconds)
  }

  #keepOnDevice(): boolean {
    const { store, name, read } = this.#parts
    const changes = this.#isUnsent() && computeFormChanges(this.#contested ?? this.#base(), read(), [])
    if (!changes) {
      store.remove(name)
      return true
    }
    store.write(name, { ...changes, writtenAt: new Date().toISOString() })
    return readFormDraft(store, name) !== undefined
  }

  async #deliver(): Promise<void> {
    try {
      this.#notes = await this.#parts.send({ ...toTexts(this.#parts.read()), version: this.version })
      this.#failures = 0
      this.#state = { at: 'server' }
      if (this.#ended && !this.#isUnsent()) this.#parts.store.remove(this.#parts.name)
      this.changed()
    } catch (error) {
      if (this.#ended) return
      if (isEditConflictError(error)) return this.#merge()
      if (error instanceof ApiError) return this.#tell({ at: 'refused', error })
      this.#retryLater()
    }
  }

  #retryLater(): void {
    this.#tell({ at: this.#keepOnDevice() ? 'device' : 'nowhere' })
    this.#schedule(computeRetryDelayMs(this.#failures++))
  }

  async #merge(): Promise<void> {
    const before = this.#base()
    try {
      this.#notes = await this.#parts.readStored()
    } catch {
      return this.#retryLater()
    }
    const [mine, now] = [this.#parts.read(), this.#base()]
    const isTouched = (field: SessionNotesField) => mine[field].trim() !== before[field].trim()
    const clashing = fields.filter(
      (field) => isTouched(field) && now[field] !== before[field] && now[field] !== mine[field].trim(),
    )
    this.#parts.show(
      Object.fromEntries(
        fields.map((field) => [field, isTouched(field) ? mine[field] : now[field]]),
      ) as SessionNotesValues,
    )
    this.#contested = clashing.length > 0 ? before : undefined
    this.#tell(
      clashing.length > 0
        ? { at: 'theirs', theirs: Object.fromEntries(clashing.map((field) => [field, now[field]])) }
        : { at: 'writing' },
    )
    this.changed()
  }
}

const pickTexts = (values: Readonly<Record<string, unknown>>): Partial<SessionNotesValues> =>
  Object.fromEntries(fields.flatMap((field) => (typeof values[field] === 'string' ? [[field, values[field]]] : [])))

const differences = (base: SessionNotesValues, now: SessionNotesValues): Partial<SessionNotesValues> =>
  Object.fromEntries(fields.filter((field) => base[field] !== now[field].trim()).map((field) => [field, base[field]]))
