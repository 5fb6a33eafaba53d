import { buildCanonicalUrl } from './canonical-url.ts'
import { findPublicPage, type PublicPagePath } from '../content/public-pages.ts'

export type PageHeadProps = { readonly page: PublicPagePath } | { readonly title: string; readonly hidden: true }

const Hidden = () => <meta name="robots" content="noindex" />

const PublicHead = ({ page }: { readonly page: PublicPagePath }) => {
  const { title, description, indexed } = findPublicPage(page)
  // Where the stage names no address, it is the one that the page is served from.
  const canonical = buildCanonicalUrl(page) ?? page
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {!indexed && <Hidden />}
      {indexed && <link rel="canonical" href={canonical} />}
    </>
  )
}

/** Title, description and canonical URL; React moves them to the document's head. */
export const PageHead = (props: PageHeadProps) =>
  'page' in props ? (
    <PublicHead page={props.page} />
  ) : (
    <>
      <title>{props.title}</title>
      <Hidden />
    </>
  )
