import { useEffect, useRef, type FocusEvent } from 'react'

/** A `ref` for the heading of a new step: keyboard and screen reader users continue there. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()

/** A `ref` for a message that may be out of view. */
export const scrollIntoViewOnMount = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: 'nearest' })

/**
 * A control that is disabled while busy loses the focus; it is restored afterwards. Spread the result on the element
 * around such controls.
 */
export function useRestoreFocusAfterBusy(busy: boolean) {
  const last = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!busy && document.activeElement === document.body) last.current?.focus()
  }, [busy])
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      last.current = target
    },
  }
}
