import type { ComponentType } from 'react'
import { lazy, type LazyComponent } from '../ui/lazy.tsx'

export const PAGE_HYDRATED_EVENT = 'page-alive'

const announcePage = () => void document.dispatchEvent(new Event(PAGE_HYDRATED_EVENT))

export const createLazyPage = (download: () => Promise<ComponentType>): LazyComponent<object> =>
  lazy(async () => ({ default: await download() }), announcePage)

export const isLazyComponent = (type: unknown): type is LazyComponent<object> =>
  typeof type === 'function' && 'load' in type
