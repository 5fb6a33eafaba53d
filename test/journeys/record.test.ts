import type { Locator, Page } from 'playwright-core'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { expectAccessibleAtBothSizes } from '../support/visitor.ts'
import type { JourneyPerson } from './buying.ts'
import { signInConsentingBuyer } from './clients.ts'
import { openInvitedAdministratorPage, openAdministratorPage } from './admin.ts'

async function toRecord(page: Page, { email }: JourneyPerson, tab?: string): Promise<void> {
  await page.goto(`/admin?buscar=${encodeURIComponent(email)}`)
  await page.getByRole('region', { name: 'Lista de Clientes' }).getByRole('link', { name: 'Marta Ruiz Peña' }).click()
  await page.waitForURL(/\/client\/cus_/)
  if (tab) await tabOf(page, tab).click()
}

const tabOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Secciones de la ficha' }).getByRole('link', { name })

/** The tab Facturas has a form with the same labels, and stays until the requested tab is loaded. */
const analysesOf = (page: Page) => page.getByRole('region', { name: 'Analíticas', exact: true })

const dialogOf = (page: Page) => page.getByRole('dialog')

interface Dropped {
  readonly name: string
  readonly text: string
}

async function drop(page: Page, files: readonly Dropped[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer()
    for (const { name, text } of given) {
      const bytes = Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0)
      transfer.items.add(new File([bytes], name))
    }
    return transfer
  }, files)
  await analysesOf(page).getByLabel('Archivos', { exact: true }).dispatchEvent('drop', { dataTransfer })
}

async function aPdf(name: string): Promise<Dropped> {
  const document = await PDFDocument.create()
  document.addPage()
  return { name, text: Buffer.from(await document.save()).toString('latin1') }
}

const send = (page: Page) => analysesOf(page).getByRole('button', { name: 'Subir', exact: true }).click()
const uploadOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Subidas' }).getByRole('listitem').filter({ hasText: name })
const filesOf = (page: Page) => page.locator('td .file-name')

test('FIL-04 CLI-23 two dropped files reach the client, who is written to and downloads them; a third is stopped halfway', async () => {
  const { page: theirs, person } = await signInConsentingBuyer()
  const page = await openAdministratorPage()
  await toRecord(page, person, 'Analíticas')
  await analysesOf(page).getByText('Todavía no hay archivos.').waitFor()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  await page.route(/\/_local\/s3\/|\/s3\//, async (route) => {
    if (route.request().method() === 'POST') await gate
    await route.continue().catch(() => undefined)
  })

  await drop(page, [await aPdf('Microbiota.pdf'), await aPdf('Sangre.pdf'), await aPdf('Equivocada.pdf')])
  await page.getByText('Microbiota.pdf, Sangre.pdf, Equivocada.pdf').waitFor()
  await page.getByLabel('Descripción (opcional)').fill('Laboratorio Norte')
  await send(page)
  await page.getByRole('progressbar', { name: 'Progreso de Microbiota.pdf' }).waitFor()
  await uploadOf(page, 'Equivocada.pdf').getByText('En espera').waitFor()
  await expectAccessibleAtBothSizes(page)
  await page.getByRole('button', { name: 'Cancelar Equivocada.pdf' }).click()
  await uploadOf(page, 'Equivocada.pdf').waitFor({ state: 'detached' })
  open()

  await uploadOf(page, 'Microbiota.pdf').getByText('Subido').waitFor()
  await uploadOf(page, 'Sangre.pdf').getByText('Subido').waitFor()
  await page.reload()
  await filesOf(page).first().waitFor()
  expect((await filesOf(page).allInnerTexts()).toSorted()).toEqual(['Microbiota.pdf', 'Sangre.pdf'])
  await expectAccessibleAtBothSizes(page)
  await theirs.goto('/client?tab=analytics')
  const saving = theirs.waitForEvent('download')
  await theirs.getByRole('button', { name: 'Descargar Sangre.pdf' }).click()
  expect((await saving).suggestedFilename()).toBe('Sangre.pdf')
})

test('FIL-02 an upload that is stopped under way, of a wrong type or not what its name says leaves nothing behind', async () => {
  const { person } = await signInConsentingBuyer()
  const page = await openAdministratorPage()
  await toRecord(page, person, 'Analíticas')
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  await page.route(/s3/, async (route) => {
    if (route.request().method() === 'POST') await gate
    await route.continue().catch(() => undefined)
  })

  const leaving = page.waitForRequest((request) => request.method() === 'POST' && /s3/.test(request.url()))
  await drop(page, [await aPdf('A medias.pdf')])
  await send(page)
  await leaving
  const given = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Cancelar A medias.pdf' }).click()
  expect((await given).status()).toBe(200)
  open()
  await drop(page, [
    { name: 'virus.exe', text: 'MZ' },
    { name: 'Disfrazada.pdf', text: 'MZ, y nada de PDF' },
  ])
  await send(page)

  await uploadOf(page, 'virus.exe')
    .getByText('Tipo de archivo no permitido. Usa PDF, DOC, DOCX, JPG, JPEG, PNG, XLSX o XLS.')
    .waitFor()
  await uploadOf(page, 'Disfrazada.pdf').getByText('Rechazado: el motivo está en la lista').waitFor()
  await page
    .getByRole('cell', { name: /^Disfrazada\.pdf Rechazado El contenido del archivo no corresponde a su tipo\./ })
    .waitFor()
  await expectAccessibleAtBothSizes(page)
  await page.getByRole('button', { name: 'Descartar Disfrazada.pdf' }).click()
  await page.getByText('Todavía no hay archivos.').waitFor()
  await page.reload()
  await page.getByText('Todavía no hay archivos.').waitFor()
})

const fill = (dialog: Locator, label: string, value: string) => dialog.getByLabel(label, { exact: true }).fill(value)
const choose = (dialog: Locator, label: string, option: string) =>
  dialog.getByLabel(label, { exact: true }).selectOption({ label: option })

async function addDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Añadir suplemento' }).click()
  return page.getByRole('dialog', { name: 'Añadir suplemento' })
}

async function fillMagnesium(dialog: Locator): Promise<void> {
  await fill(dialog, 'Suplemento', 'Magnesio')
  await fill(dialog, 'Cantidad', '200')
  await choose(dialog, 'Unidad', 'comprimidos')
  await choose(dialog, 'Frecuencia', '2 veces al día')
  await choose(dialog, 'Patrón', '5 días sí 2 días no')
  await dialog.getByRole('checkbox', { name: 'Mañana' }).check()
  await dialog.getByRole('checkbox', { name: 'Noche' }).check()
  await dialog.getByRole('checkbox', { name: 'Tarde' }).check()
  await dialog.getByText('2 veces al día, pero has marcado 3 momentos').waitFor()
  await dialog.getByRole('checkbox', { name: 'Tarde' }).uncheck()
  await choose(dialog, 'Relación con la comida', 'Después de comer')
  await fill(dialog, 'Duración (opcional)', '3 meses')
  await fill(dialog, 'Tomas por envase (opcional)', '60')
  await fill(dialog, 'Instrucciones', 'Con un vaso de agua')
}

const add = (dialog: Locator) => dialog.getByRole('button', { name: 'Añadir', exact: true }).click()
const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Suplementos del cliente' }).getByRole('row').filter({ hasText: name })

test('SUP-10 SUP-15 SUP-16 A-66 a supplement is dosed, kept as a template, used for another client, edited, finished and deleted', async () => {
  const { page: theirs, person } = await signInConsentingBuyer()
  const { person: other } = await signInConsentingBuyer()
  const page = await openAdministratorPage()
  await toRecord(page, person, 'Suplementación')
  await page.getByText('Este cliente todavía no tiene suplementos.').waitFor()
  await expectAccessibleAtBothSizes(page)

  const dialog = await addDialog(page)
  await fillMagnesium(dialog)
  const days = dialog.getByRole('region', { name: 'Lo que verá el cliente en 7 días' }).getByRole('listitem')
  const doses = 'Mañana · Después de comer: 200 comprimidos; Noche · Después de comer: 200 comprimidos'
  expect(await days.filter({ hasText: doses }).count()).toBe(5)
  expect(await days.filter({ hasText: 'Ninguna toma' }).count()).toBe(2)
  await expectAccessibleAtBothSizes(page)
  await dialog.getByRole('button', { name: 'Guardar como plantilla' }).click()
  await page.getByText('Plantilla guardada').first().waitFor()
  await add(dialog)
  await page.getByText('¡Pauta añadida!').first().waitFor()
  await rowOf(page, 'Magnesio').getByText('2 veces al día - Mañana, Noche').waitFor()
  await expectAccessibleAtBothSizes(page)
  await theirs.goto('/client?tab=supplements')
  await theirs.getByRole('table', { name: 'Mis Suplementos' }).getByText('200 comprimidos').waitFor()

  await toRecord(page, other, 'Suplementación')
  const again = await addDialog(page)
  expect(await again.getByLabel('Cantidad').inputValue()).toBe('')
  expect(await again.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await again
    .getByLabel('Usar una plantilla o una pauta anterior')
    .selectOption({ label: 'Plantilla: Magnesio, 200 comprimidos, 2 veces al día - Mañana, Noche' })
  expect(await again.getByLabel('Instrucciones').inputValue()).toBe('Con un vaso de agua')
  await add(again)
  await rowOf(page, 'Magnesio').getByText('Patrón: 5 días sí 2 días no').waitFor()

  await page.getByRole('button', { name: 'Editar Magnesio' }).click()
  await fill(dialogOf(page), 'Cantidad', '400')
  await dialogOf(page).getByRole('button', { name: 'Guardar cambios' }).click()
  await rowOf(page, 'Magnesio').getByText('400 comprimidos', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Finalizar Magnesio' }).click()
  await rowOf(page, 'Magnesio').getByText('Completado').waitFor()
  expect(await page.getByRole('button', { name: 'Finalizar Magnesio' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Eliminar Magnesio' }).click()
  await page.getByRole('dialog', { name: '¿Eliminar este suplemento?' }).waitFor()
  await expectAccessibleAtBothSizes(page)
  await dialogOf(page).getByRole('button', { name: 'Eliminar suplemento' }).click()
  await page.getByText('Este cliente todavía no tiene suplementos.').waitFor()
  const events = await eventsOf(page)
  for (const text of ['añadido a la pauta', 'cambiado', 'finalizado', 'eliminado']) {
    await events.filter({ hasText: `Suplemento ${text}` }).waitFor()
  }
})

test('two administrators change one supplement: the second is told, keeps what they typed and sees what the first saved', async () => {
  const { person } = await signInConsentingBuyer()
  const first = await openAdministratorPage()
  const { page: second } = await openInvitedAdministratorPage()
  await toRecord(first, person, 'Suplementación')
  const dialog = await addDialog(first)
  await fillMagnesium(dialog)
  await add(dialog)
  await first.getByText('¡Pauta añadida!').first().waitFor()
  await toRecord(second, person, 'Suplementación')
  for (const page of [first, second]) await page.getByRole('button', { name: 'Editar Magnesio' }).click()

  await fill(dialogOf(first), 'Cantidad', '400')
  await dialogOf(first).getByRole('button', { name: 'Guardar cambios' }).click()
  await first.getByText('Actualizado').first().waitFor()
  const theirs = dialogOf(second)
  await fill(theirs, 'Instrucciones', 'Lejos del café')
  await theirs.getByRole('button', { name: 'Guardar cambios' }).click()

  await theirs.getByText('Ahora dice: 400 comprimidos, 2 veces al día - Mañana, Noche.').waitFor()
  expect(await theirs.getByLabel('Instrucciones').inputValue()).toBe('Lejos del café')
  expect(await theirs.getByLabel('Cantidad').inputValue()).toBe('400')
  await expectAccessibleAtBothSizes(second)
  await theirs.getByRole('button', { name: 'Guardar cambios' }).click()
  await rowOf(second, 'Magnesio').getByText('400 comprimidos', { exact: true }).waitFor()
  await rowOf(second, 'Magnesio').getByText('Instrucciones: Lejos del café').waitFor()
})

async function saveAnswers(page: Page, answers: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(answers)) await page.getByLabel(label).fill(value)
  // Not the notice: that of the previous save may still be shown.
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/questionnaire'),
  )
  await page.getByRole('button', { name: 'Guardar Perfil' }).click()
  expect((await saved).status()).toBe(200)
}

test('the record says what a client has changed in their questionnaire since the last visit, and keeps every version', async () => {
  const { page: theirs, person } = await signInConsentingBuyer()
  const page = await openAdministratorPage()
  await toRecord(page, person)
  const sheet = page.getByRole('region', { name: 'Cuestionario de salud' })
  await sheet.getByText(/^Este cliente todavía no ha guardado su cuestionario/).waitFor()
  await expectAccessibleAtBothSizes(page)
  await theirs.goto('/client')
  await saveAnswers(theirs, { 'Altura (cm)': '170', 'Peso (kg)': '63' })

  await page.reload()
  await sheet.getByText('Sin leer').waitFor()
  await expectAccessibleAtBothSizes(page)
  const noted = page.waitForResponse(/questionnaire\/seen$/)
  await sheet.getByRole('button', { name: 'Cuestionario de salud' }).click()
  expect((await noted).status()).toBe(200)
  await sheet.getByText('63', { exact: true }).waitFor()
  await saveAnswers(theirs, { 'Peso (kg)': '60', Ocupación: 'Maestra' })
  await page.reload()

  await sheet.getByText('2 respuestas han cambiado desde tu última lectura').waitFor()
  await sheet.getByRole('button', { name: 'Cuestionario de salud' }).focus()
  await page.keyboard.press('Enter')
  await sheet.getByText('Antes: 63').waitFor()
  await sheet.getByText('Antes: Sin respuesta').waitFor()
  await expectAccessibleAtBothSizes(page)
  await sheet.getByLabel('Qué respuestas quieres ver').selectOption({ index: 2 })
  await sheet.getByText('63', { exact: true }).waitFor()
  await page.reload()
  await sheet.getByText('Sin cambios desde tu última lectura').waitFor()
  const events = await eventsOf(page)
  await expect.poll(() => events.filter({ hasText: 'Cuestionario de salud guardado' }).count()).toBe(2)
})

async function eventsOf(page: Page): Promise<Locator> {
  const timeline = page.getByRole('region', { name: 'Cronología' })
  await timeline.getByRole('heading', { name: 'Cronología' }).click()
  return timeline.getByRole('listitem')
}

const isFocused = (locator: Locator) => locator.evaluate((element) => element === element.ownerDocument.activeElement)
const expectFocus = (locator: Locator) => expect.poll(() => isFocused(locator)).toBe(true)

test('tabs, the dosing form and its questions are used with the keyboard alone, and the focus comes back', async () => {
  const { person } = await signInConsentingBuyer()
  const page = await openAdministratorPage()
  await toRecord(page, person)
  await page.getByRole('region', { name: 'Avisos enviados' }).waitFor()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }

  await tabOf(page, 'Facturas').focus()
  await press('Tab', 'Enter')
  const booking = page.getByRole('button', { name: 'Programar consulta' })
  await booking.waitFor()
  await expectAccessibleAtBothSizes(page)
  await booking.focus()
  await press('Enter')
  await dialogOf(page).waitFor()
  await expectAccessibleAtBothSizes(page)
  await press('Escape')
  await dialogOf(page).waitFor({ state: 'detached' })
  await expectFocus(booking)

  await tabOf(page, 'Suplementación').focus()
  await press('Enter')
  const adding = page.getByRole('button', { name: 'Añadir suplemento' })
  await adding.waitFor()
  await press('Tab')
  for (const name of [/^Mensajes/, /^Cuestionario/, /^Presupuestos/, /^Preparar pauta$/, /^Preparar la pauta$/]) {
    await expectFocus(page.getByRole('link', { name }))
    await press('Tab')
  }
  await expectFocus(adding)
  await press('Enter')
  await dialogOf(page).getByLabel('Suplemento', { exact: true }).focus()
  await page.keyboard.type('Zinc')
  await press('Tab')
  await page.keyboard.type('15')
  await press('Tab', 'Tab', 'Tab', 'Tab')
  await expectFocus(dialogOf(page).getByRole('checkbox', { name: 'Mañana' }))
  await press('Space', 'Enter')
  await rowOf(page, 'Zinc').getByText('1 vez al día - Mañana').waitFor()
  await expectFocus(adding)

  const removing = page.getByRole('button', { name: 'Eliminar Zinc' })
  await removing.focus()
  await press('Enter')
  await expectFocus(dialogOf(page).getByRole('button', { name: 'Cancelar' }))
  await press('Escape')
  await expectFocus(removing)
  await press('Enter', 'Tab', 'Enter')
  await page.getByText('Eliminado').first().waitFor()
  await rowOf(page, 'Zinc').waitFor({ state: 'detached' })
})
