import { createContext, useContext, useLayoutEffect } from 'react'

export interface PanelHeaderOptions {
  readonly name: string
  /**
   * The panel shows a greeting itself: the header's is neither seen nor read out.
   * @default false
   */
  readonly greets?: boolean
  /**
   * The panel has a sign-out button itself.
   * @default false
   */
  readonly signsOut?: boolean
}

export const PanelHeaderContext = createContext<(panel: PanelHeaderOptions | undefined) => void>(() => undefined)

/** Sets the header for as long as this panel is mounted. `panel` must be a constant. */
export function usePanelHeader(panel: PanelHeaderOptions): void {
  const show = useContext(PanelHeaderContext)
  useLayoutEffect(() => {
    show(panel)
    return () => show(undefined)
  }, [show, panel])
}

/** Decided by the path alone, before the panel's code has loaded; hides the landing page's sections. */
export const isPanelPath = (pathname: string): boolean => /^\/(admin|client|dashboard)(\/|$)/.test(pathname)

/** Pages of the practice have a header of their own; `/client/proceso` is a client's. */
export const isPracticePath = (pathname: string): boolean => /^\/(admin(\/|$)|client\/cus_)/.test(pathname)
