import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiContract } from '#contract/api'
import { callEndpointOverHttp } from '../support/call-endpoint-over-http.ts'
import { expectAccessibleAtBothSizes } from '../support/visitor.ts'
import { openAdministratorPage } from './admin.ts'
import { signInConsentingBuyer } from './clients.ts'

/** Three consultations and an analysis for 420 €, which can be paid in three parts. */
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
  const { customerId } = await callEndpointOverHttp(apiContract.customers.current, {}, { token: session.token })
  const office = await openAdministratorPage(`/client/${customerId}/presupuestos`)
  await buildBudget(office)
  await expectAccessibleAtBothSizes(office)
  await office.getByRole('button', { name: 'Publicar' }).click()
  const question = office.getByRole('dialog', { name: '¿Publicar el presupuesto?' })
  await question.getByText(/420,00/).waitFor()
  await question.getByRole('button', { name: 'Publicar' }).click()
  await office.getByText('Presupuesto publicado').waitFor()

  await page.goto('/client/presupuestos')
  await page.getByRole('radio', { name: /Completo/ }).check()
  await page.getByRole('radio', { name: /En tres partes/ }).check()
  await page
    .getByRole('list', { name: 'Partes del pago' })
    .getByText(/Antes de la 1\.ª analítica/)
    .waitFor()
  await page.getByLabel('NIF o NIE').fill('12345678Z')
  await page.getByLabel('Dirección').fill('Calle de Ejemplo, 12, 28010 Madrid')
  await expectAccessibleAtBothSizes(page)
  await page.getByRole('button', { name: 'Aceptar con obligación de pago' }).click()
  await page.waitForURL(/\/_local\/stripe\/pay\//)
  await page.getByRole('button', { name: /^Pagar 140,00/ }).click()
  await page.waitForURL(/payment-success/)
  await page.getByRole('link', { name: /presupuesto/i }).click()
  await page.getByText('Te toca pagar la parte 2 de 3').waitFor()
  await expectAccessibleAtBothSizes(page)

  await office.reload()
  const parts = office.getByRole('table', { name: 'Pagos de Completo' })
  await parts.getByText('Pagada').first().waitFor()
  await expectAccessibleAtBothSizes(office)

  await page.getByRole('button', { name: 'Cancelar el presupuesto' }).click()
  await page.getByRole('dialog').getByText('Estás dentro de los 14 días para desistir').waitFor()
  await expectAccessibleAtBothSizes(page)
  await page.getByRole('button', { name: /^Cancelar y recibir 140,00/ }).click()
  await page.getByText('Presupuesto cancelado').waitFor()
  await page.getByText(/Te devolvemos 140,00.* por el mismo medio/).waitFor()
  const { items } = await callEndpointOverHttp(apiContract.payments.list, { query: {} }, { token: session.token })
  expect(items.map(({ amountCents, status }) => ({ amountCents, status }))).toContainEqual({
    amountCents: 14_000,
    status: 'refunded',
  })
})
