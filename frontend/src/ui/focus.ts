import { useEffect, useRef, type FocusEvent } from 'react'

/** A `ref` for the heading of a new step, where keyboard and screen reader users continue. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()

export const scrollIntoViewOnMount = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: 'nearest' })

/** A `ref` for the first part of a dialog's next step: the one before it may have been left scrolled down. */
export const showDialogTopOnMount = (element: HTMLElement | null): void => {
  const dialog = element?.closest('dialog')
  if (dialog) dialog.scrollTop = 0
}

/**
 * A control that is disabled while busy loses the focus; this restores it. Spread the result on an element around such
 * controls.
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
 * When the focused element is removed, such as the delete button of a row, focuses the title of the card or dialog
 * around it instead of losing the focus to the body. A focused element that is disabled while busy, or moved with its
 * row, gets the focus back.
 */
export function useFocusAfterRemoval(): void {
  useEffect(() => {
    let focused: Element | undefined
    let around: readonly Element[] = []
    let forgetting: ReturnType<typeof setTimeout> | undefined
    const remember = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      clearTimeout(forgetting)
      focused = target
      // Remembered here, because a removed element has no ancestors any more.
      around = listTitledAround(target)
    }
    const observer = new MutationObserver(() => {
      if (!focused || (focused.isConnected && document.activeElement !== document.body)) return
      if (focused.isConnected) {
        if (focused instanceof HTMLElement && !focused.matches(':disabled')) focused.focus({ preventScroll: true })
        return
      }
      focused = undefined
      if (document.activeElement !== document.body) return
      const id = around.find(({ isConnected }) => isConnected)?.getAttribute('aria-labelledby')
      if (id) focusTitle(document.getElementById(id))
    })
    // A blur by the user is intended. A moved element blurs too, but its move is handled before this.
    const forget = ({ target }: Event) => {
      if (target instanceof Element && target.matches(':disabled')) return
      forgetting = setTimeout(() => {
        focused = undefined
      })
    }
    document.addEventListener('focusin', remember)
    document.addEventListener('focusout', forget)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('focusout', forget)
      clearTimeout(forgetting)
      observer.disconnect()
    }
  }, [])
}
