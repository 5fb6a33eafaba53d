import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { apiContract } from '#contract/api'
import { callEndpointOverHttp } from '../support/call-endpoint-over-http.ts'
import { waitUntilLoaded } from '../support/loading-parts.ts'
import { expectPageAccessibleAtEverySize, laptopViewport, openVisitorPage, phoneViewport } from '../support/visitor.ts'
import { openDemoClientPage, signInNewBuyer, signInNewClient } from './clients.ts'
import { goToDemoRecord, openAdministratorPage, runAtPhoneSize } from './admin.ts'
import { findTableFlaws } from './table-flaws.ts'
import { openEachTab } from './tabs.ts'

async function lookAtTabs(page: Page) {
  let tables = 0
  const tabs = await openEachTab(page, async () => {
    await expectPageAccessibleAtEverySize(page)
    tables += await page.getByRole('table').count()
    expect(await findTableFlaws(page)).toEqual([])
  })
  return { tabs, tables }
}

test('every tab of the client’s panel is accessible at 390, 768 and 1280 pixels, and at 200 % zoom, and every table whole on narrow screens', async () => {
  const page = await openDemoClientPage({ size: laptopViewport })
  await page.goto('/client')

  const { tabs, tables } = await lookAtTabs(page)

  expect(tabs).toHaveLength(6)
  expect(tables).toBeGreaterThanOrEqual(6)
})

test('the client’s panel asks the server for nothing twice while it opens', async () => {
  const page = await openDemoClientPage()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/')) asked.push(request.url())
  })

  await page.goto('/client', { waitUntil: 'networkidle' })
  await page
    .getByRole('group', { name: /Noche|Mañana|Mediodía|Tarde/ })
    .first()
    .waitFor()

  expect(asked.length).toBeGreaterThan(6)
  expect(asked).toEqual([...new Set(asked)])
})

test('so is each of the five screens of the questionnaire', async () => {
  const page = await openDemoClientPage()
  await page.goto('/client')
  const steps = page.getByRole('navigation', { name: 'Pasos del cuestionario' }).getByRole('link')
  await steps.first().waitFor()
  // Plus «Ver todo».
  expect(await steps.count()).toBe(5 + 1)

  for (const step of await steps.all()) {
    await step.click()
    await expect.poll(() => step.getAttribute('aria-current')).toBe('step')
    await expectPageAccessibleAtEverySize(page)
  }
})

test('so is the panel of whoever has bought nothing, with three hours to choose from', async () => {
  const { page } = await signInNewClient()
  await page.goto('/client')
  const hours = page.getByRole('list', { name: /^O elige ya una de las próximas/ }).getByRole('button')
  await hours.first().waitFor()
  expect(await hours.count()).toBe(3)

  await expectPageAccessibleAtEverySize(page)
})

test('so is every tab of the practice’s panel, with its tables', async () => {
  // Creates an amount in the audit log and a row in the list of withdrawals.
  await signInNewBuyer()
  await callEndpointOverHttp(apiContract.withdrawals.request, {
    body: {
      withdrawalId: `wdr_${randomUUID()}`,
      name: 'Almudena de la Fuente Cifuentes',
      email: 'almudena.de.la.fuente.cifuentes@correo-de-prueba.example',
      contract: 'Primera consulta',
      comment: 'He cambiado de opinión',
    },
  })
  const page = await openAdministratorPage()

  const { tabs, tables } = await lookAtTabs(page)

  expect(tabs).toHaveLength(4)
  expect(tables).toBeGreaterThanOrEqual(7)
})

test('so is every tab of a client’s record, with its tables', async () => {
  const page = await openAdministratorPage()
  await goToDemoRecord(page)
  await page.getByRole('heading', { level: 1, name: 'Lucía Ferrer' }).waitFor()

  const { tabs, tables } = await lookAtTabs(page)

  expect(tabs).toHaveLength(4)
  expect(tables).toBeGreaterThanOrEqual(4)
})

async function openNotesPage(): Promise<Page> {
  const page = await openAdministratorPage()
  await goToDemoRecord(page)
  await page.getByRole('navigation', { name: 'Secciones de la ficha' }).getByRole('link', { name: 'Consultas' }).click()
  await page.getByRole('link', { name: 'Notas de la consulta' }).last().click()
  await page.getByLabel('Motivo').waitFor()
  return page
}

test('so is the page of a consultation’s notes', async () => {
  const page = await openNotesPage()
  await page.getByLabel('3 semanas').focus()
  await page.keyboard.press('Space')
  await page
    .getByText(/, \d+:\d\d h$/)
    .last()
    .waitFor()

  await expectPageAccessibleAtEverySize(page)
})

test.for([phoneViewport, laptopViewport])(
  'the summary in the notes is not covered by their foot while somebody writes in it, at $width pixels',
  async (viewport) => {
    const page = await openNotesPage()
    await page.setViewportSize(viewport)
    await page.getByLabel('Motivo').focus()
    // What comes beside and above the field moves it.
    await waitUntilLoaded(page)
    const field = page.getByLabel('Resumen para el cliente')

    await field.focus()

    const isUncovered = () =>
      field.evaluate((element) => {
        const { left, top } = element.getBoundingClientRect()
        return document.elementFromPoint(left + 20, top + 20) === element
      })
    await expect.poll(isUncovered).toBe(true)
  },
)

test('A-70 so is the page of the opening hours, with what is wrong told at its fields', async () => {
  const page = await openAdministratorPage('/admin/horario')
  await page.getByRole('button', { name: 'Añadir cierre' }).click()
  await page.getByRole('button', { name: 'Guardar horario' }).click()
  await page.getByText('Indica el motivo').waitFor()

  await expectPageAccessibleAtEverySize(page)
})

test('A-70 the two intervals of a day stand beside each other where there is room, and below each other on a phone', async () => {
  const page = await openAdministratorPage('/admin/horario')
  const monday = page.getByRole('listitem', { name: 'Lunes' })
  const areBeside = async () => {
    const [morning, afternoon] = await Promise.all(
      [1, 2].map((nth) => monday.getByLabel(`Lunes, tramo ${nth}: abre`).boundingBox()),
    )
    return morning?.y === afternoon?.y
  }
  await monday.getByLabel('Lunes, tramo 2: abre').waitFor()

  expect(await areBeside()).toBe(true)
  await runAtPhoneSize(page, async () => expect(await areBeside()).toBe(false))
})

test('by keyboard the search for clients is two keys behind the tabs, however full the agenda is', async () => {
  const page = await openAdministratorPage()
  await page.getByLabel('Buscar clientes').waitFor()
  await page.getByRole('link', { name: 'Test', exact: true }).focus()

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')

  await expect
    .poll(() => page.getByLabel('Buscar clientes').evaluate((field) => field === document.activeElement))
    .toBe(true)
})

test('the day of the practice is the same by a browser’s Temporal as by Intl, around every change of the clocks', async () => {
  const { outputFiles } = await build({
    entryPoints: ['functions/contract/calendar-days.ts'],
    bundle: true,
    format: 'iife',
    globalName: 'calendarDays',
    write: false,
  })
  const page = await openVisitorPage()
  const code = `${outputFiles[0]?.text ?? ''}; const temporal = window.Temporal
    const days = []
    for (let year = 2000; year < 2060; year++) for (const month of [0, 2, 9, 11]) for (let hour = 0; hour < 31 * 24; hour++) {
      const instant = new Date(Date.UTC(year, month, 1, hour, 59, 59))
      window.Temporal = temporal
      const day = calendarDays.toPracticeDay(instant)
      window.Temporal = undefined
      days.push([day, calendarDays.toPracticeDay(instant)])
    }
    ({ count: days.length, different: days.filter(([one, other]) => one !== other) })`

  expect(await page.evaluate(code)).toEqual({ count: 60 * 4 * 31 * 24, different: [] })
})
