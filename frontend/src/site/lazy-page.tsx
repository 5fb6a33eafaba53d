import { lazy, useEffect, useState, type ComponentType } from 'react'

interface LazyComponent {
  (): React.ReactNode
  readonly load: () => Promise<unknown>
}

export const PAGE_HYDRATED_EVENT = 'page-alive'

const announcePage = () => void document.dispatchEvent(new Event(PAGE_HYDRATED_EVENT))

/**
 * Code-split part of a page. What is loaded before rendering is complete in the first render, on the server and in the
 * browser.
 */
export function createLazyPart(download: () => Promise<ComponentType>, onShown?: () => void): LazyComponent {
  let loaded: ComponentType | undefined
  const load = async () => {
    loaded ??= await download()
    return { default: loaded }
  }
  const Waiting = lazy(load)
  function Part() {
    // Chosen once: a page that changed its component when its code arrives would forget what was entered.
    const [Shown] = useState(() => loaded ?? Waiting)
    useEffect(() => onShown?.(), [])
    return <Shown />
  }
  return Object.assign(Part, { load })
}

export const createLazyPage = (download: () => Promise<ComponentType>): LazyComponent =>
  createLazyPart(download, announcePage)

export const isLazyComponent = (type: unknown): type is LazyComponent => typeof type === 'function' && 'load' in type
