import { lazy, useEffect, useState, type ComponentType } from 'react'

interface LazyPage {
  (): React.ReactNode
  readonly load: () => Promise<unknown>
}

export const PAGE_HYDRATED_EVENT = 'page-alive'

/**
 * Code-split page. A prerendered page is loaded before rendering, so that the first render is complete on the server
 * and in the browser.
 */
export function createLazyPage(download: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined
  const load = async () => {
    loaded ??= await download()
    return { default: loaded }
  }
  const Waiting = lazy(load)
  function Page() {
    // Chosen once: a page that changed its component when its code arrives would forget what was entered.
    const [Shown] = useState(() => loaded ?? Waiting)
    useEffect(() => void document.dispatchEvent(new Event(PAGE_HYDRATED_EVENT)), [])
    return <Shown />
  }
  return Object.assign(Page, { load })
}

export const isLazyPage = (type: unknown): type is LazyPage => typeof type === 'function' && 'load' in type
