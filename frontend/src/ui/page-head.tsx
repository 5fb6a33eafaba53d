/** What a page says about itself outside its body. */
export interface PageHeadProps {
  readonly title: string
  readonly description?: string
  /** Path of the page's one true address. */
  readonly canonicalPath?: string
  readonly hidden?: boolean
}

/** Title, description and canonical address; React lifts them into the document's head. */
export const PageHead = ({ title, description, canonicalPath, hidden = false }: PageHeadProps) => (
  <>
    <title>{title}</title>
    {description && <meta name="description" content={description} />}
    {canonicalPath && <link rel="canonical" href={new URL(canonicalPath, window.location.origin).href} />}
    {hidden && <meta name="robots" content="noindex" />}
  </>
)
