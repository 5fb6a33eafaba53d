import { catalogue } from '#contract/catalogue'
import { PRODUCT_NAME } from '#contract/product'
import { faq } from '../content/landing-faq.ts'
import { hero } from '../content/landing.ts'
import { canonicalOf } from '../ui/address.ts'
import { pageAt, type PublicPath } from '../content/public-pages.ts'

type Thing = Readonly<Record<string, unknown>>

const at = (path: string): Thing => {
  const url = canonicalOf(path)
  return url ? { url } : {}
}

const practice = (): Thing => ({ '@type': 'ProfessionalService', name: PRODUCT_NAME, ...at('/') })

const questions = (): Thing => ({
  '@type': 'FAQPage',
  mainEntity: faq.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})

function firstConsultation(): Thing {
  const { name, saleCents, currency } = catalogue['primera-consulta']
  const page = at('/primera-consulta')
  return {
    '@type': 'Service',
    name,
    description: pageAt('/primera-consulta').description,
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

const things: Partial<Record<PublicPath, () => readonly Thing[]>> = {
  '/': () => [{ ...practice(), description: hero.lead }, questions()],
  '/primera-consulta': () => [firstConsultation()],
}

export const structuredDataOf = (path: PublicPath): readonly Thing[] =>
  (things[path]?.() ?? []).map((thing) => ({ '@context': 'https://schema.org', ...thing }))
