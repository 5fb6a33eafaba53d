import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readProductClock, sendConsoleCommand } from '../support/local-console.ts'
import { createPressCounter } from '../support/press-counter.ts'
import { expectAccessiblePage, expectPageAccessibleAtEverySize, openVisitorPage } from '../support/visitor.ts'
import { openAdministratorPage } from './admin.ts'
import { createJourneyPerson } from './buying.ts'
import { openDemoClientPage } from './clients.ts'
import { tellWeek, toFriday } from './weekly-check-in.ts'
import {
  chooseProposedHour,
  consentAndAnswer,
  enterConsultation,
  expectClientsOnFirstScreen,
  moveClockTo,
  openNotes,
  publishPlan,
  readQuestionnaire,
  setRoom,
  takeTodaysDoses,
  uploadResult,
  visitAndPay,
  writeNotesAndClose,
} from './whole-life.ts'

async function toProtocol(page: Page): Promise<void> {
  await page.goto('/client?tab=supplements')
  await page.getByRole('region', { name: 'Hoy' }).waitFor()
  // The tab loads after 'Hoy'.
  await page.getByRole('region', { name: 'Instrucciones Especiales' }).waitFor()
}

const theClient = async () => {
  const page = await openDemoClientPage()
  await toProtocol(page)
  return page
}

const dose = (page: Page, part: string, name: RegExp) =>
  page.getByRole('group', { name: part }).getByRole('checkbox', { name })
const probiotic = (page: Page) => dose(page, 'Mañana', /Probiótico/)
const magnesium = (page: Page) => dose(page, 'Mañana', /Magnesio/)
const atNight = (page: Page) => dose(page, 'Noche', /Magnesio/)

const tickSent = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/supplements/doses') && answer.request().method() === 'PUT')

test('SUP-01 SUP-02 CLI-24 the protocol of the practice is there to be read, and nothing of it to be changed', async () => {
  const page = await theClient()

  const counters = await page.locator('.counter').allInnerTexts()
  expect(counters.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/Total Suplementos/),
    expect.stringMatching(/Activos/),
    expect.stringMatching(/Completados/),
  ])
  const table = page.getByRole('table', { name: 'Mis Suplementos' })
  expect(await table.getByRole('row').count()).toBe(4)
  const instructions = page.getByRole('region', { name: 'Instrucciones Especiales' })
  await instructions.getByText('Patrón: 5 días sí 2 días no').waitFor()
  await instructions.getByText('Patrón: Solo días laborables').waitFor()
  expect(await page.getByRole('button', { name: /Añadir|Editar|Finalizar|Eliminar/ }).count()).toBe(0)
  await expectAccessiblePage(page)
})

test('doses that are ticked in a tunnel before the tab is closed reach the server at the next visit', async () => {
  const page = await theClient()
  const context = page.context()
  const first = tickSent(page)
  await probiotic(page).check()
  expect((await first).status()).toBe(200)

  await context.setOffline(true)
  await magnesium(page).check()
  await page.getByText(/Sin conexión: lo guardamos en este dispositivo/).waitFor()
  await expectAccessiblePage(page)
  await page.close()
  await context.setOffline(false)

  const again = await context.newPage()
  const sent = tickSent(again)
  await toProtocol(again)
  expect((await sent).status()).toBe(200)
  const elsewhere = await theClient()
  await elsewhere.getByRole('button', { name: 'Mañana: 2 de 2, todas las tomas están tomadas' }).click()
  await expect.poll(() => magnesium(elsewhere).isChecked()).toBe(true)
  expect(await probiotic(elsewhere).isChecked()).toBe(true)
  expect(await again.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain('Con desayuno')
})

async function goBack(page: Page, days: number): Promise<void> {
  for (let day = 0; day < days; day++) await page.getByRole('button', { name: 'Día anterior' }).click()
}

/** The last day with two doses: not every supplement is taken every day. */
async function toDayOfTwoDoses(page: Page) {
  const day = page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Día anterior' }) })
  for (let daysBack = 1; daysBack <= 7; daysBack++) {
    await goBack(page, 1)
    await day.getByText(/tomado|sin marcar|No hay nada/).waitFor()
    if ((await day.getByRole('checkbox').count()) > 1) return { day, daysBack }
  }
  throw new Error('no day of the last week has two doses')
}

test('on a slow network a tick shows at once, and so does the next while the first is under way', async () => {
  const page = await theClient()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  await page.route(/\/api\/supplements\/doses$/, async (route) => {
    if (route.request().method() === 'PUT') await gate
    await route.continue()
  })
  const { day, daysBack } = await toDayOfTwoDoses(page)
  const [one, other] = [day.getByRole('checkbox').nth(0), day.getByRole('checkbox').nth(1)]

  await day.getByText('Todo tomado. ¡Bien hecho!').waitFor()
  await one.uncheck()
  await other.uncheck()
  await day.getByText('Guardando...').waitFor()
  expect(await page.getByText(/Sin conexión/).count()).toBe(0)
  open()
  await day.getByText('Guardando...').waitFor({ state: 'detached' })
  await page.reload()
  await goBack(page, daysBack)

  await day.getByText('Quedaron 2 tomas sin marcar').waitFor()
  await expect.poll(() => Promise.all([one.isChecked(), other.isChecked()])).toEqual([false, false])
})

test('the last tick of the night is said to be the last', async () => {
  const page = await theClient()

  const today = page.getByRole('region', { name: 'Hoy' })
  await today.getByRole('checkbox').first().waitFor()
  // A past part of the day folds when its last dose is ticked, so the remaining boxes are different ones then.
  const left = today.getByRole('checkbox', { checked: false })
  for (let count = await left.count(); count > 0; count--) {
    await left.first().click()
    await expect.poll(() => left.count()).toBe(count - 1)
  }

  await page.getByText('Todo tomado. ¡Bien hecho!').first().waitFor()
  await atNight(page).uncheck()
  await page.getByText('Te queda 1 toma.').first().waitFor()
})

test('the protocol is printed on one sheet of A4, without what is to be tapped', async () => {
  const page = await theClient()

  const pdf = await PDFDocument.load(await page.pdf({ preferCSSPageSize: true }))

  expect(pdf.getPageCount()).toBe(1)
  const { width, height } = pdf.getPage(0).getSize()
  expect([Math.round(width), Math.round(height)]).toEqual([595, 842])
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('region', { name: 'Mis Suplementos' }).isVisible()).toBe(true)
  expect(await page.getByRole('region', { name: 'Instrucciones Especiales' }).isVisible()).toBe(true)
  expect(await page.getByRole('checkbox').count()).toBe(0)
  expect(await page.getByRole('navigation').count()).toBe(0)
})

/** Sessions expire: sign in again afterwards. */
const advance = (duration: string) => sendConsoleCommand('clock', { advance: duration })

const send = async (page: Page, label: string | RegExp, text: string): Promise<void> => {
  await page.getByLabel(label).fill(text)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByRole('list', { name: 'Mensajes' }).getByText(text).waitFor()
}

async function openOwnMessages(): Promise<Page> {
  const page = await openDemoClientPage()
  await page.goto('/client')
  await page.getByRole('link', { name: /^Mensajes/ }).click()
  await page.getByLabel('Tu mensaje').waitFor()
  return page
}

// Moves the clock by days, the next two by weeks; therefore these three are last.
test('a question is answered within its time with a template, and another one late, which both see without blame', async () => {
  const client = await openOwnMessages()
  await client.getByText('No es un canal de urgencias: si es urgente, llama al 112.').waitFor()
  await client
    .getByLabel('Adjuntar archivos')
    .setInputFiles({ name: 'etiqueta.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') })
  await client.getByRole('button', { name: 'Quitar etiqueta.pdf' }).waitFor()
  await send(client, 'Tu mensaje', '¿Puedo tomarlo con café?')
  await client.getByText(/^Te responderemos antes del /).waitFor()
  await expectPageAccessibleAtEverySize(client)
  await advance('PT2M')

  const admin = await openAdministratorPage()
  const task = admin
    .getByRole('region', { name: 'Por hacer' })
    .getByRole('listitem')
    .filter({ hasText: 'Sin responder' })
  await task.getByText(/antes del /).waitFor({ timeout: 120_000 })
  await task.getByRole('link', { name: /^Responder/ }).click()
  await admin.getByText(/^Responder antes del /).waitFor()
  await admin.getByRole('button', { name: 'Descargar etiqueta.pdf' }).waitFor({ timeout: 60_000 })
  await admin.getByRole('button', { name: 'Plantillas' }).click()
  await admin.getByRole('button', { name: 'Nueva plantilla' }).click()
  await admin.getByLabel('Nombre').fill('Con café')
  await admin.getByLabel('Respuesta').fill('Mejor una hora después del café.')
  await expectPageAccessibleAtEverySize(admin)
  await admin.getByRole('button', { name: 'Guardar plantilla' }).click()
  await admin.getByRole('button', { name: 'Insertar Con café' }).click()
  await admin.getByRole('button', { name: 'Enviar' }).click()
  await admin.getByText(/^Nada por responder/).waitFor()
  await expectPageAccessibleAtEverySize(admin)

  await client.reload()
  await client.getByText('Mejor una hora después del café.').waitFor()
  await client.getByText('Leído').waitFor()
  await send(client, 'Tu mensaje', '¿Y con leche?')
  await client.close()
  await advance('P7D')
  const later = await openOwnMessages()
  await later.getByText(/^Queríamos responderte antes del .* y vamos con retraso/).waitFor()
  await expectPageAccessibleAtEverySize(later)
  const practice = await openAdministratorPage()
  const late = practice
    .getByRole('region', { name: 'Por hacer' })
    .getByRole('listitem')
    .filter({ hasText: 'con retraso desde' })
  await late.getByRole('link', { name: /^Responder/ }).click({ timeout: 120_000 })
  await practice.getByText(/^La respuesta se esperaba antes del /).waitFor()
  await expectPageAccessibleAtEverySize(practice)
  await send(practice, /^Mensaje para/, 'También, sin problema.')
  await practice.getByText(/^Nada por responder/).waitFor()
  await later.reload()
  await later.getByText('También, sin problema.').waitFor()
  await later.getByText('Respondemos en 2 días laborables.').waitFor()
}, 300_000)

// Moves the clock by weeks, as the next one does; therefore both are last.
test('four weeks are told with the keyboard; two worse in a row wait in Por hacer until somebody has read them', async () => {
  await toFriday()
  for (const [steps, note] of [
    [3, 'Mejor que nunca'],
    [4, 'Y mejor'],
    [2, 'Peor tras la cena'],
    [1, 'Peor todavía'],
  ] as const) {
    const page = await openDemoClientPage()
    await page.goto('/client')
    await page.getByRole('button', { name: 'Contarlo' }).click()
    await tellWeek(page, steps, note)
    if (steps === 1) await expectPageAccessibleAtEverySize(page)
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.getByRole('heading', { name: 'Gracias, guardado' }).waitFor()
    await page.close()
    if (steps > 1) await advance('P7D')
  }
  const page = await openDemoClientPage()
  await toProtocol(page)
  const weeks = page.getByRole('region', { name: 'Tus semanas' })
  await weeks.getByText('Peor todavía').waitFor()
  await weeks.getByText('Ver como tabla').click()
  expect(await weeks.getByRole('row').count()).toBeGreaterThanOrEqual(5)
  await expectPageAccessibleAtEverySize(page)
  await advance('PT2M')

  const admin = await openAdministratorPage()
  const task = admin
    .getByRole('region', { name: 'Por hacer' })
    .getByRole('listitem')
    .filter({ hasText: 'Dos semanas peor' })
  // Both the panel and the job that computes the list poll once a minute.
  await task.waitFor({ timeout: 120_000 })
  await task.getByRole('link', { name: /Ver semanas/ }).click()
  const theirs = admin.getByRole('region', { name: 'Cómo le va cada semana' })
  await theirs.getByText('Peor todavía').waitFor()
  await expectPageAccessibleAtEverySize(admin)
  await admin.getByRole('link', { name: 'Volver al Panel' }).click()
  await admin.getByRole('region', { name: 'Por hacer' }).waitFor()
  await expect.poll(() => task.count()).toBe(0)
}, 300_000)

test('a whole life: visit, payment, consultation, notes, plan, doses over weeks and the follow-up; from the payment to the plan in under 25 presses of the practice', async () => {
  const person = createJourneyPerson()
  const name = `${person.firstName} ${person.lastName}`
  const client = await openVisitorPage()
  await visitAndPay(client, person)
  const startsAt = await chooseProposedHour(client, person)
  await consentAndAnswer(client)

  await moveClockTo(startsAt, 1)
  const page = await openAdministratorPage()
  await setRoom(page)
  await expectClientsOnFirstScreen(page)
  const practice = createPressCounter(page)
  await enterConsultation(practice, page, name)
  await readQuestionnaire(practice, page, '63')
  await openNotes(practice, page)
  await writeNotesAndClose(practice, page, {
    texts: {
      Motivo: 'Hinchazón después de comer',
      Valoración: 'Poca fibra; duerme mal',
      Plan: 'Estudio de microbiota',
      'Resumen para el cliente': 'Te mandamos el kit y nos vemos en tres semanas.',
    },
    next: '3 semanas',
  })
  await uploadResult(practice, page)
  await publishPlan(practice, page, ['zinc 15 mg noche', 'omega 3 2 cápsulas comida y cena', 'magnesio 200 mg tarde'])
  practice.print('from the payment to the published plan')
  expect(practice.count()).toBeLessThan(25)

  for (const week of [1, 2, 3]) {
    if (week > 1) await sendConsoleCommand('clock', { advance: 'P7D' })
    await client.goto('/client')
    await client.getByText(`semana ${week} de tu pauta`).waitFor()
    await takeTodaysDoses(client)
  }
  await expectAccessiblePage(client)
  const next = client
    .getByRole('region', { name: /^Tu próxima consulta/ })
    .locator('time')
    .first()
  const followUp = (await next.getAttribute('datetime')) ?? ''
  expect(followUp > (await readProductClock())).toBe(true)

  await moveClockTo(followUp, 1)
  await client.goto('/client')
  await client
    .getByRole('link', { name: /^Unirse a la videollamada/ })
    .first()
    .waitFor()
  const later = await openAdministratorPage()
  await later.context().route(/sala\.example/, (route) => route.fulfill({ body: 'La sala' }))
  const again = createPressCounter(later)
  await enterConsultation(again, later, name)
  await openNotes(again, later)
  await writeNotesAndClose(again, later, { texts: { Valoración: 'Mucho mejor', Plan: 'Seguir igual' } })
  again.print('the follow-up')

  await client.goto('/client/proceso')
  await client.getByText('Paso 5 de 5').waitFor()
  await client.goto('/client?tab=consultations')
  await client.getByText('Te mandamos el kit y nos vemos en tres semanas.').waitFor()
  const past = client.getByRole('table', { name: /Historial|anteriores/ })
  await expect.poll(() => past.getByText('Completada').count()).toBe(2)
}, 240_000)
