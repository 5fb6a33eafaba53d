import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessiblePage } from '../support/visitor.ts'
import { createJourneyPerson } from './buying.ts'
import { openAdministratorPage, runAtPhoneSize } from './admin.ts'

const listOf = (page: Page) => page.getByRole('region', { name: 'Lista de Clientes' })

async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await listOf(page)
    .getByRole('button', { name: `Acciones de ${name}` })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}
const dialogOf = (page: Page) => page.getByRole('dialog')

function aClient() {
  const { email } = createJourneyPerson()
  return { email, name: `Begoña Núñez ${email.split('@')[0]?.slice(-10)}` }
}

const file = (rows: readonly string[]) => ({
  name: 'clientes.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Nombre;Email', ...rows].join('\r\n')),
})

async function enter(page: Page, { name, email }: { name: string; email: string }): Promise<void> {
  await page.getByRole('button', { name: 'Nuevo Cliente' }).click()
  await dialogOf(page).getByLabel('Nombre').fill(name)
  await dialogOf(page).getByLabel('Email').fill(email)
  await dialogOf(page).getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Cliente creado correctamente').first().waitFor()
}

async function find(page: Page, text: string): Promise<void> {
  await page.getByLabel('Buscar clientes').fill(text)
  await page.waitForURL(/buscar=/)
}

test('ADM-27 ADM-32 ADM-34 ADM-35 a client is entered, found without accents, deleted and brought back', async () => {
  const page = await openAdministratorPage()
  const client = aClient()

  await enter(page, client)
  await find(page, client.name.toUpperCase().replace('Ñ', 'N').replace('Ú', 'U').replace('Ñ', 'N'))
  await listOf(page)
    .getByText(/^Mostrando 1 de \d+ clientes$/)
    .waitFor()
  await expectAccessiblePage(page)
  await runAtPhoneSize(page, () => expectAccessiblePage(page))
  await page.reload()
  await listOf(page)
    .getByText(/^Mostrando 1 de \d+ clientes$/)
    .waitFor()
  await chooseAction(page, client.name, 'Eliminar')
  await page.getByRole('heading', { name: '¿Estás seguro de que quieres eliminar este cliente?' }).waitFor()
  await expectAccessiblePage(page)
  await dialogOf(page).getByRole('button', { name: 'Eliminar' }).click()
  await page.getByText('Cliente eliminado correctamente').waitFor()
  await listOf(page)
    .getByText(/^No se encontraron clientes con/)
    .waitFor()
  await page.getByRole('button', { name: 'Deshacer' }).click()

  await listOf(page).getByRole('link', { name: client.name }).waitFor()
})

test('ADM-32 A-76 two letters find beginnings of words and say so; the order stands in the address and stays', async () => {
  const page = await openAdministratorPage()
  const client = aClient()
  await enter(page, client)

  await find(page, 'nu be')
  await listOf(page).getByRole('link', { name: client.name }).waitFor()
  await find(page, 'be')
  await page.waitForURL(/buscar=be$/)
  await listOf(page)
    .getByText(/^Con una o dos letras se busca al principio de cada palabra/)
    .waitFor()
  await page.getByLabel('Ordenar por').selectOption('Más antiguos')
  await page.getByLabel('Mostrar').selectOption('Sin cuenta')
  await page.waitForURL(/orden=antiguos.*cuenta=sin/)
  await page.reload()
  await listOf(page)
    .getByText(/coinciden? sin cuenta y con «be»$/)
    .waitFor()

  expect(await page.getByLabel('Ordenar por').inputValue()).toBe('oldest')
  await expectAccessiblePage(page)
  await runAtPhoneSize(page, () => expectAccessiblePage(page))
})

test('ADM-36 of two who edit the same client the second loses nothing and sees what the first saved', async () => {
  const first = await openAdministratorPage()
  const second = await openAdministratorPage()
  const client = aClient()
  await enter(first, client)
  for (const page of [first, second]) {
    await find(page, client.email)
    await chooseAction(page, client.name, 'Editar')
    await dialogOf(page).getByLabel('Dirección').waitFor()
  }

  await dialogOf(first).getByLabel('Teléfono').fill('911 222 333')
  await dialogOf(first).getByRole('button', { name: 'Guardar' }).click()
  await first.getByText('Cliente actualizado correctamente').waitFor()
  await dialogOf(second).getByLabel('Dirección').fill('Calle Mayor 1')
  await dialogOf(second).getByRole('button', { name: 'Guardar' }).click()

  await dialogOf(second).getByText('Ahora guardado: 911 222 333').waitFor()
  expect(await dialogOf(second).getByLabel('Dirección').inputValue()).toBe('Calle Mayor 1')
  await expectAccessiblePage(second)
  await runAtPhoneSize(second, () => expectAccessiblePage(second))
})

test('a file of clients is looked at, brought in at once and taken back', async () => {
  const page = await openAdministratorPage()
  const mark = createJourneyPerson().email.split('@')[0] ?? ''
  const rows = Array.from({ length: 30 }, (_, n) => `Importada ${n} ${mark};${mark}-${n}@correo.test`)
  await page.getByRole('button', { name: 'Importar CSV' }).click()

  await dialogOf(page)
    .getByLabel('Archivo CSV')
    .setInputFiles(file([...rows, 'Sin correo;']))
  await dialogOf(page).getByText('Fila 32, Email: Escribe el email').waitFor()
  await expectAccessiblePage(page)
  await dialogOf(page).getByLabel('Archivo CSV').setInputFiles(file(rows))
  await dialogOf(page).getByRole('button', { name: 'Importar 30 clientes' }).click()
  await dialogOf(page).getByText('Importación terminada: 30 clientes más en la lista.').waitFor()
  await runAtPhoneSize(page, () => expectAccessiblePage(page))
  await dialogOf(page).getByRole('button', { name: 'Cerrar', exact: true }).click()
  await find(page, mark)
  await listOf(page)
    .getByText(/^Mostrando 25 de \d+ clientes$/)
    .waitFor()
  await page.getByRole('button', { name: 'Importar CSV' }).click()
  await dialogOf(page)
    .getByRole('button', { name: /^Deshacer importación/ })
    .first()
    .click()
  await page
    .getByRole('dialog', { name: /^¿Deshacer la importación/ })
    .getByRole('button', { name: 'Deshacer importación', exact: true })
    .click()
  await page.getByText('Importación deshecha').waitFor()
  await dialogOf(page).getByRole('button', { name: 'Cerrar', exact: true }).click()

  await listOf(page)
    .getByText(/^Mostrando 0 de \d+ clientes$/)
    .waitFor()
})

test('a client is entered and edited with the keyboard alone', async () => {
  const page = await openAdministratorPage()
  const client = aClient()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }

  await page.getByRole('button', { name: 'Nuevo Cliente' }).focus()
  await press('Enter')
  await dialogOf(page).getByLabel('Nombre').waitFor()
  await page.keyboard.type(client.name)
  await press('Tab')
  await page.keyboard.type(client.email)
  await press('Enter')
  await page.getByText('Cliente creado correctamente').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Nuevo Cliente')
  await press('Tab')
  await page.keyboard.type(client.email)
  await listOf(page)
    .getByText(/^Mostrando 1 de \d+ clientes$/)
    .waitFor()
  // Opens the row's menu and chooses its first action.
  await press(...Array.from({ length: 6 }, () => 'Tab'), 'Enter')
  await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor()
  await press('Enter')
  await dialogOf(page).getByLabel('Nombre').waitFor()
  await page.keyboard.type('Otra ')
  await press('Enter')

  await page.getByText('Cliente actualizado correctamente').waitFor()
})
