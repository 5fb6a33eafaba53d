import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

const panelSections = { today: 'today-title', customers: 'customers-title' } as const
type PanelSection = keyof typeof panelSections

export const toPanelSectionLinkState = (section: PanelSection) => ({ state: { section } })

export function usePanelSectionFocus(): void {
  const { state } = useLocation() as { readonly state: { readonly section?: PanelSection } | null }
  useEffect(() => {
    const heading = state?.section && document.getElementById(panelSections[state.section])
    if (!heading) return
    // After the layout has focused the content of a new page.
    queueMicrotask(() => {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
      heading.scrollIntoView?.({ block: 'nearest' })
    })
  }, [state])
}
