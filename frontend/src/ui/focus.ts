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

export function focusTitle(title: HTMLElement | null): void {
  if (!title) return
  title.tabIndex = -1
  title.focus({ preventScroll: true })
}

const TITLED = 'section[aria-labelledby], dialog[aria-labelledby]'

function listTitledAround(element: Element): readonly Element[] {
  const titled = element.closest(TITLED)
  return titled ? [titled, ...(titled.parentElement ? listTitledAround(titled.parentElement) : [])] : []
}

/**
 * Where the element with the focus is removed, such as the button of a row that it has deleted, the title of the card or
 * dialog around it gets the focus. It would fall to the top of the page.
 */
export function useFocusAfterRemoval(): void {
  useEffect(() => {
    let focused: Element | undefined
    let around: readonly Element[] = []
    const remember = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      focused = target
      // What is removed does not know any more where it stood.
      around = listTitledAround(target)
    }
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected) return
      focused = undefined
      if (document.activeElement !== document.body) return
      const id = around.find(({ isConnected }) => isConnected)?.getAttribute('aria-labelledby')
      if (id) focusTitle(document.getElementById(id))
    })
    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
}
