import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { serveBuiltSite } from '../../bin/local/built-site.ts'
import { publicPages } from '../../frontend/src/content/public-pages.ts'
import {
  openVisitorPage,
  expectAccessiblePage,
  expectPageAccessibleAtEverySize,
  laptopViewport,
  movePointerUntil,
  phoneViewport,
} from '../support/visitor.ts'

/** Allowed layout shift of the font swap; people notice 0.1. */
const imperceptible = 0.005

const arrive = (size = phoneViewport) => openVisitorPage({ size })

/** The fonts are delayed here, on a busy machine beyond Chromium's warning threshold. */
const isAboutHeldFont = (text: string): boolean => /\.woff2 was preloaded using link preload but not used/.test(text)

function complaints(page: Page): readonly string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isAboutHeldFont(message.text())) heard.push(message.text())
  })
  page.on('pageerror', ({ message }) => heard.push(message))
  return heard
}

const asked = (page: Page): readonly string[] => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  return paths
}

const watch = (page: Page) =>
  page.addInitScript(() => {
    const seen = { moved: 0, alive: false }
    Object.assign(window, { seen })
    document.addEventListener('page-alive', () => (seen.alive = true))
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.moved += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

const seenBy = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { moved: number; alive: boolean } }).seen)

async function delayFonts(page: Page): Promise<() => Promise<void>> {
  const { promise: painted, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await painted
    await route.continue()
  })
  return async () => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    letThrough()
    await page.evaluate(async () => {
      await document.fonts.ready
    })
  }
}

const alive = (page: Page) => movePointerUntil(page, async () => (await seenBy(page)).alive)

const drawn = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })

/** The part that loads last from the API; nothing below it may shift. */
const lastToCome: Partial<Record<string, (page: Page) => Locator>> = {
  '/primera-consulta': (page) => page.getByRole('group', { name: 'Hora' }),
  '/comprar': (page) => page.getByText(/^Si no te presentas/),
}

async function expectQuietLife(page: Page, path: string): Promise<void> {
  const heard = complaints(page)
  const paths = asked(page)
  await watch(page)
  const bringFonts = await delayFonts(page)

  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await bringFonts()
  await alive(page)
  await page.getByRole('region', { name: /Avisos/ }).waitFor({ state: 'attached' })
  await lastToCome[path]?.(page).first().waitFor()
  await drawn(page)

  expect(heard).toEqual([])
  expect((await seenBy(page)).moved).toBeLessThan(imperceptible)
  // The list of free hours is public and cached by CloudFront.
  const questions = paths.filter((asking) => asking.startsWith('/api/') && asking !== '/api/slots')
  expect([...questions, ...paths.filter((asking) => asking === '/config.json')]).toEqual([])
}

const quietly =
  'comes to life without a word, a shift or a question to the API about anybody, though its fonts are late'

describe.each(publicPages)('$path, rendered beforehand,', ({ path }) => {
  test(`${quietly} (1280 px)`, async () => {
    await expectQuietLife(await arrive(laptopViewport), path)
  })

  test(`${quietly} (390 px), and is accessible at 390, 768 and 1280 pixels, and at 200 % zoom`, async () => {
    const page = await arrive()
    await expectQuietLife(page, path)

    await expectPageAccessibleAtEverySize(page)
  })
})

async function inPieces(count: number) {
  const folder = inject('siteFolder')
  const serve = serveBuiltSite(folder)
  let next = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    const file = join(folder, request.url ?? '', 'index.html')
    if (!existsSync(file)) {
      serve(request, response)
      return
    }
    const document = readFileSync(file, 'utf8')
    const start = document.indexOf('</header>')
    const length = Math.ceil((document.length - start) / count)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(document.slice(0, start))
    for (let at = start; at < document.length; at += length) {
      next = Promise.withResolvers()
      await next.promise
      response.write(document.slice(at, at + length))
    }
    response.end()
  })
  await once(server.listen(0), 'listening')
  onTestFinished(() => void server.close())
  return { site: `http://localhost:${(server.address() as AddressInfo).port}`, more: () => next.resolve() }
}

test.each(publicPages)(
  '$path does not move when a slow machine reads its document piece by piece',
  async ({ path }) => {
    const pieces = 6
    const { site, more } = await inPieces(pieces)
    const page = await openVisitorPage({ site })
    await page.route('**/assets/*.js', (route) => route.abort())
    await watch(page)
    await page.goto(path, { waitUntil: 'commit' })
    for (let piece = 0; piece < pieces; piece += 1) {
      await drawn(page)
      more()
    }
    await page.waitForLoadState('domcontentloaded')
    await drawn(page)

    expect((await seenBy(page)).moved).toBeLessThan(imperceptible)
  },
)

async function withoutScript() {
  const page = await arrive()
  await page.route('**/assets/*.js', (route) => route.abort())
  return page
}

describe('without any script', () => {
  test('the landing page can be read, its questions opened and its links followed', async () => {
    const page = await withoutScript()
    await page.goto('/')
    const [question] = await page.locator('details').all()
    if (!question) throw new Error('no questions')

    await question.locator('summary').click()
    await expect.poll(() => question.getAttribute('open')).not.toBeNull()
    await page.getByRole('link', { name: 'Comienza tu transformación' }).first().click()

    await page.getByRole('heading', { level: 1, name: 'Entiende qué pasa en tu intestino' }).waitFor()
  })

  test('a form does not send what was typed as an address', async () => {
    const page = await withoutScript()
    await page.goto('/auth')
    await page.getByLabel('Email').fill('lucia@example.com')
    await page.locator('input[type=password]').first().fill('Intestino-2026')

    await page.locator('input[type=password]').first().press('Enter')

    expect(page.url()).not.toContain('Intestino-2026')
  })
})

async function scriptLater(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!loader).*\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

describe('before the script has arrived', () => {
  test('a first tap is kept and answered', async () => {
    const page = await arrive()
    const release = await scriptLater(page)
    const requested = page.waitForRequest(/\/assets\/(?!loader).*\.js$/)
    await page.goto('/primera-consulta', { waitUntil: 'domcontentloaded' })

    await page.getByRole('button', { name: 'RESERVAR CITA' }).click()
    await requested
    release()

    await page.waitForURL(/_local\/stripe/)
  })

  test('what is typed stays when the page comes to life', async () => {
    const page = await arrive()
    const release = await scriptLater(page)
    await watch(page)
    await page.goto('/auth', { waitUntil: 'domcontentloaded' })
    const password = page.locator('input[type=password]').first()
    await password.fill('Intestino-2026')

    release()
    await alive(page)

    expect(await password.inputValue()).toBe('Intestino-2026')
  })

  test('who was here before types on without noticing that the page is drawn anew', async () => {
    const page = await arrive()
    await page.addInitScript(() => sessionStorage.setItem('visit', 'of before'))
    const release = await scriptLater(page)
    await watch(page)
    await page.goto('/auth', { waitUntil: 'domcontentloaded' })
    await page.getByLabel('Email').focus()
    await page.keyboard.type('marta@')

    release()
    await alive(page)
    await page.keyboard.type('correo.example')

    expect(await page.getByLabel('Email').inputValue()).toBe('marta@correo.example')
  })

  test('so does what is typed in several lines, and it is declared', async () => {
    const page = await arrive()
    const release = await scriptLater(page)
    await watch(page)
    await page.goto('/desistimiento', { waitUntil: 'domcontentloaded' })
    await page.getByLabel('Nombre y apellidos').fill('Marta Ruiz Peña')
    await page.getByLabel('Email').fill('marta@correo.test')
    await page.getByLabel(/Comentario/).fill('He cambiado\nde idea.')

    release()
    await alive(page)
    await page.getByRole('button', { name: 'Continuar' }).click()

    await page.getByRole('heading', { name: 'Revisa y confirma' }).waitFor()
    await page.getByRole('definition').filter({ hasText: 'He cambiado de idea.' }).waitFor()
  })
})

test('RTE-22 a path that is none says so with status 404, with and without a script, and leads home', async () => {
  const page = await arrive()
  const silent = await withoutScript()
  await watch(page)

  const responses = await Promise.all([page, silent].map((each) => each.goto('/no/existe')))
  await alive(page)

  expect(responses.map((response) => response?.status())).toEqual([404, 404])
  await silent.getByRole('heading', { level: 1, name: 'Oops! Page not found' }).waitFor()
  expect((await seenBy(page)).moved).toBeLessThan(imperceptible)
  await expectAccessiblePage(page)
  await page.getByRole('link', { name: 'Volver al inicio' }).click()
  await page.getByRole('heading', { level: 1, name: 'Hay un ecosistema dentro de ti' }).waitFor()
})

test('a return from Google is drawn at once and not as the page for visitors', async () => {
  const page = await arrive()

  const response = await page.goto('/auth?oauth=google&error=access_denied')

  expect(await response?.text()).not.toContain('Contraseña')
  await page.getByText('Error al procesar la autenticación con Google').waitFor()
})

const toCall = '/unirse/con_aaaaaaaa'
const toConsultations = '/client?tab=consultations'

test.each([
  ['/auth', toConsultations, /^Para ver y cambiar tus consultas/, 'Crear una cuenta', '/register'],
  ['/register', toCall, /^Usa el correo en el que recibiste el enlace/, 'Inicia sesión', '/auth'],
])('%s says what it is for where it leads on to %s, and its link to the other leads there too', async (...row) => {
  const [path, next, purpose, link, other] = row
  const page = await arrive()

  await page.goto(`${path}?next=${encodeURIComponent(next)}`)

  const notice = page.getByRole('status').filter({ hasText: purpose })
  await notice.waitFor()
  expect(await notice.getAttribute('class')).toContain('notice-box')
  const onward = page.getByRole('main').getByRole('link', { name: link })
  expect(await onward.getAttribute('href')).toBe(`${other}?next=${encodeURIComponent(next)}`)
  await expectAccessiblePage(page)
})

test('where a browser blocks the data of sites the pages come to life, and an hour can be chosen', async () => {
  const page = await arrive()
  const heard = complaints(page)
  await page.addInitScript(() => {
    const refusing = {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    }
    Object.defineProperties(window, { localStorage: refusing, sessionStorage: refusing })
  })
  await page.goto('/comprar')

  await page.getByRole('button', { name: 'Elegir día y hora' }).click()

  await page.getByRole('group', { name: 'Hora' }).getByRole('button').filter({ visible: true }).first().waitFor()
  expect(heard).toEqual([])
})

test('RTE-28 a link to a new password leads to its page from one that was rendered beforehand', async () => {
  const page = await arrive()

  await page.goto('/terminos#type=recovery')

  await page.waitForURL('**/reset-password#type=recovery')
})

test.each(['/', '/auth'])('%s lets Chromium read what the product is once it is installed', async (path) => {
  const page = await arrive()
  await page.goto(path)
  const devtools = await page.context().newCDPSession(page)

  const { url, errors, data } = await devtools.send('Page.getAppManifest')

  expect({ path: new URL(url).pathname, errors }).toEqual({ path: '/manifest.webmanifest', errors: [] })
  expect(JSON.parse(data ?? '')).toMatchObject({ start_url: '/client', display: 'standalone' })
})
