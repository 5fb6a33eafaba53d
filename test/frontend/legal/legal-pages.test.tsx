import { createHash } from 'node:crypto'
import { readFileSync, globSync } from 'node:fs'
import { screen, within } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { COOKIE_POLICY_VERSION, PRODUCT_SLUG } from '#contract/product'
import { cookiePolicyText } from '../../../frontend/src/content/legal-cookies.ts'
import { legalNoticeText } from '../../../frontend/src/content/legal-notice.ts'
import { privacyPolicyText } from '../../../frontend/src/content/legal-privacy.ts'
import { termsOfServiceText } from '../../../frontend/src/content/legal-terms.ts'
import type { LegalText } from '../../../frontend/src/content/legal-text.ts'
import { publicPages } from '../../../frontend/src/content/public-pages.ts'
import { onCookieSettingsRequest } from '../../../frontend/src/ui/open-cookie-settings.ts'
import { openProductPath } from '../../support/browser-app.tsx'

const texts = [termsOfServiceText, privacyPolicyText, cookiePolicyText, legalNoticeText]

async function read(path: string) {
  const person = openProductPath(path)
  await screen.findByRole('heading', { level: 1 })
  return person
}

const published = {
  agreed: { version: '2026-12', updated: '2026-12-01', fingerprint: 'c66222f1e36f2409' },
  cookies: { version: '2026-11-2', updated: '2026-12-01', fingerprint: 'bb6ef85b69a03222' },
}

const fingerprintOf = (...of: readonly LegalText[]): string => {
  const said = of.map(({ intro, essentials, sections }) => [intro, essentials, sections])
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 16)
}

test('A-71 terms or a privacy policy that say anything else have another version and day, which are stored with every acceptance', () => {
  const { version, updated } = termsOfServiceText

  const fingerprint = fingerprintOf(termsOfServiceText, privacyPolicyText)

  expect({ version, updated, fingerprint }).toEqual(published.agreed)
})

test('a cookie policy that says anything else has another version, for which everybody is asked again', () => {
  const { updated } = cookiePolicyText

  const fingerprint = fingerprintOf(cookiePolicyText)

  expect({ version: COOKIE_POLICY_VERSION, updated, fingerprint }).toEqual(published.cookies)
})

const section = (name: RegExp) => within(screen.getByRole('region', { name }))
const said = () => screen.getByRole('main').textContent

test.each([
  ['RTE-10', '/terminos', 'Términos y condiciones', { name: 'Volver al registro', to: '/register' }],
  ['RTE-11', '/privacidad', 'Política de privacidad', { name: 'Volver al registro', to: '/register' }],
  ['RTE-12', '/cookies', 'Política de cookies', { name: 'Volver al inicio', to: '/' }],
  ['A-62', '/aviso-legal', 'Aviso legal', { name: 'Volver al inicio', to: '/' }],
])('%s %s is public and leads back', async (_, path, title, back) => {
  await read(path)

  expect(screen.getByRole('heading', { level: 1, name: title })).toBeDefined()
  expect(screen.getByRole('link', { name: back.name }).getAttribute('href')).toBe(back.to)
  expect(document.title).toBe(`${title} | Hábitat Interior`)
})

test('PUB-21 the cookie policy has six sections: what they are, types, third-party, management, consent, updates', async () => {
  await read('/cookies')

  expect(
    within(screen.getByRole('main'))
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent),
  ).toEqual([
    '1. Qué son las cookies',
    '2. Tipos de cookies: técnicas y de análisis',
    '3. Cookies de terceros',
    '4. Cómo gestionarlas',
    '5. Tu consentimiento',
    '6. Actualizaciones',
  ])
})

test('the cookie policy names everything that the site keeps in a browser', async () => {
  const keys = globSync('frontend/src/**/*.{ts,tsx}')
    .filter((file) => !file.includes('/content/'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^.*`\$\{PRODUCT_SLUG\}(:[^`]+)`/gm)])
    // A BroadcastChannel stores nothing.
    .filter(([line]) => !line.includes('channelName'))
    .map(([, name = '']) => `${PRODUCT_SLUG}${name}`)
  await read('/cookies')
  const table = screen.getByRole('table', { name: 'Lo que se guarda en tu navegador' })

  expect(keys.length).toBeGreaterThanOrEqual(12)
  for (const key of [...keys, 'CognitoIdentityServiceProvider.*']) expect(table.textContent).toContain(key)
})

test('the cookie policy opens the cookie settings', async () => {
  const opened = vi.fn<() => void>()
  const person = await read('/cookies')
  const end = onCookieSettingsRequest(opened)

  await person.click(section(/Cómo gestionarlas/).getByRole('button', { name: 'Configurar cookies' }))

  expect(opened).toHaveBeenCalledOnce()
  end()
})

test('PUB-22 the terms: under 18 with the consent of a parent, under 16 not at all', async () => {
  await read('/terminos')
  const who = section(/Quién puede contratar/)

  expect(who.getByText(/necesitas el consentimiento de tu padre, de tu madre o de tu tutor legal/).textContent).toMatch(
    /^Con 16 o 17 años .* Los menores de 18 años no pueden contratar sin ese consentimiento\.$/,
  )
  expect(who.getByText('Los menores de 16 años no pueden').closest('li')?.textContent).toBe(
    'Los menores de 16 años no pueden tener cuenta ni usar nuestros servicios.',
  )
})

test('PUB-22 the privacy policy explains the same ages', async () => {
  await read('/privacidad')
  const ages = section(/Menores de edad/)

  expect(ages.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['14 años', '16 años', '18 años'])
  expect(ages.getByText(/No aceptamos a menores de 16 años/)).toBeDefined()
})

test('LIM-01 the terms: 30 minutes for 80,00 €, taxes included, and three budgets without obligation', async () => {
  await read('/terminos')

  expect(said()).toContain('La primera consulta es una videollamada individual de 30 minutos.')
  expect(
    section(/Precio y pago/)
      .getByText('80,00 €')
      .closest('p')?.textContent,
  ).toMatch(/impuestos incluidos/)
  expect(section(/Qué ofrecemos/).getByText(/tres opciones para seguir.*No tienes que elegir ninguna/)).toBeDefined()
})

test('LIM-11 the terms: changes are announced 30 days ahead', async () => {
  await read('/terminos')

  expect(section(/Cambios en estos términos/).getByText('30 días de antelación')).toBeDefined()
})

test('LIM-12 health data up to 5 years after the last service, billing data up to 10, in both texts', async () => {
  const person = await read('/terminos')
  expect(said()).toContain('Datos de salud: hasta 5 años después del último servicio.')
  expect(said()).toContain('Datos de facturación: hasta 10 años,')

  await person.click(section(/Cuánto conservamos/).getByRole('link', { name: 'política de privacidad' }))
  const rows = within(await screen.findByRole('table', { name: 'Plazos de conservación' })).getAllByRole('row')

  expect(rows.map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Salud y consultasHasta 5 años después del último servicio/),
      expect.stringMatching(/^FacturaciónHasta 10 años/),
    ]),
  )
})

test('LIM-13 closing the account: 14 days to undo, erased within 30, backups purged within 90', async () => {
  await read('/terminos')

  const steps = section(/Cerrar tu cuenta/).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/deshacerlo durante 14 días\.$/),
    expect.stringMatching(/^Como máximo a los 30 días:.*sistemas activos\.$/),
    expect.stringMatching(/^Como máximo a los 90 días:.*copias de seguridad\.$/),
  ])
})

test('the terms lead to the withdrawal, whose 14 days they state', async () => {
  await read('/terminos')
  const right = section(/Derecho de desistimiento/)

  expect(right.getByText('14 días naturales')).toBeDefined()
  expect(right.getByRole('link', { name: 'Derecho de desistimiento' }).getAttribute('href')).toBe('/desistimiento')
})

test.each(texts)(
  '$path has a date, and a list of contents that leads to each of its sections',
  async ({ path, updated, sections }) => {
    await read(path)

    expect(screen.getByText('1 de diciembre de 2026').getAttribute('datetime')).toBe(updated)
    const contents = within(screen.getByRole('navigation', { name: 'En esta página' })).getAllByRole('link')
    expect(contents).toHaveLength(sections.length)
    for (const link of contents) {
      const target = document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
      expect(within(target as HTMLElement).getByRole('heading', { level: 2 }).textContent).toContain(link.textContent)
    }
  },
)

test('a link of one legal text leads to a page and a section that exist', () => {
  const links = texts.flatMap((text) =>
    [...JSON.stringify(text).matchAll(/\]\((\/[^)]*)\)/g)].map(([, link = '']) => link),
  )
  const sections = texts.flatMap(({ path, sections: each }) => each.map(({ id }) => `${path}#${id}`))
  const places: readonly string[] = [...publicPages.map(({ path }) => path), ...sections, '/desistimiento#modelo']

  expect(links.length).toBeGreaterThan(5)
  expect(links.filter((link) => !places.includes(link))).toEqual([])
})

test.each(texts)(
  '$path waits for a lawyer in its source and says nothing of it on the page',
  async ({ path, legalReview }) => {
    await read(path)

    expect(legalReview).toBe('pending')
    expect(document.body.textContent).not.toMatch(/revisión jurídica|borrador|pendiente/i)
  },
)

test('nothing sends people to the platform for online disputes, which closed on 20 July 2025', () => {
  expect(JSON.stringify(texts)).not.toMatch(/ec\.europa\.eu|\bODR\b|resolución de litigios en línea/i)
})
