import { productCatalogue } from '#contract/product-catalogue'
import { PRODUCT_NAME } from '#contract/product'
import { landingFaqEntries } from '../content/landing-faq.ts'
import { landingHeroText } from '../content/landing.ts'
import { buildCanonicalUrl } from '../ui/canonical-url.ts'
import { findPublicPage, type PublicPagePath } from '../content/public-pages.ts'

type Thing = Readonly<Record<string, unknown>>

const at = (path: string): Thing => {
  const url = buildCanonicalUrl(path)
  return url ? { url } : {}
}

const practice = (): Thing => ({ '@type': 'ProfessionalService', name: PRODUCT_NAME, ...at('/') })

const questions = (): Thing => ({
  '@type': 'FAQPage',
  mainEntity: landingFaqEntries.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})

function firstConsultation(): Thing {
  const { name, saleCents, currency } = productCatalogue['primera-consulta']
  const page = at('/primera-consulta')
  return {
    '@type': 'Service',
    name,
    description: findPublicPage('/primera-consulta').description,
    provider: practice(),
    offers: {
      '@type': 'Offer',
      price: (saleCents / 100).toFixed(2),
      priceCurrency: currency.toUpperCase(),
      ...page,
    },
    ...page,
  }
}

const things: Partial<Record<PublicPagePath, () => readonly Thing[]>> = {
  '/': () => [{ ...practice(), description: landingHeroText.lead }, questions()],
  '/primera-consulta': () => [firstConsultation()],
}

export const buildStructuredData = (path: PublicPagePath): readonly Thing[] =>
  (things[path]?.() ?? []).map((thing) => ({ '@context': 'https://schema.org', ...thing }))
