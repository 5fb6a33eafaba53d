import { createContext, useContext, useLayoutEffect } from 'react'

export interface PanelHeaderOptions {
  readonly name: string
  /**
   * The panel shows its own greeting: the header's is hidden, also from screen readers.
   * @default false
   */
  readonly greets?: boolean
  readonly signsOut?: boolean
}

export const PanelHeaderContext = createContext<(panel: PanelHeaderOptions | undefined) => void>(() => undefined)

/** `panel` must be a constant. */
export function usePanelHeader(panel: PanelHeaderOptions): void {
  const show = useContext(PanelHeaderContext)
  useLayoutEffect(() => {
    show(panel)
    return () => show(undefined)
  }, [show, panel])
}

/** By the path alone, before the panel's code is loaded. */
export const isPanelPath = (pathname: string): boolean => /^\/(admin|client|dashboard)(\/|$)/.test(pathname)

/** Pages with the practice's header; `/client/proceso` belongs to the client. */
export const isPracticePath = (pathname: string): boolean => /^\/(admin(\/|$)|client\/cus_)/.test(pathname)
