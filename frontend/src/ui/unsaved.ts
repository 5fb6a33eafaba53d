import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react'

/** What is asked of somebody who would lose something by leaving. */
export interface LeaveWords {
  readonly title: string
  readonly text?: string
  readonly stay: string
  readonly leave: string
}

/** Something that is lost, or broken off, when whoever works on it leaves. */
export interface Unsaved {
  readonly isUnsaved: () => boolean
  readonly words: LeaveWords
  /** Gives it up, after a yes. */
  readonly discard: () => void
  /** Whether only the whole application can end it: another page does not. */
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

  /** Adds something until the returned function is called. */
  add(member: Unsaved): () => void {
    this.#members.add(member)
    const removeFromParent = this.#parent?.add(member)
    return () => {
      this.#members.delete(member)
      removeFromParent?.()
      dropStaleQuestion()
    }
  }

  /** What leaving for another page, or closing a dialog, would end. */
  unsaved(): readonly Unsaved[] {
    return [...this.#members].filter(({ isUnsaved, outlivesPages }) => !outlivesPages && isUnsaved())
  }

  /** Whether a reload or a closed tab would end anything. */
  wouldLose(): boolean {
    return [...this.#members].some(({ isUnsaved }) => isUnsaved())
  }
}

export const pageScope = new LeaveScope()

interface Place {
  readonly scope: LeaveScope
  /** Leaves the dialog around, after asking where something would be lost. */
  readonly close?: (() => void) | undefined
}

export const LeaveContext = createContext<Place>({ scope: pageScope })

/** A scope within the one around. */
export function useLeaveScope(): LeaveScope {
  const { scope: parent } = useContext(LeaveContext)
  const [scope] = useState(() => new LeaveScope(parent))
  return scope
}

/** Has whoever leaves asked first, for as long as `isUnsaved` says so. */
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

/** Has whoever leaves the dialog or page around asked first, for as long as some work is under way. */
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

/** There is nothing to ask about what has gone meanwhile, as at the end of a session. */
function dropStaleQuestion(): void {
  if (question && question.scope.unsaved().length === 0) setQuestion(undefined)
}

/** The question that is open, as an external store of React. */
export const leaveQuestion = {
  read: () => question,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  stay: () => setQuestion(undefined),
}

/** Leaves at once, or asks first where something would be lost. */
export function askToLeave(scope: LeaveScope, leave: () => void): void {
  const [first] = scope.unsaved()
  if (first) setQuestion({ scope, words: first.words, leave })
  else leave()
}

/** Leaves the form or dialog around: as its owner says, or by `then`. */
export function useLeave(): (then?: () => void) => void {
  const { scope, close } = useContext(LeaveContext)
  return (then) => (then ? askToLeave(scope, then) : close?.())
}
