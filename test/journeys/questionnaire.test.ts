import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessiblePage } from '../support/visitor.ts'
import type { JourneyPerson } from './buying.ts'
import { signInConsentingBuyer, signInElsewhere } from './clients.ts'

async function aClient() {
  const buyer = await signInConsentingBuyer()
  await atQuestionnaire(buyer.page)
  return buyer
}

async function onAnotherDevice(person: JourneyPerson): Promise<Page> {
  const page = await signInElsewhere(person)
  await atQuestionnaire(page)
  return page
}

async function atQuestionnaire(page: Page): Promise<void> {
  await page.goto('/client')
  await page.getByLabel('Altura (cm)').waitFor()
}

const turnTo = (page: Page, step: 'Datos' | 'Dieta' | 'Más') =>
  page.getByRole('navigation', { name: 'Pasos del cuestionario' }).getByRole('link', { name: step }).click()

const valueOf = (page: Page, label: string) => page.getByLabel(label).inputValue()
const kept = (page: Page) => page.getByText('Borrador guardado', { exact: true }).waitFor()
/** 'Borrador guardado' is already shown for the first draft, so this checks the stored text. */
const keptWith = (page: Page, text: string) =>
  page.waitForResponse(
    (response) =>
      response.ok() &&
      response.url().endsWith('/api/questionnaire/draft') &&
      (response.request().postData() ?? '').includes(text),
  )
const save = (page: Page) => page.getByRole('button', { name: 'Guardar Perfil' }).click()

test('CLI-03 CLI-04 a client fills in their questionnaire on the train: no tunnel and no closed tab loses a word', async () => {
  const { page } = await aClient()
  await page.getByText(/^Faltan \d+ respuestas$/).click()
  await expectAccessiblePage(page)
  await page.getByRole('button', { name: 'Altura' }).click()
  await page.getByLabel('Altura (cm)').and(page.locator(':focus')).fill('170')
  await page.getByRole('link', { name: 'Siguiente' }).press('Enter')
  await page.getByRole('heading', { name: 'Estilo de Vida' }).and(page.locator(':focus')).waitFor()
  await page.getByRole('link', { name: 'Siguiente' }).click()
  await page.getByLabel('Consumo de alcohol').selectOption({ label: 'Rara vez' })
  await kept(page)

  await page.context().setOffline(true)
  await page.goBack()
  await page.goBack()
  await page.getByLabel('Peso (kg)').fill('63')
  await turnTo(page, 'Dieta')
  await page.getByRole('textbox', { name: 'Alergias e intolerancias' }).fill('Kiwi')
  await page.keyboard.press('Enter')
  await page.getByText('Sin conexión: lo guardamos en este dispositivo').waitFor()
  await turnTo(page, 'Más')
  await page.getByLabel('Notas').fill('Escribo esto en un túnel')
  const context = page.context()
  await page.close()
  await context.setOffline(false)

  const again = await context.newPage()
  await again.goto('/client')
  await again.getByText(/^Seguimos con tu borrador del/).waitFor()
  expect(await valueOf(again, 'Altura (cm)')).toBe('170')
  expect(await valueOf(again, 'Peso (kg)')).toBe('63')
  expect(await valueOf(again, 'Notas')).toBe('Escribo esto en un túnel')
  await turnTo(again, 'Dieta')
  await again.getByRole('button', { name: 'Quitar Kiwi' }).waitFor()
  await expectAccessiblePage(again)
  await again.emulateMedia({ media: 'print' })
  await again.getByLabel('Altura (cm)').waitFor()
  await again.getByLabel('Notas').waitFor()
  await again.emulateMedia({ media: 'screen' })

  await save(again)
  await again.getByText('¡Guardado!').waitFor()
  await again.getByRole('button', { name: /^Ver lo guardado/ }).click()
  await again.getByRole('dialog').getByText('Escribo esto en un túnel').waitFor()
  await expectAccessiblePage(again)
  expect(await again.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain('túnel')
})

test('two browsers of one client lose nothing of each other, neither drafts nor what was saved', async () => {
  const { page: phone, person } = await aClient()
  const other = await onAnotherDevice(person)

  await phone.getByLabel('Altura (cm)').fill('170')
  await kept(phone)
  await other.getByLabel('Peso (kg)').fill('63')
  await kept(other)
  await expect.poll(() => valueOf(other, 'Altura (cm)')).toBe('170')

  await save(other)
  await other.getByText('¡Guardado!').waitFor()
  await phone.getByLabel('Ocupación').fill('Maestra')
  await save(phone)
  await phone.getByText(/^Tu perfil se ha guardado desde otra ventana o dispositivo/).waitFor()
  expect(await valueOf(phone, 'Peso (kg)')).toBe('63')
  expect(await valueOf(phone, 'Ocupación')).toBe('Maestra')
  await save(phone)
  await phone.getByText('¡Guardado!').waitFor()

  await other.reload()
  await other.getByLabel('Ocupación').waitFor()
  expect(await valueOf(other, 'Ocupación')).toBe('Maestra')
  expect(await valueOf(other, 'Altura (cm)')).toBe('170')
})

test('half an entry of a list goes on from the phone to the laptop, and whoever writes over the other’s answer is told what it was', async () => {
  const { page: phone, person } = await aClient()
  await turnTo(phone, 'Dieta')
  await phone.getByRole('textbox', { name: 'Alergias e intolerancias' }).pressSequentially('Avell')
  await kept(phone)

  const laptop = await onAnotherDevice(person)
  await laptop.getByRole('link', { name: 'Ver todo' }).click()
  await laptop.getByRole('button', { name: 'Quitar Avell' }).waitFor()
  await phone.getByRole('textbox', { name: 'Alergias e intolerancias' }).pressSequentially('ana')
  const written = keptWith(phone, '"height":170')
  await turnTo(phone, 'Datos')
  await phone.getByLabel('Altura (cm)').fill('170')
  await phone.getByLabel('Altura (cm)').blur()
  await written
  await laptop.getByLabel('Altura (cm)').fill('171')
  await laptop.getByLabel('Altura (cm)').blur()

  await laptop.getByText(/^En ambos sitios has cambiado: Altura/).waitFor()
  await laptop.getByText('Altura (cm): 170').waitFor()
  expect(await valueOf(laptop, 'Altura (cm)')).toBe('171')
  await laptop.getByRole('button', { name: 'Quitar Avellana' }).waitFor()
  expect(await laptop.getByRole('button', { name: 'Quitar Avell', exact: true }).count()).toBe(0)
  await expectAccessiblePage(laptop)
})

test('health data does not stay in the browser after signing out', async () => {
  const { page } = await aClient()
  await page.context().setOffline(true)
  await turnTo(page, 'Más')
  await page.getByLabel('Notas').fill('Solo para mi especialista')
  await page.keyboard.press('Tab')
  await page.getByText('Sin conexión: lo guardamos en este dispositivo').waitFor()
  const stored = () =>
    page.evaluate(() => JSON.stringify([...Object.entries(localStorage), ...Object.entries(sessionStorage)]))
  expect(await stored()).toContain('Solo para mi especialista')

  await page.getByRole('main').getByRole('button', { name: 'Cerrar sesión' }).click()
  const question = page.getByRole('dialog', { name: '¿Cerrar sesión y perder lo que no se ha guardado?' })
  await question.waitFor()
  await expectAccessiblePage(page)
  await question.getByRole('button', { name: 'Cerrar sesión' }).click()

  await expect.poll(stored).not.toContain('Solo para mi especialista')
})
