import type { Page } from 'playwright-core'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { apiContract } from '#contract/api'
import { addDays, toPracticeDay } from '#contract/calendar-days'
import { callEndpointOverHttp } from '../support/call-endpoint-over-http.ts'
import { getMailLink, readProductClock, waitForMail } from '../support/local-console.ts'
import { waitUntilLoaded } from '../support/loading-parts.ts'
import { openVisitorPage } from '../support/visitor.ts'
import { openAdministratorPage } from '../journeys/admin.ts'
import { aBuyerWithAnHour, closeWeek, coming, hourOf } from '../journeys/booked-hours.ts'
import {
  buyWithNewAccount,
  buyWithoutAccount,
  createJourneyPerson,
  fillPurchaseForm,
  goToCheckout,
} from '../journeys/buying.ts'
import { payWithNewAccount, signInConsentingBuyer, signInElsewhere } from '../journeys/clients.ts'
import { askForEarlyStart, listFreeHours, pickHour, showWeek } from '../journeys/hours.ts'
import { moveClockTo } from '../journeys/whole-life.ts'
import { look, putBoth, resize, screensOf, section, showTop, showWhole, widths, writeSheets } from './screen-sheets.ts'

const zone = 'Europe/Madrid'

const countScreens = (sheet: Parameters<typeof screensOf>[0]) => widths.map((width) => screensOf(sheet, width).length)

const pressedHour = (page: Page) => page.getByRole('group', { name: 'Hora' }).getByRole('button', { pressed: true })

async function openHours(page: Page, weeksAhead: number) {
  await resize(page, 1280)
  await page.goto('/primera-consulta')
  await page.getByRole('link', { name: 'Ver horas libres' }).click()
  return showWeek(page, weeksAhead)
}

const atHours = async (page: Page): Promise<void> => showTop(page.getByRole('heading', { name: 'Elige tu hora' }))

async function lookAtHours(): Promise<void> {
  const on = ['booking-visitor'] as const
  const page = await openVisitorPage({ zone })
  await openHours(page, 0)
  await putBoth(page, { title: 'Free hours', wait: atHours, on })
  await (await openHours(page, 1)).first().click()
  await page.getByRole('timer').waitFor()
  await putBoth(page, { title: 'Hour held', wait: async () => showWhole(pressedHour(page)), on })

  const late = await openVisitorPage({ zone })
  const wanted = (await openHours(late, 3)).nth(2)
  const startsAt = (await wanted.getAttribute('data-slot')) ?? ''
  const hold = { product: 'primera-consulta', ticket: randomBytes(32).toString('base64url'), startsAt } as const
  await callEndpointOverHttp(apiContract.purchases.holdSlot, { body: hold })
  await wanted.click()
  const taken = async () => {
    await late.getByRole('heading', { name: 'Esa hora acaba de ocuparse' }).waitFor()
    await atHours(late)
  }
  await putBoth(late, { title: 'Hour taken', wait: taken, on })

  const abroad = await openVisitorPage({ zone: 'America/Bogota' })
  await (await openHours(abroad, 4)).first().click()
  await abroad.getByRole('timer').waitFor()
  await putBoth(abroad, { title: 'Another time zone', wait: async () => showWhole(pressedHour(abroad)), on })

  await closeWeek(5)
  const closed = await openVisitorPage({ zone })
  await openHours(closed, 4)
  await closed.getByRole('button', { name: 'Semana siguiente' }).click()
  await closed.getByRole('button', { name: /^Elegir el / }).waitFor()
  await putBoth(closed, { title: 'Week without an hour', wait: atHours, on })
}

async function lookAtPurchase(): Promise<void> {
  const on = ['booking-visitor'] as const
  const page = await openVisitorPage({ zone })
  const form = () => page.getByRole('button', { name: 'Elegir día y hora' }).waitFor()
  await look(page, { title: '/comprar without an hour', path: '/comprar', wait: form, on })
  const person = createJourneyPerson()
  await resize(page, 390)
  const startsAt = await pickHour(page, 1)
  await putBoth(page, { title: '/comprar, hour chosen', wait: async () => showWhole(pressedHour(page)), on })
  await fillPurchaseForm(page, person)
  await askForEarlyStart(page, startsAt)
  const chosen = async () => showTop(page.locator('h1'))
  await putBoth(page, { title: '/comprar with an hour', wait: chosen, on })
  await goToCheckout(page)
  await page.getByRole('button', { name: /^Pagar 80,00/ }).click()
  const confirmed = () => page.getByText('Tu cita está confirmada.').waitFor()
  await confirmed()
  await putBoth(page, { title: 'Paid, with an hour', wait: confirmed, on })

  const later = await openVisitorPage({ zone })
  await buyWithNewAccount(later, createJourneyPerson())
  const paid = () => later.getByText('¡Pago procesado exitosamente!').first().waitFor()
  await putBoth(later, { title: 'Paid, without an hour', wait: paid, on })

  const stranger = await openVisitorPage({ zone })
  await buyWithoutAccount(stranger, createJourneyPerson())
  const thanks = () => stranger.locator('h1').waitFor()
  await putBoth(stranger, { title: 'Paid without an account', wait: thanks, on })
}

test('every screen of a visitor who chooses an hour and pays opens', async () => {
  await lookAtHours()
  await lookAtPurchase()

  expect(countScreens('booking-visitor')).toEqual([11, 11])
  await writeSheets(['booking-visitor'])
}, 240_000)

async function lookAtProposals(): Promise<void> {
  const on = ['booking-client'] as const
  const { page, person } = await signInConsentingBuyer({ zone })
  const { html } = await waitForMail(person.email, /pago/)
  const [, link = ''] = /href="([^"]+elegir-hora[^"]+)"/.exec(html) ?? []
  await page.goto(link.replaceAll('&amp;', '&'))
  const confirm = page.getByRole('button', { name: 'Confirmar esta hora' })
  await confirm.click()
  await putBoth(page, { title: 'Confirm the hour', wait: () => confirm.waitFor(), on })
  await page.getByRole('button', { name: 'Ver otras horas' }).click()
  const refuse = page.getByRole('button', { name: 'Ninguna me viene bien' })
  await putBoth(page, { title: 'Hours proposed', wait: () => refuse.waitFor(), on })
  await refuse.click()
  const others = () => page.getByText('Estas son otras horas, en otros días.').waitFor()
  await others()
  await putBoth(page, { title: 'None fits', wait: others, on })
  await refuse.click()
  const told = () => page.getByRole('heading', { name: 'Te escribimos nosotros' }).waitFor()
  await told()
  await putBoth(page, { title: 'None fits, told to the practice', wait: told, on })
  await page.getByRole('button', { name: 'Ver otra vez las horas' }).click()
  const hour = page.getByRole('list', { name: 'Horas propuestas' }).getByRole('button').last()
  const startsAt = (await hour.locator('time').getAttribute('datetime')) ?? ''
  await hour.click()
  await askForEarlyStart(page, startsAt)
  await confirm.click()
  const chosen = () => page.getByRole('heading', { name: 'Tu cita está confirmada' }).waitFor()
  await chosen()
  await putBoth(page, { title: 'Hour chosen', wait: chosen, on })
}

async function lookAtCall(): Promise<void> {
  const on = ['booking-client'] as const
  const { person, startsAt } = await aBuyerWithAnHour({ weeksAhead: 3, zone })
  await moveClockTo(startsAt, -23.5 * 60)
  const { html } = await waitForMail(person.email, /^Recordatorio de tu cita/)
  const [, attendance = ''] = /href="([^"]+confirmar-cita[^"]+)"/.exec(html) ?? []
  const [, call = ''] = /href="([^"]+unirse[^"]+)"/.exec(html) ?? []
  const first = await signInElsewhere(person, { zone })
  const question = () => first.getByRole('heading', { name: '¿Vendrás a tu cita?' }).waitFor()
  await first.goto(attendance.replaceAll('&amp;', '&'))
  await question()
  await putBoth(first, { title: 'Will you come?', wait: question, on })
  const path = new URL(call).pathname
  for (const [minutes, title, heading] of [
    [-23 * 60, 'Call, before', 'Todavía no es la hora'],
    [-10, 'Call, in its time', 'Tu videollamada'],
    [3 * 60, 'Call, afterwards', 'Esta consulta ya ha terminado'],
  ] as const) {
    await moveClockTo(startsAt, minutes)
    const page = await signInElsewhere(person, { zone })
    await look(page, { title, path, wait: () => page.getByRole('heading', { name: heading }).waitFor(), on })
  }
}

async function lookAtOwnConsultations(page: Page, startsAt: string): Promise<void> {
  const on = ['booking-client'] as const
  const next = () => page.getByRole('region', { name: /^Tu próxima consulta/ }).waitFor()
  await look(page, { title: 'Next consultation', path: '/client', wait: next, on })
  const path = '/client?tab=consultations'
  const list = async () => {
    await hourOf(page, startsAt).waitFor()
    await showTop(page.getByRole('heading', { name: 'Próximas consultas' }))
  }
  await look(page, { title: 'Consultations', path, wait: list, on })
  const cancelling = async () => {
    await coming(page).getByRole('button', { name: 'Eliminar' }).click()
    await page.getByRole('button', { name: /^Cancelar y recuperar 80,00/ }).waitFor()
  }
  await look(page, { title: 'Cancel', path, wait: cancelling, on })
  const moving = async () => {
    await coming(page).getByRole('button', { name: 'Cambiar' }).click()
    await page
      .getByRole('dialog')
      .getByRole('group', { name: /^Horas libres/ })
      .waitFor()
  }
  await look(page, { title: 'Move', path, wait: moving, on })
  const asking = async () => {
    await page.getByRole('button', { name: 'Pedir consulta' }).click()
    await page.getByRole('dialog').getByLabel('Fecha').waitFor()
  }
  await look(page, { title: 'Ask for another', path, wait: asking, on })
}

async function lookAtFreedHour(): Promise<void> {
  const on = ['booking-client'] as const
  // Offers are sent by day: the next noon in Madrid, in winter.
  await moveClockTo(`${addDays(toPracticeDay(await readProductClock()), 1)}T11:00:00.000Z`)
  const early = await aBuyerWithAnHour({ weeksAhead: 3, zone })
  const late = await aBuyerWithAnHour({ weeksAhead: 4, zone })
  await lookAtOwnConsultations(late.page, late.startsAt)
  await late.page.goto('/client?tab=consultations')
  await late.page.getByRole('switch', { name: /^Avísame si queda libre un hueco antes/ }).click()
  await coming(early.page).getByRole('button', { name: 'Eliminar' }).click()
  await early.page.getByRole('button', { name: /^Cancelar y recuperar 80,00/ }).click()
  await early.page.getByText('Consulta cancelada').waitFor()
  const refunded = async () => showWhole(early.page.getByText('Devuelto').first())
  await look(early.page, { title: 'Paid back', path: '/client?tab=invoices', wait: refunded, on })
  const mail = await waitForMail(late.person.email, /^Ha quedado libre un hueco antes/)
  const offer = late.page.getByRole('region', { name: 'Ha quedado libre un hueco antes' })
  const freed = async () => showTop(offer)
  await look(late.page, { title: 'Freed hour', path: '/client?tab=consultations', wait: freed, on })
  await late.page.goto(getMailLink(mail))
  const mailed = () => late.page.getByRole('heading', { name: 'Ha quedado libre un hueco antes' }).waitFor()
  await mailed()
  await putBoth(late.page, { title: 'Freed hour, from the mail', wait: mailed, on })
}

test('every screen of a client who has paid opens, from the hours proposed to the call', async () => {
  await lookAtProposals()
  await lookAtFreedHour()
  await lookAtCall()

  expect(countScreens('booking-client')).toEqual([17, 17])
  await writeSheets(['booking-client'])
}, 300_000)

async function lookAtAgenda(page: Page, day: string): Promise<void> {
  const on = ['booking-practice'] as const
  const at = `/admin/agenda?day=${day}`
  const loaded = () => page.getByRole('region', { name: 'Pendiente de agendar' }).waitFor()
  await look(page, { title: 'Agenda, week', path: at, wait: loaded, on })
  const view = (name: string, consultation: RegExp) => async () => {
    await page.getByRole('group', { name: 'Vista' }).getByRole('button', { name }).click()
    await page.getByRole('button', { name: consultation }).filter({ visible: true }).first().waitFor()
  }
  await look(page, { title: 'Agenda, day', path: at, wait: view('Día', /^Marta Ruiz/), on })
  await look(page, { title: 'Agenda, month', path: at, wait: view('Mes', /^Acciones de la consulta/), on })
  const waiting = async () => {
    await loaded()
    await showTop(page.locator('#to-schedule-title'))
  }
  await look(page, { title: 'To be scheduled', path: at, wait: waiting, on })
  await resize(page, 1280)
  await page.goto(at)
  await page
    .getByRole('button', { name: /^Elegir horas/ })
    .first()
    .click()
  const proposing = () => page.getByRole('dialog', { name: /^Elegir horas para/ }).waitFor()
  await putBoth(page, { title: 'Propose hours', wait: proposing, on })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Programar consulta' }).click()
  const booking = () => page.getByRole('dialog', { name: 'Programar Nueva Consulta' }).waitFor()
  await putBoth(page, { title: 'New consultation', wait: booking, on })
  await page.keyboard.press('Escape')
  await resize(page, 1280)
  await page
    .getByRole('group', { name: 'Semana por horas' })
    .getByRole('button', { name: /^Marta Ruiz/ })
    .first()
    .click()
  const opened = () => page.getByRole('dialog', { name: 'Consulta', exact: true }).waitFor()
  await putBoth(page, { title: 'Consultation', wait: opened, on })
  await page.getByRole('dialog').getByRole('button', { name: 'Editar' }).click()
  const editing = () => page.getByRole('dialog', { name: 'Editar Consulta' }).waitFor()
  await putBoth(page, { title: 'Edit', wait: editing, on })
}

async function lookAtRefund(page: Page, email: string): Promise<void> {
  await page.goto(`/admin?buscar=${encodeURIComponent(email)}`)
  const list = page.getByRole('region', { name: 'Lista de Clientes' })
  const record = await list.getByRole('link', { name: /^Marta Ruiz/ }).getAttribute('href')
  await page.goto(`${record}?tab=invoices`)
  await page
    .getByRole('button', { name: /^Devolver el pago/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^Devolver el pago/ })
  await dialog.getByRole('radio', { name: /parte/ }).check()
  await dialog.getByLabel('Importe en euros').fill('20')
  await putBoth(page, { title: 'Refund', wait: () => dialog.waitFor(), on: ['booking-practice'] })
}

test('every screen of the practice’s agenda opens, with who waits for an hour', async () => {
  const on = ['booking-practice'] as const
  const { person, startsAt } = await aBuyerWithAnHour({ weeksAhead: 3, zone })
  await payWithNewAccount(createJourneyPerson(), (await listFreeHours(3)).at(-1))
  await payWithNewAccount(createJourneyPerson())
  await signInConsentingBuyer({ zone })
  const page = await openAdministratorPage('/admin/agenda')
  await lookAtAgenda(page, toPracticeDay(startsAt))
  await lookAtRefund(page, person.email)
  const news = () => page.getByRole('heading', { name: 'Novedades' }).waitFor()
  await look(page, { title: 'News', path: '/admin/novedades', wait: news, on })
  for (const [title, id] of [
    ['Opening hours', '#hours-week'],
    ['How many fit a day', '#hours-lengths'],
    ['Own calendar', '#agenda-feed'],
  ] as const) {
    const wait = async () => {
      await page.locator(id).waitFor()
      // Content loading above shifts the card.
      await waitUntilLoaded(page)
      await section(id)(page)
    }
    await look(page, { title, path: '/admin/horario', wait, on })
  }

  expect(countScreens('booking-practice')).toEqual([13, 13])
  await writeSheets(['booking-practice'])
}, 240_000)
