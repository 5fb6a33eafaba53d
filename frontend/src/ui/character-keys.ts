import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { PRODUCT_SLUG } from '#contract/product'
import { sharedStorage } from '../api/browser-storage.ts'

const key = `${PRODUCT_SLUG}:keys-off`

const listeners = new Set<() => void>()
let isOffHere = false

const areOn = (): boolean => !isOffHere && sharedStorage.read(key) === null

/** Stored per browser, not per account. WCAG 2.1.4 requires a switch: single keys interfere with voice control. */
export function switchCharacterKeys(on: boolean): void {
  isOffHere = !on
  if (on) sharedStorage.remove(key)
  else sharedStorage.write(key, 'true')
  for (const listener of listeners) listener()
}

export const useAreCharacterKeysOn = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    areOn,
    () => true,
  )

const PAIR_MS = 1500

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, select, textarea, dialog, [contenteditable]') !== null

const isForUs = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) &&
  !isTyping(event.target) &&
  !document.querySelector('dialog[open]') &&
  areOn()

/** Shortcuts of one key (`/`) or two (`g a`). Ignored while typing, while a dialog is open, and when switched off. */
export function useCharacterKeys(acts: Readonly<Record<string, () => void>>): void {
  const before = useRef({ key: '', at: -Infinity })
  useLayoutEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (!isForUs(event)) return
      const pressed = event.key.toLowerCase()
      const { key: first, at } = before.current
      const found = (event.timeStamp - at <= PAIR_MS && acts[`${first} ${pressed}`]) || acts[pressed]
      before.current = { key: found ? '' : pressed, at: event.timeStamp }
      if (!found) return
      event.preventDefault()
      found()
    }
    document.addEventListener('keydown', act)
    return () => document.removeEventListener('keydown', act)
  }, [acts])
}
