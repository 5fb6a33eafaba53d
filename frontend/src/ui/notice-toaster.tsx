import { useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { toast, Toaster } from 'sonner'
import { placeNotices } from './notice-place.ts'
import { connectToasts } from './show-notice.ts'
import './notices.css'

const milliseconds = 4000

const listAround = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[data-sonner-toaster]') : null

/** The library pauses its timers on hover only; keyboard users need the same. */
function usePauseOnFocus() {
  useEffect(() => {
    const pause = ({ target }: FocusEvent) =>
      listAround(target)?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }))
    const goOn = ({ target, relatedTarget }: FocusEvent) => {
      const list = listAround(target)
      if (list?.contains(relatedTarget as Node | null)) return
      list?.dispatchEvent(new MouseEvent('mouseleave'))
    }
    document.addEventListener('focusin', pause)
    document.addEventListener('focusout', goOn)
    return () => {
      document.removeEventListener('focusin', pause)
      document.removeEventListener('focusout', goOn)
    }
  }, [])
}

function useFailureKey() {
  useEffect(() => {
    const show = (event: KeyboardEvent) => {
      const failures = document.querySelectorAll<HTMLElement>('.notice-failure:not([data-removed="true"])')
      if (event.key !== 'F8' || failures.length === 0) return
      event.preventDefault()
      failures[0]?.focus()
    }
    document.addEventListener('keydown', show)
    return () => document.removeEventListener('keydown', show)
  }, [])
}

/**
 * Rendered once, at the top of the page because submit buttons are at the bottom. On narrow pages it covers the header
 * instead of a heading (notices.css).
 */
export function NoticeToaster() {
  const [place] = useState(() => document.createElement('div'))
  useLayoutEffect(() => placeNotices(place), [place])
  useEffect(() => connectToasts(toast), [])
  usePauseOnFocus()
  useFailureKey()
  return createPortal(
    <Toaster
      position="top-right"
      offset="5rem"
      mobileOffset={{ top: '0.25rem' }}
      duration={milliseconds}
      visibleToasts={3}
      gap={14}
      hotkey={['altKey', 'KeyT']}
      closeButton
      containerAriaLabel="Avisos"
      toastOptions={{ closeButtonAriaLabel: 'Cerrar aviso', className: 'notice' }}
    />,
    place,
  )
}
