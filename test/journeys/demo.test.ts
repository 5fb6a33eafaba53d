import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoAccounts } from '../../bin/local/demo.ts'
import { sendConsoleCommand } from '../support/local-console.ts'
import { laptopViewport } from '../support/visitor.ts'
import { openAdministratorPage } from './admin.ts'
import { openDemoPage } from './demo-clients.ts'
import { openEachTab } from './tabs.ts'

async function panelOf(email: string): Promise<Readonly<Record<string, string>>> {
  const page = await openDemoPage(email, '/client', { size: laptopViewport })
  const said: string[] = []
  const names = await openEachTab(page, async () => void said.push(await textOf(page)))
  return Object.fromEntries(names.map((name, index) => [name.trim(), said[index] ?? '']))
}

const textOf = async (page: Page) => (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ')

test('the demo client in the middle of the process has what three weeks of it leave behind, and is asked for nothing of it', async () => {
  const panel = await panelOf('cliente@habitat.example')
  const [whole = ''] = Object.values(panel)

  expect(whole).not.toContain('Elige la hora de tu primera consulta')
  expect(whole).not.toContain('Rellena tu cuestionario de salud')
  expect(whole).toMatch(/semana \d de tu pauta/)
  expect(panel['Facturas']).toContain('Primera consulta')
  expect(panel['Consultas']).toMatch(/Completada/)
  expect(panel['Consultas']).not.toContain('No tienes consultas próximas')
  expect(panel['Suplementos']).toMatch(/Activo/)
})

test('the one at the beginning has paid and chooses the hour: there is no protocol and no consultation yet', async () => {
  const panel = await panelOf('empieza@habitat.example')
  const [whole = ''] = Object.values(panel)

  expect(whole).toContain('Elige la hora de tu primera consulta')
  expect(whole).not.toContain('Rellena tu cuestionario de salud')
  expect(panel['Facturas']).toContain('Primera consulta')
  expect(panel['Consultas']).not.toContain('No tienes consultas próximas')
  expect(panel['Suplementos']).toContain('Tu especialista creará una pauta personalizada para ti')
})

test('A-73 A-58 the demo has an explained analysis, an answered question, a budget in use and one to compare', async () => {
  const client = await openDemoPage('cliente@habitat.example', '/client/mensajes', { size: laptopViewport })
  await client.getByText('¿Puedo tomar el probiótico').first().waitFor()
  await client.goto('/client?tab=analytics')
  await client.getByRole('link', { name: /^Nuevo.*Muestra del/ }).click()
  await client.getByText(/^Hay menos variedad de bacterias/).waitFor()
  await client.goto('/client/presupuestos')
  await client.getByText('Te toca pagar la parte 2 de 3').waitFor()

  const undecided = await openDemoPage('decide@habitat.example', '/client/presupuestos', { size: laptopViewport })
  for (const title of ['Esencial', 'Completo', 'Acompañado'])
    await undecided.getByRole('radio', { name: new RegExp(title) }).waitFor()

  const finished = await openDemoPage('termina@habitat.example', '/client?tab=analytics', { size: laptopViewport })
  await finished
    .getByRole('link', { name: /ELISA y cultivo/ })
    .first()
    .click()
  await finished.getByRole('heading', { name: 'Con el tiempo' }).waitFor()
})

test('the one at the end has taken everything, and nothing is left to do', async () => {
  const panel = await panelOf('termina@habitat.example')
  const [whole = ''] = Object.values(panel)

  expect(whole).toContain('Hoy no te queda nada por hacer')
  expect(panel['Facturas']).toContain('Primera consulta')
  expect(panel['Consultas']).toMatch(/Completada/)
  expect(panel['Consultas']).toContain('No tienes consultas próximas')
  expect(panel['Suplementos']).toMatch(/Completado/)
  expect(panel['Suplementos']).not.toMatch(/Activo\b/)
})

test('the practice finds them in its panel, and no prescription of theirs asks for a look', async () => {
  const page = await openAdministratorPage()

  for (const { firstName, lastName } of demoAccounts.filter((each) => each.role === 'cliente')) {
    await page.getByRole('row', { name: `${firstName} ${lastName}` }).waitFor()
  }
  expect(await page.getByText('Pauta por revisar').count()).toBe(0)
})

// Moves the clock, therefore it is last.
test('what the practice owes the one at the end is to be done by its day, and late after it, one press away', async () => {
  const { firstName, lastName } = demoAccounts.find(({ email }) => email === 'termina@habitat.example') ?? {}
  const taskOf = (page: Page) =>
    page
      .getByRole('region', { name: 'Por hacer' })
      .getByRole('listitem')
      .filter({ hasText: 'Pauta terminada' })
      .filter({ hasText: `${firstName} ${lastName}` })
  // The minute's job makes the list, which the page would otherwise find at one of its own polls.
  await sendConsoleCommand('clock', { advance: 'PT1M' })
  await taskOf(await openAdministratorPage())
    .getByText(/, plazo hasta el \d/)
    .waitFor()

  await sendConsoleCommand('clock', { advance: 'P8D' })

  const page = await openAdministratorPage()
  await taskOf(page)
    .getByText(/, con retraso desde el \d/)
    .waitFor()
  await taskOf(page)
    .getByRole('link', { name: /^Revisar pauta/ })
    .click()
  await page
    .getByRole('heading', { name: `${firstName} ${lastName}` })
    .first()
    .waitFor()
  expect(new URL(page.url()).searchParams.get('tab')).toBe('supplements')
})
