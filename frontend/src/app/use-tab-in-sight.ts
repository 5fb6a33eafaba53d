import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Brings the tabs into sight for whoever comes to one of them from another page, or by a link above them in «Hoy». Who opens or
 * reloads the address, or presses something in the bar or below it, stays where they are.
 */
export function useTabInSight(): void {
  const location = useLocation()
  useEffect(() => {
    // The link that was pressed, or the content of a page that has just been led to.
    const [tabs, focused] = [document.querySelector('.tab-links'), document.activeElement]
    if (!tabs || !focused || focused === document.body || !new URLSearchParams(location.search).has('tab')) return
    const isAbove = tabs.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_PRECEDING
    if (isAbove) tabs.scrollIntoView?.({ block: 'start' })
    // The location, as the same link can be pressed again.
  }, [location])
}
