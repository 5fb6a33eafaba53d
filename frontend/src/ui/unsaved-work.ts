import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react'

export interface LeaveQuestionTexts {
  readonly title: string
  readonly text?: string
  readonly stay: string
  readonly leave: string
}

export interface UnsavedWork {
  readonly isUnsaved: () => boolean
  readonly words: LeaveQuestionTexts
  readonly discard: () => void
  readonly outlivesPages?: boolean
}

export const unsavedChangesTexts: LeaveQuestionTexts = {
  title: 'Tienes cambios sin guardar',
  text: 'Si sales ahora, se perderá lo que has escrito.',
  stay: 'Seguir editando',
  leave: 'Descartar cambios',
}

/** A page, dialog or form that can be left on its own. */
export class UnsavedWorkScope {
  readonly #parent: UnsavedWorkScope | undefined
  readonly #members = new Set<UnsavedWork>()

  constructor(parent?: UnsavedWorkScope) {
    this.#parent = parent
  }

  add(member: UnsavedWork): () => void {
    this.#members.add(member)
    const removeFromParent = this.#parent?.add(member)
    return () => {
      this.#members.delete(member)
      removeFromParent?.()
      dropStaleQuestion()
    }
  }

  unsaved(): readonly UnsavedWork[] {
    return [...this.#members].filter(({ isUnsaved, outlivesPages }) => !outlivesPages && isUnsaved())
  }

  wouldLose(): boolean {
    return [...this.#members].some(({ isUnsaved }) => isUnsaved())
  }
}

export const pageUnsavedWorkScope = new UnsavedWorkScope()

interface Place {
  readonly scope: UnsavedWorkScope
  readonly close?: (() => void) | undefined
}

export const UnsavedWorkContext = createContext<Place>({ scope: pageUnsavedWorkScope })

export function useUnsavedWorkScope(): UnsavedWorkScope {
  const { scope: parent } = useContext(UnsavedWorkContext)
  const [scope] = useState(() => new UnsavedWorkScope(parent))
  return scope
}

export function useGuardUnsavedWork(work: UnsavedWork, scope: UnsavedWorkScope): void {
  const latest = useRef(work)
  useLayoutEffect(() => {
    latest.current = work
  })
  useLayoutEffect(
    () =>
      scope.add({
        isUnsaved: () => latest.current.isUnsaved(),
        get words() {
          return latest.current.words
        },
        discard: () => latest.current.discard(),
      }),
    [scope],
  )
}

export function useGuardRunningWork(isRunning: boolean, words: LeaveQuestionTexts): void {
  const { scope } = useContext(UnsavedWorkContext)
  useGuardUnsavedWork({ isUnsaved: () => isRunning, words, discard: () => undefined }, scope)
}

export interface OpenLeaveQuestion {
  readonly scope: UnsavedWorkScope
  readonly words: LeaveQuestionTexts
  readonly leave: () => void
}

let question: OpenLeaveQuestion | undefined
const listeners = new Set<() => void>()

function setQuestion(next: OpenLeaveQuestion | undefined): void {
  question = next
  for (const listener of listeners) listener()
}

function dropStaleQuestion(): void {
  if (question && question.scope.unsaved().length === 0) setQuestion(undefined)
}

export const leaveQuestionStore = {
  read: () => question,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  stay: () => setQuestion(undefined),
}

export function confirmLeaving(scope: UnsavedWorkScope, leave: () => void): void {
  const [first] = scope.unsaved()
  if (first) setQuestion({ scope, words: first.words, leave })
  else leave()
}

/** Leaves the enclosing form or dialog by its own `close`, or by `then`. */
export function useConfirmedLeave(): (then?: () => void) => void {
  const { scope, close } = useContext(UnsavedWorkContext)
  return (then) => (then ? confirmLeaving(scope, then) : close?.())
}
