import { createContext, use, useLayoutEffect } from 'react'

export interface PanelHeader {
  readonly name: string
  /**
   * The panel shows a greeting itself.
   * @default false
   */
  readonly greets?: boolean
  /**
   * The panel has a sign-out button itself.
   * @default false
   */
  readonly signsOut?: boolean
}

export const PanelFrame = createContext<(panel: PanelHeader | undefined) => void>(() => undefined)

/** Sets the header for as long as this panel is mounted. `panel` must be a constant. */
export function usePanelFrame(panel: PanelHeader): void {
  const show = use(PanelFrame)
  useLayoutEffect(() => {
    show(panel)
    return () => show(undefined)
  }, [show, panel])
}

/** Decided by the path alone, before the panel's code has loaded; hides the landing page's sections. */
export const isPanelPath = (pathname: string): boolean => /^\/(admin|client|dashboard)(\/|$)/.test(pathname)
