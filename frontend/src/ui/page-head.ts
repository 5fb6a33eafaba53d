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
  useContext(CollectDocumentHead)?.(head)
  useLayoutEffect(() => {
    document.title = head.title
    writeHeadElement('meta', { name: 'description' }, { content: head.description })
    writeHeadElement('meta', { name: 'robots' }, { content: head.canonical ? undefined : 'noindex' })
    writeHeadElement('link', { rel: 'canonical' }, { href: head.canonical })
  }, [head.title, head.description, head.canonical])
  return null
}

/** The element with this attribute says `value`; without a value there is none. */
function writeHeadElement(tag: string, named: Record<string, string>, value: Record<string, string | undefined>): void {
  const [[name, is] = ['', '']] = Object.entries(named)
  const [[attribute, said] = ['', undefined]] = Object.entries(value)
  const there = document.head.querySelector(`${tag}[${name}="${is}"]`)
  if (said === undefined) {
    there?.remove()
    return
  }
  const element = there ?? document.head.appendChild(document.createElement(tag))
  element.setAttribute(name, is)
  element.setAttribute(attribute, said)
}
