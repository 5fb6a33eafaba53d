import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Scrolls the tabs into view after navigation from another page or from a link in «Hoy» above them. Not after a reload,
 * nor after a press in or below the tab bar.
 */
export function useScrollTabsIntoView(): void {
  const location = useLocation()
  useEffect(() => {
    // The pressed link, or the focused content of a new page.
    const [tabs, focused] = [document.querySelector('.tab-links'), document.activeElement]
    if (!tabs || !focused || focused === document.body || !new URLSearchParams(location.search).has('tab')) return
    const isAbove = tabs.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_PRECEDING
    if (isAbove) tabs.scrollIntoView?.({ block: 'start' })
    // Depends on the location, because the same link can be pressed again.
  }, [location])
}
