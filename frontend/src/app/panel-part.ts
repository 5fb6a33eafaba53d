import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

const panelParts = { today: 'today-title', customers: 'customers-title' } as const
type PanelPart = keyof typeof panelParts

export const toPanelSectionLinkState = (part: PanelPart) => ({ state: { part } })

export function usePanelSectionFocus(): void {
  const { state } = useLocation() as { readonly state: { readonly part?: PanelPart } | null }
  useEffect(() => {
    const heading = state?.part && document.getElementById(panelParts[state.part])
    if (!heading) return
    // After the layout has focused the content of a new page.
    queueMicrotask(() => {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
      heading.scrollIntoView?.({ block: 'nearest' })
    })
  }, [state])
}
