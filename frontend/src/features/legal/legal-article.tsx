import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { type AnnouncedDocument, type LegalAnnouncement, legalPublication } from '#contract/legal-announcements'
import type { LegalText } from '../../content/legal-text.ts'
import type { PublicPagePath } from '../../content/public-pages.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.ts'
import { LegalBlockContent } from './legal-block.tsx'
import { InlineMarkupText } from './inline-markup-text.tsx'
import './legal-pages.css'

/** The browser scrolled to the fragment before its section was rendered. */
function useNamedSection(): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
  }, [hash])
}

const documentOfPath: Readonly<Partial<Record<PublicPagePath, AnnouncedDocument>>> = {
  '/terminos': 'terms',
  '/privacidad': 'privacy',
}

/** It stays once the day has come: the page is rendered beforehand and knows no clock. */
function EarlierAccounts({ path, announcements }: Pick<LegalText, 'path'> & Pick<LegalArticleProps, 'announcements'>) {
  const document = documentOfPath[path]
  const newest = announcements?.findLast(({ documents }) => document && documents.includes(document))
  if (!newest) return null
  const { announcedOn, appliesFrom } = newest
  return (
    <span>
      Si tenías cuenta antes del {formatInstantAsDay(announcedOn)}, se te aplica desde el{' '}
      <time dateTime={appliesFrom}>{formatInstantAsDay(appliesFrom)}</time>
    </span>
  )
}

type HeadProps = LegalText & Pick<LegalArticleProps, 'announcements' | 'back'>

const Head = ({ path, title, intro, updated, version, back, announcements }: HeadProps) => (
  <header className="legal-head">
    <div className="legal-head-row">
      <BackLink to={back.to}>{back.text}</BackLink>
      <h1>{title}</h1>
      <p className="lead">{intro}</p>
      <p className="legal-edition">
        <span>
          Última actualización: <time dateTime={updated}>{formatInstantAsDay(updated)}</time>
        </span>
        <span>{`Versión ${version}`}</span>
        <EarlierAccounts path={path} announcements={announcements} />
      </p>
    </div>
  </header>
)

const Contents = ({ sections }: Pick<LegalText, 'sections'>) => (
  <nav className="legal-contents" aria-labelledby="contents-title">
    <p id="contents-title">En esta página</p>
    <ol>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  </nav>
)

const Essentials = ({ essentials }: Pick<LegalText, 'essentials'>) => (
  <section className="legal-essentials" aria-labelledby="essentials-title">
    <p id="essentials-title">Lo esencial</p>
    <ul>
      {essentials.map((essential) => (
        <li key={essential}>
          <InlineMarkupText>{essential}</InlineMarkupText>
        </li>
      ))}
    </ul>
  </section>
)

const Others = ({ others }: Pick<LegalArticleProps, 'others'>) => (
  <nav className="legal-others" aria-labelledby="others-title">
    <p id="others-title">También te puede interesar</p>
    <ul>
      {others.map(({ path, title }) => (
        <li key={path}>
          <Link to={path}>{title}</Link>
        </li>
      ))}
      <li>
        <Link to="/desistimiento">Derecho de desistimiento</Link>
      </li>
    </ul>
  </nav>
)

interface LegalArticleProps {
  readonly text: LegalText
  readonly back: { readonly to: string; readonly text: string }
  readonly others: readonly LegalText[]
  /** @default those of the contract */
  readonly announcements?: readonly LegalAnnouncement[] | undefined
}

export function LegalArticle({
  text,
  back,
  others,
  announcements = legalPublication.announcements,
}: LegalArticleProps) {
  useNamedSection()
  return (
    <article className="legal">
      <PageHead page={text.path} />
      <Head {...text} back={back} announcements={announcements} />
      <div className="legal-body">
        <Essentials essentials={text.essentials} />
        <Contents sections={text.sections} />
        <div className="legal-text">
          {text.sections.map(({ id, title, blocks }, index) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>
                <span className="legal-number">{`${index + 1}.`}</span> {title}
              </h2>
              {blocks.map((block) => (
                <LegalBlockContent key={JSON.stringify(block)} block={block} />
              ))}
            </section>
          ))}
          <Others others={others} />
        </div>
      </div>
    </article>
  )
}
