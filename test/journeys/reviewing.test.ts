import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDatabase } from '#data/database'
import { startProductWithTable } from '../support/product-with-table.ts'
import { expectAccessiblePage } from '../support/visitor.ts'
import { openDemoClientPage } from './clients.ts'
import { openAdministratorPage } from './admin.ts'

/** The demo client's probiotic is stored in the old format, with an ambiguous prescription. */
async function aProductFromBefore(): Promise<string> {
  const { site, table, client } = await startProductWithTable()
  const { clientSupplements } = openDatabase({ table, client })
  const { data: all } = await clientSupplements.query.lately({}).go({ pages: 'all' })
  const probiotics = all.filter(({ name, status }) => /Probiótico/.test(name) && status === 'active')
  expect(probiotics).toHaveLength(1)
  for (const { customerId, clientSupplementId } of probiotics) {
    await clientSupplements
      .patch({ customerId, clientSupplementId })
      .set({ frequency: '1 vez al día', times: ['Mañana', 'Mediodía', 'Tarde', 'Noche'], pattern: 'Continuo' })
      .go()
  }
  return site
}

const today = (page: Page) => page.getByRole('region', { name: 'Hoy' })
const doses = (page: Page) => today(page).getByRole('checkbox', { name: /Probiótico/ })
const underReview = (page: Page) => today(page).getByText('Tu especialista está revisando esta pauta')

test("A-66 'Pauta por revisar': the client sees the fewer takes until the practice has corrected it, and the right ones then", async () => {
  const site = await aProductFromBefore()
  const client = await openDemoClientPage({ site })
  await client.goto('/client?tab=supplements')
  await underReview(client).waitFor()
  expect(await doses(client).count()).toBe(1)
  await expectAccessiblePage(client)

  const practice = await openAdministratorPage('/admin', { site })
  const row = practice
    .getByRole('list', { name: 'Por hacer' })
    .getByRole('listitem')
    .filter({ hasText: 'Pauta por revisar' })
  await row.getByText(/1 vez al día, pero has marcado 4 momentos/).waitFor()
  await expectAccessiblePage(practice)
  await row.getByRole('button', { name: /^Revisar Probiótico/ }).click()
  const form = practice.getByRole('dialog', { name: /^Editar Probiótico/ })
  await form.getByText('1 vez al día, pero has marcado 4 momentos').waitFor()
  await expectAccessiblePage(practice)
  await form.getByRole('button', { name: 'Guardar cambios' }).click()
  await form.getByLabel('Frecuencia').selectOption('2 veces al día')
  await form.getByRole('checkbox', { name: 'Mediodía' }).uncheck()
  await form.getByRole('checkbox', { name: 'Tarde' }).uncheck()
  await form.getByRole('button', { name: 'Guardar cambios' }).click()
  await practice.getByText('Actualizado').first().waitFor()
  await row.waitFor({ state: 'detached' })
  await practice.reload()
  await practice.getByRole('heading', { name: 'Panel de Administración' }).waitFor()
  await practice
    .getByRole('list', { name: 'Por hacer' })
    .or(practice.getByText(/^Nada pendiente/))
    .first()
    .waitFor()
  expect(await row.count()).toBe(0)

  await client.reload()
  await doses(client).nth(1).waitFor()
  expect(await doses(client).count()).toBe(2)
  expect(await underReview(client).count()).toBe(0)
})
