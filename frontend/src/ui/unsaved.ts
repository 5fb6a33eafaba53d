import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react'

export interface LeaveWords {
  readonly title: string
  readonly text?: string
  readonly stay: string
  readonly leave: string
}

export interface Unsaved {
  readonly isUnsaved: () => boolean
  readonly words: LeaveWords
  readonly discard: () => void
  /** True if only closing the application would stop it, not another page. */
  readonly outlivesPages?: boolean
}

export const changesWords: LeaveWords = {
  title: 'Tienes cambios sin guardar',
  text: 'Si sales ahora, se perderá lo que has escrito.',
  stay: 'Seguir editando',
  leave: 'Descartar cambios',
}

/** A part of the screen that can be left by itself: the page, a dialog, a form. */
export class LeaveScope {
  readonly #parent: LeaveScope | undefined
  readonly #members = new Set<Unsaved>()

  constructor(parent?: LeaveScope) {
    this.#parent = parent
  }

  add(member: Unsaved): () => void {
    this.#members.add(member)
    const removeFromParent = this.#parent?.add(member)
    return () => {
      this.#members.delete(member)
      removeFromParent?.()
      dropStaleQuestion()
    }
  }

  unsaved(): readonly Unsaved[] {
    return [...this.#members].filter(({ isUnsaved, outlivesPages }) => !outlivesPages && isUnsaved())
  }

  wouldLose(): boolean {
    return [...this.#members].some(({ isUnsaved }) => isUnsaved())
  }
}

export const pageScope = new LeaveScope()

interface Place {
  readonly scope: LeaveScope
  /** Closes the enclosing dialog, after asking if something would be lost. */
  readonly close?: (() => void) | undefined
}

export const LeaveContext = createContext<Place>({ scope: pageScope })

export function useLeaveScope(): LeaveScope {
  const { scope: parent } = useContext(LeaveContext)
  const [scope] = useState(() => new LeaveScope(parent))
  return scope
}

/** Asks before leaving while `isUnsaved` is true. */
export function useUnsaved(work: Unsaved, scope: LeaveScope): void {
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

/** Asks before leaving the dialog or page while the work runs. */
export function useRunningWork(isRunning: boolean, words: LeaveWords): void {
  const { scope } = useContext(LeaveContext)
  useUnsaved({ isUnsaved: () => isRunning, words, discard: () => undefined }, scope)
}

export interface LeaveQuestion {
  readonly scope: LeaveScope
  readonly words: LeaveWords
  readonly leave: () => void
}

let question: LeaveQuestion | undefined
const listeners = new Set<() => void>()

function setQuestion(next: LeaveQuestion | undefined): void {
  question = next
  for (const listener of listeners) listener()
}

/** Closes the question when its work is gone, as after the end of a session. */
function dropStaleQuestion(): void {
  if (question && question.scope.unsaved().length === 0) setQuestion(undefined)
}

/** External store for `useSyncExternalStore`. */
export const leaveQuestion = {
  read: () => question,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  stay: () => setQuestion(undefined),
}

/** Calls `leave` at once, or after a confirmation if something would be lost. */
export function askToLeave(scope: LeaveScope, leave: () => void): void {
  const [first] = scope.unsaved()
  if (first) setQuestion({ scope, words: first.words, leave })
  else leave()
}

/** Leaves the enclosing form or dialog by its own `close`, or by `then`. */
export function useLeave(): (then?: () => void) => void {
  const { scope, close } = useContext(LeaveContext)
  return (then) => (then ? askToLeave(scope, then) : close?.())
}
