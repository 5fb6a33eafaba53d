// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getByRole, queryByRole, within } from '@testing-library/dom'
import axe from 'axe-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  createConsoleTestState,
  createReceivedMail,
  createStripeEvent,
  type ConsoleTestState,
  startTestConsole,
} from './start-test-console.ts'

let behind: ConsoleTestState
let setup: Awaited<ReturnType<typeof startTestConsole>>

beforeAll(async () => {
  setup = await startTestConsole(() => behind)
})
beforeEach(() => {
  behind = createConsoleTestState()
})
afterAll(() => void setup.close())

interface Opened {
  readonly view: Window & typeof globalThis
  readonly page: Document
  readonly body: HTMLElement
}

const script = readFileSync(join(import.meta.dirname, '../../bin/local/console/console.js'), 'utf8')

const aCheckout = {
  id: 'cs_1',
  payment_status: 'unpaid',
  amount_total: 8000,
  currency: 'eur',
  customer_details: { email: 'eva@example.com' },
}

/** In its own jsdom window, where injected scripts would run as in a browser. */
async function open(path = '/_local'): Promise<Opened> {
  const { text: html } = await setup.browse(path)
  const frame = document.body.appendChild(document.createElement('iframe'))
  const view = frame.contentWindow as (Window & typeof globalThis) | null
  if (!view) throw new Error('no window')
  view.document.write(html)
  view.document.close()
  return { view, page: view.document, body: view.document.body }
}

async function openLive() {
  const { view, page, body } = await open()
  const turns: (() => void)[] = []
  const copied: string[] = []
  Object.assign(view, {
    fetch: (path: string, init: RequestInit) => fetch(`${setup.url}${path}`, init),
    setInterval: (turn: () => void) => turns.push(turn),
  })
  Object.defineProperty(view.navigator, 'clipboard', {
    value: { writeText: async (content: string) => void copied.push(content) },
  })
  page.head.append(Object.assign(page.createElement('script'), { textContent: `{${script}}` }))
  return {
    page,
    body,
    copied,
    refresh: () => turns.at(-1)?.(),
    said: () => page.getElementById('said')?.textContent,
  }
}

function part(body: HTMLElement, name: string): HTMLElement {
  return getByRole(body, 'region', { name })
}

/** The default of a second is too short on a busy machine for two requests. */
const soon = { timeout: 20_000 }

afterEach(() => document.body.replaceChildren())

test('the page has its title and its nine sections', async () => {
  const { page, body } = await open()

  expect(page.title).toBe('Mesa local · Hábitat Interior')
  const titles = within(body).getAllByRole('heading', { level: 2 })
  expect(titles.map((title) => title.textContent)).toEqual([
    'Buzón',
    'Cuentas de demostración',
    'Reloj',
    'Simular caídas',
    'Quitar protecciones',
    'Condiciones adversas',
    'Servicio de correo',
    'Análisis de los archivos subidos',
    'Pagos',
  ])
})

test('the mailbox leads to each mail, with its recipient', async () => {
  const { body } = await open()

  const mailbox = part(body, 'Buzón')
  expect(getByRole(mailbox, 'link', { name: 'Tu cita' }).getAttribute('href')).toBe('/_local/mail/m2')
  expect(mailbox.textContent).toContain('2 mensajes')
  expect(mailbox.textContent).toContain('eva@example.com')
})

test('an account shows its password and the code of this moment (RFC 6238, appendix B)', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 59_000 })

  const { body } = await open()
  vi.useRealTimers()

  const accounts = part(body, 'Cuentas de demostración')
  expect(accounts.textContent).toContain('Secreto-1')
  expect(accounts.textContent).toContain('287082')
  expect(accounts.textContent).toMatch(/Códigos de recuperación[^:]*:\s+ABCD2345 EFGH6789/)
  expect(accounts.querySelector('[data-until]')?.getAttribute('data-until')).toBe('1970-01-01T00:01:00.000Z')
})

test('a condition of the cloud has a switch with its name, what it does and its state', async () => {
  behind.adverse = true

  const { body } = await open()

  const conditions = part(body, 'Condiciones adversas')
  const button = getByRole(conditions, 'switch', { name: 'Condiciones adversas Índices con retraso', checked: true })
  expect(button.textContent).toBe('Sí')
  expect(conditions.querySelector(`#${button.getAttribute('aria-describedby')}`)?.textContent).toBe('Un segundo.')
  expect(button.dataset['body']).toBe('{"name":"index-lag","on":false}')
  expect(conditions.textContent).toContain('Siempre en vigor')
})

test('a deferred payment waits on the page until an event tells its outcome', async () => {
  behind.events = [createStripeEvent('evt_1', 'checkout.session.completed', aCheckout)]
  const before = await open()
  behind.events = [createStripeEvent('evt_2', 'checkout.session.async_payment_failed', aCheckout), ...behind.events]
  const after = await open()

  const name = /^Confirmar el pago: 80,00\s€ de eva@example.com$/
  expect(getByRole(before.body, 'button', { name })).toBeTruthy()
  expect(queryByRole(after.body, 'button', { name })).toBeNull()
})

test('a payment can be disputed from the page, and a disputed one answered, won and lost', async () => {
  const charge = { id: 'ch_1', amount: 8000, currency: 'eur', billing_details: { email: 'eva@example.com' } } as never
  const dispute = { id: 'du_1', charge: 'ch_1', amount: 8000, currency: 'eur', status: 'needs_response' } as never
  behind.disputable = { charges: [charge], disputes: [] }
  const before = part((await open()).body, 'Pagos')
  behind.disputable = { charges: [charge], disputes: [dispute] }
  const after = part((await open()).body, 'Pagos')

  const begin = getByRole(before, 'button', { name: /^Disputar: 80,00\s€ de eva@example.com$/ })
  expect(begin.dataset['body']).toBe('{"id":"ch_1","act":"open"}')
  const acts = [...after.querySelectorAll<HTMLElement>('[data-post="/_local/stripe/dispute"]')]
  expect(acts.map(({ textContent, dataset }) => [textContent, dataset['body']])).toEqual([
    ['Responder', '{"id":"du_1","act":"answer"}'],
    ['Ganar', '{"id":"du_1","act":"win"}'],
    ['Perder', '{"id":"du_1","act":"lose"}'],
    ['Perder la mitad', '{"id":"du_1","act":"lose-part"}'],
  ])
})

test('nothing a hostile mail holds becomes part of the page', async () => {
  const hostile = `"></title><img src=x onerror="hacked=1"><script>window.hacked=1</script>`
  const attachments = [{ filename: hostile, contentType: hostile, content: '', size: 0 }]
  const written = { to: [hostile], from: hostile, subject: hostile, text: hostile, html: hostile, attachments }
  behind.mails = [createReceivedMail({ ...written, id: 'm1' }), createReceivedMail({ ...written, id: hostile })]

  const list = await open('/_local')
  const message = await open('/_local/mail/m1')

  for (const { view, page } of [list, message]) {
    expect(view).not.toHaveProperty('hacked')
    expect(page.querySelectorAll('img, script:not([src="/_local/console.js"]), [onerror]')).toHaveLength(0)
  }
  expect(getByRole(message.body, 'heading', { level: 1 }).textContent).toBe(hostile)
})

test('the HTML of a mail is shown in a frame without scripts and without an origin', async () => {
  behind.mails = [createReceivedMail({ html: '<p title="a&amp;b">Hola</p>' })]

  const { page } = await open('/_local/mail/m1')

  const frame = page.querySelector('iframe')
  expect(frame?.getAttribute('srcdoc')).toContain('<p title="a&amp;b">Hola</p>')
  expect(frame?.getAttribute('sandbox')).toBe('allow-top-navigation-by-user-activation')
})

test('the pages run no script but their own file', async () => {
  const { headers } = await setup.browse('/_local')
  const file = await setup.ask('/_local/console.js')

  expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/)
  expect(file.text).toBe(script)
  expect(file.headers['content-type']).toContain('text/javascript')
})

test('the links of a mail are listed once, decoded, and only web addresses', async () => {
  const html = `<a class="b" href="http://localhost:5173/auth?a=1&amp;b=2"><b>Confirmar</b></a><a href="javascript:x()">No</a>`
  behind.mails = [
    createReceivedMail({ html, text: 'Abre http://localhost:5173/auth?a=1&b=2 o https://example.com/ayuda.' }),
  ]

  const { body } = await open('/_local/mail/m1')

  const links = within(part(body, 'Enlaces del mensaje')).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Confirmar', 'http://localhost:5173/auth?a=1&b=2'],
    ['https://example.com/ayuda', 'https://example.com/ayuda'],
  ])
})

test('a new mail appears without moving the focus', async () => {
  const { page, body, refresh } = await openLive()
  getByRole(body, 'link', { name: 'Bienvenida' }).focus()
  behind.mails = [createReceivedMail({ id: 'm3', subject: 'Recordatorio' }), ...behind.mails]

  refresh()

  await expect.poll(() => body.textContent, soon).toContain('Recordatorio')
  getByRole(body, 'link', { name: 'Recordatorio' })
  expect(page.activeElement).toBe(getByRole(body, 'link', { name: 'Bienvenida' }))
})

test('a button moves the clock, and the page says so', async () => {
  const { body, said } = await openLive()

  getByRole(body, 'button', { name: '+14 días' }).click()

  await expect.poll(said, soon).toBe('Reloj adelantado.')
  expect(part(body, 'Reloj').textContent).toContain('16 nov 2026')
})

test('a duration typed wrongly is explained, and stays in its field', async () => {
  const { body, said } = await openLive()
  const field = getByRole<HTMLInputElement>(body, 'textbox', { name: 'Otra duración (ISO 8601)' })
  field.value = 'mañana'

  getByRole(body, 'button', { name: 'Adelantar' }).click()

  await expect.poll(said, soon).toContain('«mañana» no es una duración')
  expect(field.value).toBe('mañana')
})

test('a switch takes a service down and keeps the focus', async () => {
  const { page, body, said } = await openLive()
  const name = 'Simular caídas Stripe (pagos)'
  getByRole(body, 'switch', { name, checked: false }).focus()

  getByRole(body, 'switch', { name }).click()

  // `getByRole` is too slow for polling on a page of this size.
  await expect.poll(said, soon).toBe('Stripe (pagos) está caído.')
  expect(page.activeElement).toBe(getByRole(body, 'switch', { name, checked: true }))
})

test('a code is copied', async () => {
  const { body, copied, said } = await openLive()

  getByRole(body, 'button', { name: 'Copiar el código de ada@example.com' }).click()

  await expect.poll(said, soon).toBe('Copiado.')
  expect(copied).toEqual([expect.stringMatching(/^\d{6}$/)])
})

test.each(['/_local', '/_local/mail/m1', '/_local/mail/m9'])('%s has no axe findings', async (path) => {
  const { text: html } = await setup.browse(path)
  const { head, body, documentElement } = new DOMParser().parseFromString(html, 'text/html')
  document.documentElement.lang = documentElement.lang
  document.title = head.querySelector('title')?.textContent ?? ''
  document.body.replaceChildren(...body.childNodes)

  const { violations } = await axe.run(document, { iframes: false, rules: { 'color-contrast': { enabled: false } } })

  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
})
