import { useSyncExternalStore } from 'react'
import type { AnswerField } from '#contract/questionnaire'
import { localStore } from '../../api/local-store.ts'

/**
 * What stands in a field and is no answer yet: half an entry of a list, a number that is none. It waits in this browser
 * until it is one. A draft holds half an entry as an entry (half-entries.ts); '1 metro 65' no field of a draft can hold.
 */
export class UnfinishedTexts {
  readonly #userId: string
  readonly #texts = new Map<AnswerField, string>()
  readonly #listeners = new Set<() => void>()
  #isKept = true

  constructor(userId: string) {
    this.#userId = userId
  }

  read(field: AnswerField): string {
    const text = this.#texts.get(field) ?? localStore.get(this.#nameOf(field))
    const known = typeof text === 'string' ? text : ''
    this.#texts.set(field, known)
    return known
  }

  write(field: AnswerField, text: string): void {
    if (this.read(field) === text) return
    this.#texts.set(field, text)
    if (text === '') localStore.remove(this.#nameOf(field))
    this.#isKept = text === '' || localStore.set(this.#nameOf(field), text)
    for (const listener of this.#listeners) listener()
  }

  /** Whether a reload loses nothing of it. */
  readonly isKept = (): boolean => this.#isKept

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #nameOf(field: AnswerField): string {
    return `questionnaire:${this.#userId}:${field}`
  }
}

export const useUnfinishedText = (texts: UnfinishedTexts, field: AnswerField): string =>
  useSyncExternalStore(texts.subscribe, () => texts.read(field))
