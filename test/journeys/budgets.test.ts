import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiContract } from '#contract/api'
import type { BudgetContent } from '#contract/budget-option'
import { callEndpointOverHttp } from '../support/call-endpoint-over-http.ts'
import { getMailLink, sendConsoleCommand, waitForMail } from '../support/local-console.ts'
import { expectPageAccessibleAtEverySize } from '../support/visitor.ts'
import { getAdministratorSession, openAdministratorPage } from './admin.ts'
import { payAndConfirm, signInConsentingBuyer, signInElsewhere } from './clients.ts'

async function buildBudget(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Nuevo presupuesto' }).click()
  await page.getByRole('button', { name: 'Añadir una vacía' }).click()
  await page.getByLabel('Nombre', { exact: true }).fill('Completo')
  await page.getByLabel('Precio en euros').fill('420')
  await page.getByLabel('Qué incluye, además').fill('Un informe por escrito')
  await page.getByLabel('Qué no incluye').fill('Los suplementos')
  const consultations = page.getByRole('group', { name: 'Consultas' })
  await consultations.getByLabel('Cuántas').fill('3')
  await consultations.getByLabel('De qué tipo').selectOption({ label: 'Seguimiento' })
  await consultations.getByLabel('Minutos cada una').fill('45')
  await consultations.getByLabel('Valor de una (€)').fill('60')
  const analyses = page.getByRole('group', { name: 'Analíticas' })
  await analyses.getByLabel('Cuántas').fill('1')
  await analyses.getByLabel('Valor de una (€)').fill('180')
  const months = page.getByRole('group', { name: 'Meses' })
  await months.getByLabel('Cuántos').fill('3')
  await months.getByLabel('Valor de uno (€)').fill('0')
  await page.getByLabel('Segunda parte').selectOption({ label: 'antes de la 1.ª analítica' })
  await page.getByLabel('Tercera parte').selectOption({ label: 'antes de la 2.ª consulta' })
}

test('A-73 a budget is built, published, compared, accepted, paid in parts and withdrawn from, with the refund to the cent', async () => {
  const { page, session } = await signInConsentingBuyer()
  const { customerId } = await callEndpointOverHttp(apiContract.ownCustomer.current, {}, { token: session.token })
  const office = await openAdministratorPage(`/client/${customerId}/presupuestos`)
  await buildBudget(office)
  await expectPageAccessibleAtEverySize(office)
  await office.getByRole('button', { name: 'Publicar' }).click()
  const question = office.getByRole('dialog', { name: '¿Publicar el presupuesto?' })
  await question.getByText(/420,00/).waitFor()
  await expectPageAccessibleAtEverySize(office)
  await question.getByRole('button', { name: 'Publicar' }).click()
  await office.getByText('Presupuesto publicado').waitFor()

  await page.goto('/client/presupuestos')
  await page.getByRole('radio', { name: /Completo/ }).waitFor()
  await expectPageAccessibleAtEverySize(page)
  await page.getByRole('radio', { name: /Completo/ }).check()
  await page.getByRole('radio', { name: /En tres partes/ }).check()
  await page
    .getByRole('list', { name: 'Partes del pago' })
    .getByText(/Antes de la 1\.ª analítica/)
    .waitFor()
  await page.getByLabel('NIF o NIE').fill('12345678Z')
  await page.getByLabel('Dirección').fill('Calle de Ejemplo, 12, 28010 Madrid')
  await expectPageAccessibleAtEverySize(page)
  await page.getByRole('button', { name: 'Aceptar con obligación de pago' }).click()
  await page.waitForURL(/\/_local\/stripe\/pay\//)
  await page.getByRole('button', { name: /^Pagar 140,00/ }).click()
  await page.waitForURL(/payment-success/)
  await page.getByRole('link', { name: /presupuesto/i }).click()
  await page.getByText('Te toca pagar la parte 2 de 3').waitFor()
  await expectPageAccessibleAtEverySize(page)

  await office.reload()
  const parts = office.getByRole('table', { name: 'Pagos de Completo' })
  await parts.getByText('Pagada').first().waitFor()
  await expectPageAccessibleAtEverySize(office)

  await page.getByRole('button', { name: 'Cancelar el presupuesto' }).click()
  await page.getByRole('dialog').getByText('Estás dentro de los 14 días para desistir').waitFor()
  await expectPageAccessibleAtEverySize(page)
  await page.getByRole('button', { name: /^Cancelar y recibir 140,00/ }).click()
  await page.getByText('Presupuesto cancelado').waitFor()
  await page.getByText(/Te devolvemos 140,00.* por el mismo medio/).waitFor()
  // Stripe's webhook arrives after the page has its answer.
  const listStates = async () => {
    const { items } = await callEndpointOverHttp(apiContract.payments.list, { query: {} }, { token: session.token })
    return items.map(({ amountCents, status }) => ({ amountCents, status }))
  }
  await expect.poll(listStates).toContainEqual({ amountCents: 14_000, status: 'refunded' })
})

const halfWay: BudgetContent = {
  options: [
    {
      title: 'Un mes',
      includes: [],
      excludes: [],
      consultations: { count: 3, type: 'seguimiento', durationMinutes: 45, referenceCents: 6000 },
      analyses: { count: 1, referenceCents: 20_000 },
      months: { count: 1, referenceCents: 0 },
      priceCents: 42_000,
      laterParts: [
        { kind: 'analysis', number: 1 },
        { kind: 'consultation', number: 3 },
      ],
    },
  ],
  recommended: null,
  recommendation: null,
  validUntil: '2099-12-31',
}

const asPractice = async () => ({ token: (await getAdministratorSession()).token })

async function giveIncludedHour(customerId: string): Promise<void> {
  const office = await openAdministratorPage(`/client/${customerId}?tab=consultations`)
  await office.getByRole('button', { name: 'Programar consulta' }).click()
  const dialog = office.getByRole('dialog', { name: 'Programar Nueva Consulta' })
  await dialog.getByText(/^Un mes: quedan 3 de 3\. Seguimiento de 45 minutos/).waitFor()
  const startsAt = new Date(Date.now() + 60 * 86_400_000)
  await dialog.getByLabel('Fecha').fill(startsAt.toISOString().slice(0, 10))
  await dialog.getByLabel('Hora', { exact: true }).fill('10:15')
  await expectPageAccessibleAtEverySize(office)
  await dialog.getByRole('button', { name: 'Programar consulta' }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('A-73 a part whose day has passed is told of on both sides and paid late, and the budget is cancelled half-way, with the refund to the cent', async () => {
  const { person, session } = await signInConsentingBuyer()
  const asClient = { token: session.token }
  const { customerId } = await callEndpointOverHttp(apiContract.ownCustomer.current, {}, asClient)
  const params = { customerId, budgetId: `bud_${crypto.randomUUID()}` }
  await callEndpointOverHttp(
    apiContract.customerBudgets.saveBudget,
    { params, body: { content: halfWay, revision: 0 } },
    await asPractice(),
  )
  await callEndpointOverHttp(
    apiContract.customerBudgets.publishBudget,
    { params, body: { revision: 1 } },
    await asPractice(),
  )
  const accepted = {
    version: 1,
    optionId: 1,
    inParts: true,
    taxId: '12345678Z',
    address: 'Calle de Ejemplo, 12, 28010 Madrid',
  }
  const { budgetId } = params
  const { url } = await callEndpointOverHttp(
    apiContract.budgets.acceptBudget,
    { params: { budgetId }, body: accepted },
    asClient,
  )
  await payAndConfirm(url, person.email)

  await giveIncludedHour(customerId)

  // In a contract of one month the analysis is due about its middle.
  await sendConsoleCommand('clock', { advance: 'P17D' })

  const link = getMailLink(await waitForMail(person.email, /^Tienes un pago pendiente/))
  const office = await openAdministratorPage()
  const tasks = office.getByRole('region', { name: 'Por hacer' })
  await tasks.getByRole('button', { name: /^Ver \d+ más/ }).click()
  await tasks
    .getByRole('listitem')
    .filter({ hasText: 'Parte sin pagar' })
    .getByRole('link', { name: /^Ver presupuesto/ })
    .click()
  const parts = office.getByRole('table', { name: 'Pagos de Un mes' })
  await parts.getByText('Fuera de plazo').first().waitFor()
  await expectPageAccessibleAtEverySize(office)

  const page = await signInElsewhere(person)
  await page.goto(link)
  await page.getByText('Ese día ya ha pasado').waitFor()
  await expectPageAccessibleAtEverySize(page)
  await page.getByRole('button', { name: /^Pagar 140,00/ }).click()
  await page.waitForURL(/\/_local\/stripe\/pay\//)
  await page.getByRole('button', { name: /^Pagar 140,00/ }).click()
  await page.waitForURL(/payment-success/)
  await page.getByRole('link', { name: /presupuesto/i }).click()
  await page.getByText('Te toca pagar la parte 3 de 3').waitFor()
  await callEndpointOverHttp(
    apiContract.customerBudgets.noteBudgetAnalysis,
    { params, body: { number: 1, used: true } },
    await asPractice(),
  )

  // 420 € over three consultations at 60 € and an analysis at 200 €: of the analysis 221.05, of the paid 280 € 58.95
  // are left.
  await page.reload()
  await page.getByRole('button', { name: 'Cancelar el presupuesto' }).click()
  await page.getByRole('dialog').getByText(/58,95/).first().waitFor()
  await page.getByRole('dialog').getByText(/10:15/).waitFor()
  await expectPageAccessibleAtEverySize(page)
  await page.getByRole('button', { name: /^Cancelar y recibir 58,95/ }).click()
  await page.getByText(/Te devolvemos 58,95.* por el mismo medio/).waitFor()
  // Stripe's webhook arrives after the page has its answer.
  const listRefunds = async () => {
    const { items } = await callEndpointOverHttp(apiContract.payments.list, { query: {} }, asClient)
    return items.map(({ amountCents, refundedCents }) => ({ amountCents, refundedCents }))
  }
  await expect.poll(listRefunds).toContainEqual({ amountCents: 14_000, refundedCents: 5895 })
})
