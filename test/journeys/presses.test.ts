import { randomUUID } from 'node:crypto'
import type { Locator, Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { apiContract } from '#contract/api'
import { publicPages } from '../../frontend/src/content/public-pages.ts'
import { callEndpointOverHttp } from '../support/call-endpoint-over-http.ts'
import { createPressCounter, type PressCounter } from '../support/press-counter.ts'
import { expectPageAccessibleAtEverySize, openVisitorPage, laptopViewport } from '../support/visitor.ts'
import { createJourneyPerson } from './buying.ts'
import { signInConsentingBuyer, signInNewClient } from './clients.ts'
import { getAdministratorSession, openAdministratorPage } from './admin.ts'

const everyMilliseconds = 100

async function onSlowConnection(): Promise<Page> {
  const page = await openVisitorPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  return page
}

function sentBy(page: Page): readonly Request[] {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request)
  })
  return sent
}

/** Waits ten frames, so that everything that has arrived is rendered. */
const waitTenFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  })

const painted = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0)

async function pressUntil(isOver: () => boolean, press: () => Promise<unknown>): Promise<number> {
  const presses: Promise<unknown>[] = []
  const timer = setInterval(() => presses.push(press().catch(() => undefined)), everyMilliseconds)
  await expect.poll(isOver, { timeout: 60_000, interval: everyMilliseconds }).toBe(true)
  clearInterval(timer)
  await Promise.all(presses)
  return presses.length
}

const pathOf = (request: Request) => new URL(request.url()).pathname

describe('at 50 kB/s, pressed every 100 ms from the first paint on,', () => {
  test('RESERVAR CITA says at once that it is working, and leads to the payment page once', async () => {
    const page = await onSlowConnection()
    const sent = sentBy(page)
    await page.goto('/primera-consulta', { waitUntil: 'commit' })
    await painted(page)
    const { x, y } = (await page.getByRole('button', { name: 'RESERVAR CITA' }).boundingBox()) ?? { x: 0, y: 0 }

    await page.mouse.click(x + 20, y + 20)
    await page.getByRole('button', { name: 'Procesando...' }).waitFor()
    expect(await page.locator('[data-kept]').count()).toBe(1)
    await pressUntil(
      () => sent.length > 0,
      () => page.mouse.click(x + 20, y + 20),
    )

    await page.waitForURL(/_local\/stripe/, { timeout: 60_000 })
    expect(sent.map(pathOf)).toEqual(['/api/payments/checkout/anonymous'])
  })

  test('a sign-in is sent to Cognito once, and its password nowhere natively', async () => {
    const page = await onSlowConnection()
    const sent = sentBy(page)
    await page.goto('/auth', { waitUntil: 'commit' })
    await painted(page)
    await page.getByLabel('Email').fill('nadie@example.com')
    await page.getByLabel('Contraseña', { exact: true }).fill('Intestino-2026')

    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Entrando...' }).waitFor()
    expect(await page.locator('[data-kept]').count()).toBe(1)
    await pressUntil(
      () => sent.length > 0,
      () => page.keyboard.press('Enter'),
    )

    await page.getByText('Error de autenticación – Credenciales inválidas').waitFor({ timeout: 60_000 })
    expect(page.url()).toMatch(/\/auth$/)
    expect(sent.filter((request) => request.headers()['x-amz-target']?.endsWith('.InitiateAuth'))).toHaveLength(1)
    expect(sent.filter((request) => request.isNavigationRequest())).toEqual([])
    expect(sent.filter((request) => request.postData()?.includes('Intestino-2026'))).toEqual([])
  })
})

async function scriptsLater(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return async () => {
    resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

describe('before any file of script has arrived', () => {
  test.each(publicPages)('every button of $path keeps its press or works, and nothing is sent', async ({ path }) => {
    const page = await openVisitorPage()
    const sent = sentBy(page)
    await scriptsLater(page)
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    const opened = await page.evaluate(() => location.href)

    const lost = await page.evaluate(() =>
      [...document.querySelectorAll('button')]
        .filter(
          (button) => !button.popoverTargetElement && !button.commandForElement && !button.form?.closest('dialog'),
        )
        .filter((button) => {
          if (button.disabled) button.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
          else button.click()
          return button.dataset['kept'] === undefined
        })
        .map(({ outerHTML }) => outerHTML),
    )
    await page.evaluate(() => {
      for (const form of document.forms) form.requestSubmit()
    })

    expect(lost).toEqual([])
    expect(page.url()).toBe(opened)
    expect(sent).toEqual([])
  })

  test('a button that a tick enables keeps its press', async () => {
    const page = await openVisitorPage()
    const release = await scriptsLater(page)
    const { firstName, lastName, email, password } = createJourneyPerson()
    await page.goto('/register', { waitUntil: 'domcontentloaded' })
    await page.getByLabel('Nombre', { exact: true }).fill(firstName)
    await page.getByLabel('Apellidos').fill(lastName)
    await page.getByLabel(/fecha de nacimiento/i).fill('1990-05-17')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByLabel(/confirmar/i).fill(password)
    await page.getByRole('checkbox', { name: /acepto/i }).check()

    await page.getByRole('button', { name: 'Crear cuenta' }).click({ force: true })
    await page.getByRole('button', { name: 'Creando cuenta...' }).waitFor()
    await release()

    await page.getByText(email).waitFor()
  })

  test('a button whose script cannot be fetched says so no longer than that, and works when pressed again', async () => {
    const page = await openVisitorPage()
    await page.route(/\/assets\/(?!loader).*\.js$/, (route) => route.abort())
    await page.goto('/primera-consulta', { waitUntil: 'domcontentloaded' })
    await page.getByRole('button', { name: 'RESERVAR CITA' }).click()
    await page.locator('[data-kept]').waitFor({ state: 'detached' })

    await page.unrouteAll()
    await page.getByRole('button', { name: 'RESERVAR CITA' }).click()

    await page.waitForURL(/_local\/stripe/)
  })

  test('a client who is signed in, and whose page is drawn anew, keeps the press too, and buys as a client', async () => {
    const { page } = await signInNewClient()
    const release = await scriptsLater(page)
    const sent = sentBy(page)
    await page.goto('/primera-consulta', { waitUntil: 'domcontentloaded' })

    await page.getByRole('button', { name: 'RESERVAR CITA' }).click()
    await page.getByRole('button', { name: 'Procesando...' }).waitFor()
    await release()

    await page.waitForURL(/_local\/stripe/)
    expect(sent.map(pathOf)).toContain('/api/payments/checkout')
    expect(sent.map(pathOf)).not.toContain('/api/payments/checkout/anonymous')
  })

  test.each([
    { drawn: 'as it stands', stored: [] },
    { drawn: 'anew', stored: ['habitat.page'] },
  ])('a mouse button held while the page is drawn $drawn presses what it is let go on', async ({ stored }) => {
    const page = await openVisitorPage()
    await page.goto('/auth')
    await page.evaluate((names) => names.forEach((name) => sessionStorage.setItem(name, '1')), stored)
    const release = await scriptsLater(page)
    await page.goto('/auth', { waitUntil: 'domcontentloaded' })
    await painted(page)
    const opened = page.waitForEvent('popup')

    await page.getByRole('button', { name: /Google/ }).hover()
    await page.mouse.down()
    await release()
    await page.waitForFunction(() => {
      const entry = document.querySelector<HTMLElement>('script[data-entry]')?.dataset['entry'] ?? ''
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return files.some(({ name, initiatorType }) => initiatorType === 'script' && name.endsWith(entry))
    })
    await waitTenFrames(page)
    await page.mouse.up()

    await (await opened).getByLabel('Correo electrónico').waitFor()
  })
})

test('a press in a record is not lost when what stands above it arrives between the finger’s way down and up', async () => {
  const page = await openAdministratorPage('/admin?buscar=cliente%40habitat.example')
  // The tasks above the list contain the names too.
  const list = page.getByRole('region', { name: 'Lista de Clientes' })
  const record = await list.getByRole('link', { name: 'Lucía Ferrer' }).getAttribute('href')
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>()
  const { promise: answered, resolve: hasAnswered } = Promise.withResolvers<void>()
  await page.route(/\/api\/customers\/[^/]+\/questionnaire(\?|$)/, async (route) => {
    const response = await route.fetch()
    hasAnswered()
    await gate
    await route.fulfill({ response })
  })
  // On a scrolled page the browser's scroll anchoring would hide the shift.
  await page.setViewportSize({ width: laptopViewport.width, height: 2 * laptopViewport.height })
  await page.goto(`${record}?tab=supplements`)
  await answered
  await page.getByRole('table', { name: 'Suplementos del cliente' }).waitFor()
  await page.getByText('Cargando...').waitFor({ state: 'detached' })
  const button = page.getByRole('button', { name: 'Añadir suplemento' })
  const { x, y } = (await button.boundingBox()) ?? { x: 0, y: 0 }

  await page.mouse.move(x + 60, y + 20)
  await page.mouse.down()
  const arrived = page.waitForResponse(/\/questionnaire(\?|$)/)
  letThrough()
  await (await arrived).finished()
  await waitTenFrames(page)
  await page.mouse.up()

  await page.getByRole('dialog', { name: 'Añadir suplemento' }).waitFor()
  await page.getByText('Cargando cuestionario...').waitFor({ state: 'detached' })
})

const listCutChoices = (page: Page): Promise<readonly string[]> =>
  page.getByRole('grid', { name: 'Pauta' }).evaluate((grid) =>
    [...grid.querySelectorAll('select')].flatMap((select) => {
      const free = select.cloneNode(true) as HTMLSelectElement
      free.style.cssText = 'position: absolute; width: max-content; min-width: 0; max-width: none'
      select.after(free)
      const cut = free.offsetWidth - select.offsetWidth
      free.remove()
      return cut > 0 ? [`${select.ariaLabel}: ${cut}`] : []
    }),
  )

const supplements = ['Zinc', 'Omega 3', 'Magnesio'] as const

/** By the record's URL, because all buyers in these journeys have the same name. */
async function openRecordOfBuyer({ tab }: { readonly tab?: 'supplements' } = {}): Promise<Page> {
  const { session } = await signInConsentingBuyer()
  const { customerId } = await callEndpointOverHttp(apiContract.ownCustomer.current, {}, { token: session.token })
  return openAdministratorPage(`/client/${customerId}${tab ? `?tab=${tab}` : ''}`)
}

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

const threeLines = ['zinc 15 mg noche', 'omega 3 2 cápsulas comida y cena', 'magnesio 200 mg tarde'] as const

async function typeThree(entry: Locator, practice: PressCounter, lines: readonly string[] = threeLines): Promise<void> {
  await expect.poll(() => isFocused(entry)).toBe(true)
  for (const line of lines) {
    await practice.fill(entry, line)
    await practice.press('Enter')
  }
}

const seeSevenDays = (page: Page) =>
  page.getByRole('region', { name: 'Tomas de los 7 días' }).getByText('200 mg').first().waitFor()

async function publishWithKeys(page: Page, practice: PressCounter): Promise<void> {
  await practice.press('Control+Enter')
  await page.getByRole('dialog', { name: '¿Publicar la pauta?' }).waitFor()
  await practice.press('Enter')
  await page.getByText('Pauta publicada').waitFor()
  const table = page.getByRole('table', { name: 'Suplementos del cliente' })
  for (const name of supplements) await table.getByRole('row', { name }).waitFor()
}

describe('the practice counts its presses:', () => {
  test('three supplements are prescribed from the record in under ten, with the seven days seen and the question asked', async () => {
    const page = await openRecordOfBuyer()
    const practice = createPressCounter(page)

    await practice.click(page.getByRole('link', { name: 'Preparar pauta' }), 'Preparar pauta')
    await typeThree(page.getByLabel('Añadir suplemento'), practice)
    await seeSevenDays(page)
    expect(await listCutChoices(page)).toEqual([])
    await expectPageAccessibleAtEverySize(page)
    await publishWithKeys(page, practice)

    practice.print('three supplements')
    expect(practice.count()).toBeLessThan(10)
  })

  test('three supplements are prescribed by a template of a whole protocol in under ten', async () => {
    const page = await openRecordOfBuyer()
    const practice = createPressCounter(page)
    const name = `Inicio ${randomUUID().slice(0, 8)}`
    const line = { pattern: 'Continuo', foodRelation: 'Indiferente' } as const
    await callEndpointOverHttp(
      apiContract.supplements.saveProtocolTemplate,
      {
        body: {
          name,
          requestId: randomUUID(),
          lines: [
            { ...line, name: 'Zinc', unit: 'mg', doses: [{ time: 'Noche', amount: 15 }] },
            {
              ...line,
              name: 'Omega 3',
              unit: 'capsulas',
              doses: [
                { time: 'Con comida', amount: 2 },
                { time: 'Con cena', amount: 2 },
              ],
            },
            { ...line, name: 'Magnesio', unit: 'mg', doses: [{ time: 'Tarde', amount: 200 }] },
          ],
        },
      },
      { token: (await getAdministratorSession()).token },
    )

    await practice.click(page.getByRole('link', { name: 'Preparar pauta' }), 'Preparar pauta')
    const open = page.getByRole('button', { name: 'Usar una plantilla o una pauta anterior' })
    await practice.click(open, 'Usar una plantilla o una pauta anterior')
    const dialog = page.getByRole('dialog', { name: 'Usar una plantilla o una pauta anterior' })
    await practice.click(dialog.getByRole('radio', { name }), 'the template')
    await dialog.getByText('Añade 3 filas: Zinc, Omega 3, Magnesio.').waitFor()
    await practice.click(dialog.getByRole('button', { name: 'Añadir a la tabla' }), 'Añadir a la tabla')
    await seeSevenDays(page)
    await publishWithKeys(page, practice)

    practice.print('three supplements by a template')
    expect(practice.count()).toBeLessThan(10)
  })

  test('three supplements are prescribed by keyboard alone in under ten, from the link to the protocol on', async () => {
    const page = await openRecordOfBuyer()
    const practice = createPressCounter(page)
    const link = page.getByRole('link', { name: 'Preparar pauta' })
    await link.focus()

    await practice.press('Enter')
    await typeThree(page.getByLabel('Añadir suplemento'), practice)
    await seeSevenDays(page)
    await publishWithKeys(page, practice)

    practice.print('three supplements by keyboard alone')
    expect(practice.count()).toBeLessThan(10)
  })

  test('three amounts are changed in the grid by keyboard alone in under ten, and published', async () => {
    const page = await openRecordOfBuyer({ tab: 'supplements' })
    const beforehand = createPressCounter(page)
    const entry = page.getByLabel('Añadir suplemento')
    await page.getByRole('link', { name: 'Preparar la pauta' }).click()
    await typeThree(entry, beforehand, ['zinc 15 mg mañana', 'omega 3 2 cápsulas mañana', 'magnesio 200 mg mañana'])
    await publishWithKeys(page, beforehand)
    await page.getByRole('link', { name: 'Preparar la pauta' }).click()
    await expect.poll(() => isFocused(entry)).toBe(true)
    const practice = createPressCounter(page)
    const amount = page.getByRole('grid', { name: 'Pauta' }).locator('input:focus')

    await practice.press('Shift+Tab')
    for (const [at, number] of ['4', '5', '6'].entries()) {
      if (at > 0) await practice.press('Enter')
      await practice.fill(amount, number)
    }
    await page.getByText('3 cambian').waitFor()
    await publishWithKeys(page, practice)

    const table = page.getByRole('table', { name: 'Suplementos del cliente' })
    for (const number of ['4', '5', '6'])
      await table
        .getByText(new RegExp(`^${number} (mg|cápsulas)`))
        .first()
        .waitFor()
    practice.print('three amounts changed in the grid')
    expect(practice.count()).toBeLessThan(10)
  })
})
