import type { Locator, Page } from 'playwright-core'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect } from 'vitest'
import { apiContract } from '#contract/api'
import { callEndpointOverHttp } from '../support/call-endpoint-over-http.ts'
import { readProductClock, sendConsoleCommand, waitForMail } from '../support/local-console.ts'
import type { PressCounter } from '../support/press-counter.ts'
import { getAdministratorSession } from './admin.ts'
import { fillPurchaseForm, goToCheckout, type JourneyPerson, verifyAddressAndSignIn } from './buying.ts'
import { askForEarlyStart } from './hours.ts'

/* Steps of one client's life in chronological order, for the journey of a whole life. */

export async function moveClockTo(instant: string, minutes = 0): Promise<void> {
  const seconds = Math.ceil((Date.parse(instant) + minutes * 60_000 - Date.parse(await readProductClock())) / 1000)
  if (seconds > 0) await sendConsoleCommand('clock', { advance: `PT${seconds}S` })
}

/** The page may have loaded the opening hours before. */
export async function setRoom(page: Page): Promise<void> {
  const { readOpeningHours, changeOpeningHours } = apiContract.consultations
  const { token } = await getAdministratorSession()
  const { openingHours, version } = await callEndpointOverHttp(readOpeningHours, {}, { token })
  const roomUrl = 'https://sala.example/consulta'
  await callEndpointOverHttp(changeOpeningHours, { body: { ...openingHours, roomUrl, version } }, { token })
  await page.context().route(roomUrl, (route) => route.fulfill({ body: 'La sala' }))
  await page.reload()
}

export async function visitAndPay(page: Page, person: JourneyPerson): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Comienza tu transformación' }).first().click()
  await page.waitForURL('**/primera-consulta')
  await page.getByRole('button', { name: 'RESERVAR CITA' }).first().waitFor()
  await fillPurchaseForm(page, person)
  await goToCheckout(page)
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await page.getByText('¡Pago procesado exitosamente!').first().waitFor()
  await verifyAddressAndSignIn(page, person)
}

export async function chooseProposedHour(page: Page, person: JourneyPerson): Promise<string> {
  const { html } = await waitForMail(person.email, /pago/)
  const [, link = ''] = /href="([^"]+elegir-hora[^"]+)"/.exec(html) ?? []
  await page.goto(link.replaceAll('&amp;', '&'))
  await page.getByRole('button', { name: 'Confirmar esta hora' }).waitFor()
  const startsAt = (await page.locator('main time').first().getAttribute('datetime')) ?? ''
  await askForEarlyStart(page, startsAt)
  await page.getByRole('button', { name: 'Confirmar esta hora' }).click()
  await page.getByRole('heading', { name: 'Tu cita está confirmada' }).waitFor()
  return startsAt
}

export async function consentAndAnswer(page: Page): Promise<void> {
  await page.goto('/client')
  await page.getByLabel('Fecha de nacimiento', { exact: true }).fill('1990-05-17')
  await page.getByRole('button', { name: 'Guardar fecha' }).click()
  await page.getByRole('checkbox', { name: /^Doy mi consentimiento explícito/ }).check()
  await page.getByRole('button', { name: 'Dar mi consentimiento' }).click()
  await page.getByLabel('Altura (cm)').fill('168')
  await page.getByLabel('Peso (kg)').fill('63')
  await page.getByRole('navigation', { name: 'Pasos del cuestionario' }).getByRole('link', { name: 'Dieta' }).click()
  await page.getByRole('textbox', { name: 'Alergias e intolerancias' }).fill('Frutos secos')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Guardar Perfil' }).click()
  await page.getByText('¡Guardado!').waitFor()
}

/** Below the practice's day, the list of clients must begin on the first screen of a laptop. */
export async function expectClientsOnFirstScreen(page: Page): Promise<void> {
  const size = page.viewportSize()
  const viewport = { width: 1280, height: 900 }
  await page.setViewportSize(viewport)
  await page.getByRole('region', { name: 'Hoy' }).getByRole('listitem').first().waitFor()
  await page.getByRole('region', { name: 'Por hacer' }).getByRole('listitem').first().waitFor()
  const rows = page.getByRole('region', { name: 'Lista de Clientes' }).getByRole('row')
  const findBottom = async () => {
    const { y = 0, height = Infinity } = (await rows.nth(1).boundingBox()) ?? {}
    return (await page.evaluate(() => window.scrollY)) + y + height
  }
  await expect.poll(findBottom).toBeLessThanOrEqual(viewport.height)
  if (size) await page.setViewportSize(size)
}

export async function enterConsultation(practice: PressCounter, page: Page, name: string): Promise<void> {
  const today = page.getByRole('region', { name: 'Hoy' }).getByRole('listitem').filter({ hasText: name })
  const room = page.waitForEvent('popup')
  await practice.click(today.getByRole('link', { name: /^Entrar/ }), 'Entrar')
  await (await room).close()
  await practice.click(today.getByRole('link', { name: /^Abrir ficha/ }), 'Abrir ficha')
}

export async function readQuestionnaire(practice: PressCounter, page: Page, answer: string): Promise<void> {
  const sheet = page.getByRole('region', { name: 'Cuestionario de salud' })
  await practice.click(sheet.getByRole('button', { name: 'Cuestionario de salud' }), 'Cuestionario de salud')
  await sheet.getByText(answer, { exact: true }).waitFor()
}

export async function openNotes(practice: PressCounter, page: Page): Promise<void> {
  const running = page.getByRole('region', { name: 'Consulta de ahora' })
  await practice.click(running.getByRole('link', { name: 'Notas de la consulta' }), 'Notas de la consulta')
}

interface Session {
  readonly texts: Readonly<Record<string, string>>
  readonly next?: string
}

export async function writeNotesAndClose(practice: PressCounter, page: Page, { texts, next }: Session): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await practice.fill(page.getByLabel(label), text)
  if (next) {
    await practice.click(page.getByRole('radio', { name: next }), `Próxima visita en ${next}`)
    await page.locator('.notes-hour strong').waitFor()
  }
  await practice.click(page.getByRole('button', { name: 'Guardar y cerrar consulta' }), 'Guardar y cerrar consulta')
  await page.getByRole('region', { name: 'Cronología' }).waitFor()
}

export async function uploadResult(practice: PressCounter, page: Page): Promise<void> {
  const document = await PDFDocument.create()
  document.addPage()
  const sections = page.getByRole('navigation', { name: 'Secciones de la ficha' })
  await practice.click(sections.getByRole('link', { name: 'Analíticas' }), 'Analíticas')
  const pdf = { name: 'Microbiota.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) }
  // The tab Facturas has a form with the same labels, and stays until the requested tab is loaded.
  const form = page.getByRole('region', { name: 'Analíticas', exact: true })
  await practice.choose(form.getByLabel('Archivos', { exact: true }), pdf)
  await practice.click(form.getByRole('button', { name: 'Subir', exact: true }), 'Subir')
  await page.getByText('Subido').waitFor()
}

export async function publishPlan(practice: PressCounter, page: Page, lines: readonly string[]): Promise<void> {
  await practice.click(page.getByRole('link', { name: 'Seguir con la pauta' }), 'Seguir con la pauta')
  await practice.click(page.getByRole('link', { name: 'Preparar la pauta' }), 'Preparar la pauta')
  const entry = page.getByLabel('Añadir suplemento')
  for (const line of lines) {
    await practice.fill(entry, line)
    await practice.press('Enter')
  }
  await expectInSight(page, page.getByText('Frutos secos'))
  await page.getByRole('region', { name: 'Tomas de los 7 días' }).getByText('200 mg').first().waitFor()
  await practice.press('Control+Enter')
  await page.getByRole('dialog', { name: '¿Publicar la pauta?' }).waitFor()
  await practice.press('Enter')
  await page.getByText('Pauta publicada').waitFor()
  // The pathway was refetched.
  await page.getByRole('link', { name: 'Seguir con la pauta' }).waitFor({ state: 'detached' })
}

async function expectInSight(page: Page, part: Locator): Promise<void> {
  const { y = -1, height = 0 } = (await part.boundingBox()) ?? {}
  expect(y).toBeGreaterThan(0)
  expect(y + height).toBeLessThan(page.viewportSize()?.height ?? 0)
}

export async function takeTodaysDoses(page: Page): Promise<void> {
  const today = page.getByRole('region', { name: 'Hoy', exact: true })
  await today.getByRole('checkbox').first().waitFor()
  const open = today.getByRole('checkbox', { checked: false })
  while ((await open.count()) > 0) await open.first().check()
  await today.getByText('Todo tomado. ¡Bien hecho!').waitFor()
}
