import { createContext, useContext, useLayoutEffect } from 'react'
import { buildCanonicalUrl } from './canonical-url.ts'
import { findPublicPage, type PublicPagePath } from '../content/public-pages.ts'

export type PageHeadProps = { readonly page: PublicPagePath } | { readonly title: string; readonly hidden: true }

/** What the document's head says of a page. Robots leave out what has no canonical address. */
export interface DocumentHead {
  readonly title: string
  readonly description?: string
  readonly canonical?: string
}

function describeDocumentHead(props: PageHeadProps): DocumentHead {
  if (!('page' in props)) return { title: props.title }
  const { title, description, indexed } = findPublicPage(props.page)
  // Where the stage names no address, it is the one that the page is served from.
  return { title, description, ...(indexed && { canonical: buildCanonicalUrl(props.page) ?? props.page }) }
}

/** For the renderer, which runs no effects: takes what the page says of itself. */
export const CollectDocumentHead = createContext<((head: DocumentHead) => void) | undefined>(undefined)

/** Title, description and canonical URL, in the document's head. */
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

/** In the place of the one that this selector finds; without `properties` there is none. */
function putInHead(selector: string, tag: 'meta' | 'link', properties: object | false): void {
  document.head.querySelector(selector)?.remove()
  if (properties) document.head.append(Object.assign(document.createElement(tag), properties))
}
