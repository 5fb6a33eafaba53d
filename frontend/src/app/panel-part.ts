import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** Parts of the practice's panel to which a key leads, by the id of the element. */
const panelParts = { today: 'today-title', customers: 'customers-title' } as const
type PanelPart = keyof typeof panelParts

/** For `navigate`: the part that gets the focus there. */
export const toPanelPart = (part: PanelPart) => ({ state: { part } })

/** Focuses the part that the way to this page names, also when the page was open already. */
export function usePanelPartFocus(): void {
  const { state } = useLocation() as { readonly state: { readonly part?: PanelPart } | null }
  useEffect(() => {
    const heading = state?.part && document.getElementById(panelParts[state.part])
    if (!heading) return
    // After the layout has given the focus to the content of a new page.
    queueMicrotask(() => {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
      heading.scrollIntoView?.({ block: 'nearest' })
    })
  }, [state])
}
