import { cookies, privacy, terms, type LegalText } from '../../content/legal.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import './legal-pages.css'

interface LegalArticleProps {
  readonly text: LegalText
  readonly path: string
  readonly back: { readonly to: string; readonly text: string }
}

const LegalArticle = ({ text, path, back }: LegalArticleProps) => (
  <article className="legal">
    <PageHead title={`${text.title} | Hábitat Interior`} description={text.intro} canonicalPath={path} />
    <BackLink to={back.to}>{back.text}</BackLink>
    <h1>{text.title}</h1>
    <p className="lead">{text.intro}</p>
    {text.sections.map(({ title, text: paragraph }) => (
      <section key={title}>
        <h2>{title}</h2>
        <p>{paragraph}</p>
      </section>
    ))}
  </article>
)

const toRegister = { to: '/register', text: 'Volver al registro' }

export const TermsPage = () => <LegalArticle text={terms} path="/terminos" back={toRegister} />
export const PrivacyPage = () => <LegalArticle text={privacy} path="/privacidad" back={toRegister} />
export const CookiesPage = () => (
  <LegalArticle text={cookies} path="/cookies" back={{ to: '/', text: 'Volver al inicio' }} />
)
