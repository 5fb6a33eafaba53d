import { useSyncExternalStore } from 'react'
import type { QuestionnaireField } from '#contract/questionnaire'
import { localStore } from '../../api/local-store.ts'

/**
 * Input that is not a valid answer yet: half a list entry, or text that is no number. Stored in this browser, because a
 * draft can hold a half entry (half-typed-entries.ts) but not text such as '1 metro 65'.
 */
export class HalfTypedAnswerStore {
  readonly #userId: string
  readonly #texts = new Map<QuestionnaireField, string>()
  readonly #listeners = new Set<() => void>()
  #isKept = true

  constructor(userId: string) {
    this.#userId = userId
  }

  read(field: QuestionnaireField): string {
    const text = this.#texts.get(field) ?? localStore.get(this.#nameOf(field))
    const known = typeof text === 'string' ? text : ''
    this.#texts.set(field, known)
    return known
  }

  write(field: QuestionnaireField, text: string): void {
    if (this.read(field) === text) return
    this.#texts.set(field, text)
    if (text === '') localStore.remove(this.#nameOf(field))
    this.#isKept = text === '' || localStore.set(this.#nameOf(field), text)
    for (const listener of this.#listeners) listener()
  }

  readonly isKept = (): boolean => this.#isKept

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #nameOf(field: QuestionnaireField): string {
    return `questionnaire:${this.#userId}:${field}`
  }
}

export const useHalfTypedAnswer = (texts: HalfTypedAnswerStore, field: QuestionnaireField): string =>
  useSyncExternalStore(texts.subscribe, () => texts.read(field))
