import { createContext, use, useLayoutEffect } from 'react'

/** What a panel says of itself to the header above it. */
export interface PanelHeader {
  /** Stands beside the brand, in place of the sections of the landing page. */
  readonly name: string
  /** It greets whoever is signed in itself. @default false */
  readonly greets?: boolean
  /** It has its own way to sign out. @default false */
  readonly signsOut?: boolean
}

export const PanelFrame = createContext<(panel: PanelHeader | undefined) => void>(() => undefined)

/** Tells the header that this panel is on the screen, for as long as it is. `panel` is a constant. */
export function usePanelFrame(panel: PanelHeader): void {
  const show = use(PanelFrame)
  useLayoutEffect(() => {
    show(panel)
    return () => show(undefined)
  }, [show, panel])
}

/** Whether a path belongs to a panel, whatever of it has arrived: the landing page's sections are not led to from there. */
export const isPanelPath = (pathname: string): boolean => /^\/(admin|client|dashboard)(\/|$)/.test(pathname)
