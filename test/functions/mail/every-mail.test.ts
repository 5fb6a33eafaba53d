import { describe, expect, test } from 'vitest'
import { practiceLegalDetails } from '#contract/practice'
import { practiceNoticeKinds } from '#contract/practice-notices'
import { listMailSamples } from '../../../bin/local/mail-samples/mail-samples.ts'
import { composeEmail } from '../../../functions/mail/compose.ts'
import { composePracticeNoticesEmail } from '../../../functions/mail/practice-notice-emails.ts'
import { listUntoldErasures } from '../../support/untold-erasures.ts'
import { type ComposedEmail, renderEmailHtml, renderEmailText } from '../../../functions/mail/public/composed-email.ts'

const SITE = 'https://habitat.test'
const samples = listMailSamples(SITE)

const render = (email: ComposedEmail) => ({ html: renderEmailHtml(email, SITE), text: renderEmailText(email, SITE) })

const countOf = (text: string, part: RegExp): number => text.match(part)?.length ?? 0

const wordsOf = (html: string): string =>
  html
    .replaceAll(/<(?:style|title)>[^]*?<\/(?:style|title)>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', '’')

const isEscaped = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll("'", '’')

const linksOf = (part: string) => new Set(part.match(/https:\/\/[^\s"<]+/g))

/** Gmail clips mails after 102 kB. */
const MAX_BYTES = 100_000

/** Cognito's limit of a trigger's `emailMessage`. */
const MAX_COGNITO_CHARACTERS = 20_000

const withoutHour = [
  'receipt-none-free',
  'slot-proposals-none-free',
  'refund-without-hour',
  'refund-unproven',
  'payment-failed-without-hour',
  'payment-failed-cancelled',
  'payment-failed-budget',
  'payment-failed-budget-ended',
  'proposal-outcome-refused',
  'proposal-outcome-none-free',
  'practice-notice-none-fits',
  'practice-notice-withdrawal',
  'practice-notice-questionnaire',
  'practice-notice-message',
  'practice-notice-dispute-opened',
  'practice-notice-dispute-won',
  'practice-notice-dispute-lost',
]

describe('A-43 a mail about a consultation, to clients and to the practice', () => {
  const about = samples.filter(({ hours }) => hours > 0)

  test.each(about)(
    '$name shows each date as a block, place and price, and a button, in its plain text as well',
    ({ email, hours }) => {
      const { html, text } = render(email)

      expect(countOf(html, /class="leaf"/g)).toBe(hours)
      expect(countOf(html, /class="button"/g)).toBe((email.action ? 1 : 0) + (email.choices?.options.length ?? 0))
      expect(countOf(html, /class="button"/g)).toBeGreaterThan(0)
      for (const part of [html, text]) {
        expect(part).toContain('En línea, por videollamada')
        expect(part).toMatch(
          /[68]0,00\s€ · (?:Pagada|Pendiente|Por aceptar|No aceptado|Ya no tienes|Sin cobrar|Devuelta|Devueltos)|(?:>|Precio: )Pagada/,
        )
      }
      expect(countOf(text, /(?<!\d)1 de diciembre/g)).toBeGreaterThan(0)
      expect(text).toMatch(/10:00/)
    },
  )

  test.each(samples.filter(({ hours }) => hours === 0))(
    '$name names no hour of a consultation, for which it would need the block',
    ({ email, content, name }) => {
      const { html, text } = render(email)

      expect(`${email.subject} ${wordsOf(html)} ${text}`).not.toMatch(/(?<!\d)1 de diciembre/)
      const isAboutOne = /"(?:orderId|consultation\w*|startsAt|noticeId)":/.test(JSON.stringify(content ?? {}))
      expect(isAboutOne && !withoutHour.includes(name)).toBe(false)
    },
  )
})

describe('A-43 every mail', () => {
  test.each(samples)('$name comes from the one template: logo, heading, sender, both colour schemes', ({ email }) => {
    const { html, text } = render(email)
    const { legalName, taxId, address, email: practice, phone } = practiceLegalDetails

    expect(html.match(/<img[^>]*>/g)).toEqual([
      expect.stringMatching(
        /^<img src="https:\/\/habitat\.test\/email-logo\.png" width="40" height="40" alt="" style="[^"]+">$/,
      ),
    ])
    expect(countOf(html, /<h1/g)).toBe(1)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('@media (prefers-color-scheme:dark)')
    expect(html).toMatch(/<body[^>]*><div style="display:none[^"]*">\S[^<]{10}/)
    for (const part of [html, text])
      for (const fact of [legalName, taxId, address, practice, phone]) expect(part).toContain(fact)
  })

  test.each(samples)('$name says in its plain text all that it shows, and has no other links', ({ email }) => {
    const { html, text } = render(email)
    const shown = linksOf(html.replaceAll('&amp;', '&').replace(/<img[^>]*>/, ''))

    expect([...linksOf(text)].toSorted()).toEqual([...shown].toSorted())
    const { greeting, paragraphs, points = [], afterChoices = [], code = '', closing = '' } = email
    const { facts = [], entries = [] } = email
    const sentences = [...paragraphs, ...points, ...afterChoices, ...entries.map(({ sentence }) => sentence)]
    const told = [greeting, ...sentences, code, closing]
    for (const words of [...told, ...facts.flat()]) {
      expect(isEscaped(text)).toContain(isEscaped(words))
      expect(isEscaped(wordsOf(html))).toContain(isEscaped(words))
    }
  })

  test.each(samples)('$name keeps each sum in one line with its sign', ({ email }) => {
    const { html } = render(email)

    expect(wordsOf(html)).not.toMatch(/\d €/)
  })

  test.each(samples)('$name has in bold a fact of few words, and a rule as plain text', ({ email }) => {
    const { html } = render(email)

    expect(html).not.toMatch(/<td class="strong fact" style="[^"]*font:600 [^"]*">[^<]{61,}/)
  })

  test.each(samples)('$name has a subject of one line that says nothing of anybody’s health', ({ email }) => {
    expect(email.subject).toMatch(/^[\p{Lu}\d][^\r\n!]{5,90}$/u)
    expect(email.subject).not.toMatch(/salud|microbio|dieta|s[ií]ntoma|anal[ií]t|suplement|digest|intestin|nutri/i)
  })

  test.each(samples)('$name is small enough that Gmail shows all of it', ({ email, kind }) => {
    const { html } = render(email)

    expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES)
    const isSentByCognito = kind === 'account-code' || kind === 'verification'
    expect(html.length).toBeLessThan(isSentByCognito ? MAX_COGNITO_CHARACTERS : MAX_BYTES)
  })

  test('has a sample of its own name', () => {
    const names = samples.map(({ name }) => name)

    expect(new Set(names).size).toBe(names.length)
    for (const kind of practiceNoticeKinds) expect(names).toContain(`practice-notice-${kind}`)
  })
})

test('a mail about a price that waits for a yes, or was declined, names no other and asks for no payment', () => {
  const priced = samples.filter(({ name }) => /consultation-priced|price-declined/.test(name))

  const prices = priced.map(({ email }) => email.facts?.filter(([name]) => name === 'Precio').map(([, text]) => text))

  expect(prices).toEqual([['60,00 € · Por aceptar'], ['80,00 € · No aceptado']])
})

test('a mail to whom no hour can be offered does not ask to choose one', () => {
  const noneFree = samples.find(({ name }) => name === 'slot-proposals-none-free')

  expect(noneFree?.email.subject).toBe('Te escribiremos para acordar tu consulta')
})

test.each([
  ['client', 'health-withdrawal-registered'],
  ['guardian', 'health-withdrawal-registered-guardian'],
] as const)('the mail to the %s about a withdrawal of the health consent names all that it erases', (reader, name) => {
  const sample = samples.find((each) => each.name === name)

  const text = sample ? render(sample.email).text : ''

  expect(listUntoldErasures(text.replaceAll(/\s+/g, ' '), reader)).toEqual([])
})

test('A-43 a mail of several notices shows place and price of each in lines of their own, which a narrow screen need not break', () => {
  const digest = samples.find(({ name }) => name === 'practice-digest')
  const [first] = digest?.email.entries?.filter(({ appointment }) => appointment) ?? []

  expect(first?.details).toEqual(['En línea, por videollamada', expect.stringMatching(/^80,00\s€ · Pagada$/)])
})

describe('A-43 the longest mail', () => {
  test('of two hundred notices with the longest names is small enough that Gmail shows all of it', async () => {
    const notices = Array.from({ length: 200 }, (_, place) => ({
      notice: {
        kind: 'refund-failed',
        customerId: `cus_${'a'.repeat(26)}${place}`,
        name: 'María de los Ángeles '.repeat(6).slice(0, 100),
        startsAt: '2026-12-01T09:00:00.000Z',
        amountCents: 123_456,
      } as const,
      consultation: {
        startsAt: '2026-12-01T09:00:00.000Z',
        durationMinutes: 30,
        priceCents: 123_456,
        isCancelled: true,
      },
      isToConfirm: false,
    }))

    const { html } = render(composePracticeNoticesEmail('practice-digest', { notices, siteUrl: SITE }))

    expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES)
    expect(html).toMatch(/Y 1\d\d más, que verás en el panel/)
  })

  test('of two hundred withdrawals is small enough as well', () => {
    const withdrawals = Array.from({ length: 200 }, (_, place) => ({
      withdrawalId: `wdr_${'a'.repeat(26)}${place}`,
      requestedAt: '2026-11-21T09:00:00.000Z',
    }))
    const content = { kind: 'withdrawals-digest', since: '2026-11-21', until: '2026-11-22' } as const

    const { html } = render(composeEmail(content, { withdrawals, siteUrl: SITE }))

    expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES)
  })
})
