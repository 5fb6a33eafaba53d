import { createContext, useContext, useLayoutEffect } from 'react'
import { buildCanonicalUrl } from './canonical-url.ts'
import { findPublicPage, type PublicPagePath } from '../content/public-pages.ts'

export type PageHeadProps = { readonly page: PublicPagePath } | { readonly title: string; readonly hidden: true }

/** A page without a canonical URL is not indexed. */
export interface DocumentHead {
  readonly title: string
  readonly description?: string
  readonly canonical?: string
}

function describeDocumentHead(props: PageHeadProps): DocumentHead {
  if (!('page' in props)) return { title: props.title }
  const { title, description, indexed } = findPublicPage(props.page)
  // A stage without a domain uses a relative URL.
  return { title, description, ...(indexed && { canonical: buildCanonicalUrl(props.page) ?? props.page }) }
}

/** Used by the prerenderer, which runs no effects. */
export const CollectDocumentHead = createContext<((head: DocumentHead) => void) | undefined>(undefined)

export function PageHead(props: PageHeadProps): null {
  const head = describeDocumentHead(props)
  const { title, description, canonical } = head
  useContext(CollectDocumentHead)?.(head)
  useLayoutEffect(() => {
    document.title = title
    putInHead(
      'meta[name=description]',
      'meta',
      description !== undefined && { name: 'description', content: description },
    )
    putInHead('meta[name=robots]', 'meta', canonical === undefined && { name: 'robots', content: 'noindex' })
    putInHead('link[rel=canonical]', 'link', canonical !== undefined && { rel: 'canonical', href: canonical })
  }, [title, description, canonical])
  return null
}

function putInHead(selector: string, tag: 'meta' | 'link', properties: object | false): void {
  document.head.querySelector(selector)?.remove()
  if (properties) document.head.append(Object.assign(document.createElement(tag), properties))
}
