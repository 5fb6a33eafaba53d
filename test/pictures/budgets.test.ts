import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiContract } from '#contract/api'
import type { BudgetContent, BudgetOption } from '#contract/budget-option'
import { addDays, toPracticeDay } from '#contract/calendar-days'
import { callEndpointOverHttp } from '../support/call-endpoint-over-http.ts'
import { readProductClock } from '../support/local-console.ts'
import { getAdministratorSession, openAdministratorPage } from '../journeys/admin.ts'
import { findDemoCustomerId, openDemoPage, openDemoSession } from '../journeys/demo-clients.ts'
import { look, putBoth, screensOf, section, showTop, showWhole, widths, writeSheets } from './screen-sheets.ts'

const nuria = 'decide@habitat.example'

async function fillInAcceptance(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /En tres partes/ }).check()
  await page.getByLabel('NIF o NIE').fill('12345678Z')
  await page.getByLabel('Dirección').fill('Calle de Ejemplo, 12, 28010 Madrid')
  await page.getByRole('button', { name: 'Aceptar con obligación de pago' }).and(page.locator(':enabled')).waitFor()
}

async function payFirstPart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Aceptar con obligación de pago' }).click()
  await page.waitForURL(/\/_local\/stripe\/pay\//)
  await page.getByRole('button', { name: /^Pagar 130,00/ }).click()
  await page.waitForURL(/payment-success/)
  await page.getByRole('link', { name: /presupuesto/i }).waitFor()
}

async function lookAsClient(): Promise<void> {
  const on = ['budgets-client'] as const
  const path = '/client/presupuestos'
  const page = await openDemoPage(nuria, path, { zone: 'Europe/Madrid' })
  const compare = async () => {
    await page.getByRole('radio', { name: /Completo/ }).check()
    await showTop(page.getByRole('heading', { name: 'Tres opciones para seguir' }))
  }
  await look(page, { title: 'Comparing', path, wait: compare, on })
  await fillInAcceptance(page)
  const accepting = async () => showTop(page.getByRole('heading', { name: 'Aceptar «Completo»' }))
  await putBoth(page, { title: 'Accepting', wait: accepting, on })
  await payFirstPart(page)
  const accepted = () => page.getByText('Te toca pagar la parte 2 de 3').waitFor()
  await look(page, { title: 'Accepted', path, wait: accepted, on })
  const cancelling = async () => {
    await page.getByRole('button', { name: 'Cancelar el presupuesto' }).click()
    await page.getByRole('button', { name: /^Cancelar y recibir 130,00/ }).waitFor()
  }
  await look(page, { title: 'Cancelling', path, wait: cancelling, on })
}

const maintenance: BudgetOption = {
  title: 'Mantenimiento',
  includes: ['Pauta revisada cada mes'],
  excludes: ['Los suplementos'],
  consultations: { count: 4, type: 'seguimiento', durationMinutes: 30, referenceCents: 6000 },
  analyses: { count: 0, referenceCents: 0 },
  months: { count: 3, referenceCents: 0 },
  priceCents: 24_000,
  laterParts: [],
}

const createSecondBudget = (today: string): BudgetContent => ({
  options: [
    maintenance,
    {
      ...maintenance,
      title: 'Mantenimiento y control',
      analyses: { count: 1, referenceCents: 18_000 },
      priceCents: 42_000,
      laterParts: [
        { kind: 'analysis', number: 1 },
        { kind: 'consultation', number: 3 },
      ],
    },
  ],
  recommended: 2,
  recommendation: 'Repetir la muestra dirá si la pauta se puede acortar.',
  validUntil: addDays(today, 30),
})

async function publishAndAsk(customerId: string): Promise<string> {
  const params = { customerId, budgetId: `bud_${crypto.randomUUID()}` }
  const { token } = await getAdministratorSession()
  const { saveBudget, publishBudget } = apiContract.customerBudgets
  const content = createSecondBudget(toPracticeDay(await readProductClock()))
  await callEndpointOverHttp(saveBudget, { params, body: { content, revision: 0 } }, { token })
  await callEndpointOverHttp(publishBudget, { params, body: { revision: 1 } }, { token })
  const client = await openDemoSession(nuria)
  const body = { text: '¿La analítica de control se puede dejar para febrero?' }
  await callEndpointOverHttp(apiContract.budgets.askAboutBudget, { params, body }, { token: client.token })
  return params.budgetId
}

async function lookAsPractice(): Promise<void> {
  const on = ['budgets-practice'] as const
  const customerId = findDemoCustomerId(nuria)
  const budgetId = await publishAndAsk(customerId)
  const path = `/client/${customerId}/presupuestos`
  const page = await openAdministratorPage(path)
  const question = () => page.getByText(/^¿La analítica de control/).waitFor()
  await look(page, { title: 'Budgets of a client', path, wait: question, on })
  const payments = page.getByRole('table', { name: 'Pagos de Completo' })
  await look(page, { title: 'One that is accepted', path, wait: () => showWhole(payments), on })
  const editor = `${path}?editar=${budgetId}`
  const building = async () => {
    await page.getByLabel('Nombre', { exact: true }).first().waitFor()
    await showTop(page.getByRole('heading', { name: 'Opción 1' }))
  }
  await look(page, { title: 'Building one', path: editor, wait: building, on })
  const preview = async () => {
    await page.getByRole('heading', { name: 'Así lo verá Nuria' }).waitFor()
    await section('#budget-preview-title')(page)
  }
  await look(page, { title: 'As the client will see it', path: editor, wait: preview, on })
  await page.getByRole('button', { name: 'Publicar' }).click()
  const asked = () => page.getByRole('dialog', { name: '¿Publicar la nueva versión?' }).waitFor()
  await putBoth(page, { title: 'Before publishing', wait: asked, on })
  const cancelling = async () => {
    await page.getByRole('button', { name: 'Cancelar y devolver lo no usado' }).click()
    await page.getByRole('button', { name: /^Cancelar y devolver 130,00/ }).waitFor()
  }
  await look(page, { title: 'Cancelling', path, wait: cancelling, on })
}

test('every screen of a client’s budgets opens, for the client who accepts one and for the practice', async () => {
  await lookAsClient()
  await lookAsPractice()

  const names = ['budgets-client', 'budgets-practice'] as const
  const counts = names.map((sheet) => widths.map((width) => screensOf(sheet, width).length))
  expect(counts).toEqual([4, 6].map((count) => [count, count]))
  await writeSheets(names)
}, 240_000)
