import type { FormDraftStore, StoredFormDraft } from './form-draft-store.ts'

export class FormDraftWriter {
  readonly #store: FormDraftStore
  readonly #name: string
  #draft: StoredFormDraft | undefined

  constructor(store: FormDraftStore, name: string) {
    this.#store = store
    this.#name = name
  }

  takeUp(draft: StoredFormDraft): void {
    this.#draft = draft
  }

  write(changes: Omit<StoredFormDraft, 'writtenAt'>): void {
    this.#draft = { ...changes, writtenAt: new Date().toISOString() }
    this.#store.write(this.#name, this.#draft)
  }

  onDoneElsewhere(listener: (values: string) => void) {
    return this.#store.onDoneElsewhere?.(this.#name, listener)
  }

  restore(changes: Omit<StoredFormDraft, 'writtenAt'>, doneElsewhere: string): void {
    if (JSON.stringify(changes.values) !== doneElsewhere) this.write(changes)
  }

  remove(): void {
    if (!this.#draft) return
    const isOwn = JSON.stringify(this.#store.read(this.#name)) === JSON.stringify(this.#draft)
    if (isOwn) this.#store.remove(this.#name)
  }

  done(): void {
    this.remove()
    if (this.#draft) this.#store.tellDone?.(this.#name, this.#draft.values)
  }
}
