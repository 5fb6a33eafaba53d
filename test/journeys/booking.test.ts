import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { PRACTICE_TIME_ZONE } from '#contract/product'
import { addDays, toPracticeDay } from '#contract/calendar-days'
import {
  type ConsoleMail,
  getMailLink,
  listConsoleMails,
  readProductClock,
  sendConsoleCommand,
  waitForMail,
} from '../support/local-console.ts'
import { openBrowserSession } from '../support/browser-session.ts'
import { parseCalendar } from '../support/parse-calendar.ts'
import { expectUsableAtBothSizes, laptopViewport, openVisitorPage, phoneViewport } from '../support/visitor.ts'
import { aBuyerWithAnHour, changeOpeningHours, closeWeek, coming, hourOf } from './booked-hours.ts'
import { createJourneyPerson, fillPurchaseForm, goToCheckout, verifyAddressAndSignIn } from './buying.ts'
import { orderWithNewAccount, payOnStripePage, proveAddress, signInConsentingBuyer } from './clients.ts'
import { askForEarlyStart, listFreeHours, pickHour } from './hours.ts'

async function moveClockTo(instantMs: number): Promise<void> {
  const seconds = Math.ceil((instantMs - Date.parse(await readProductClock())) / 1000)
  if (seconds > 0) await sendConsoleCommand('clock', { advance: `PT${seconds}S` })
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const calendarText = ({ attachments }: ConsoleMail): string =>
  attachments
    .filter(({ filename }) => filename === 'cita.ics')
    .map(({ content }) => Buffer.from(content, 'base64').toString())
    .join('')

const formatTime = (instant: string) =>
  new Date(instant).toLocaleTimeString('es-ES', { timeZone: PRACTICE_TIME_ZONE, hour: 'numeric', minute: '2-digit' })

const listMailsAbout = async (to: string, subject: RegExp) =>
  (await listConsoleMails(to)).filter((mail) => subject.test(mail.subject))

async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pagar 80,00/ }).click()
  await page.waitForURL(/\/payment-success\?session_id=cs_/)
}

async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  const isThere = () => control.evaluate((element) => element === document.activeElement)
  for (let pressed = 0; pressed < 80 && !(await isThere()); pressed += 1) await page.keyboard.press('Tab')
  expect(await isThere()).toBe(true)
}

async function pressByKeyboard(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

test('A-70 on a phone, and as well on a laptop, a visitor picks an hour, pays, is reminded the day before, says that they come, and joins', async () => {
  const roomUrl = 'https://sala.example/consulta'
  await changeOpeningHours(() => ({ roomUrl }))
  const page = await openVisitorPage({ size: phoneViewport })
  await page.route(roomUrl, (route) => route.fulfill({ body: 'La sala' }))
  const person = createJourneyPerson()
  const startsAt = await pickHour(page, 1)
  await expectUsableAtBothSizes(page)
  await fillPurchaseForm(page, person)
  await askForEarlyStart(page, startsAt)
  await goToCheckout(page)
  await pay(page)
  await page.getByText('Tu cita está confirmada.').waitFor()
  await expectUsableAtBothSizes(page)
  expect((await waitForMail(person.email, /pago/)).text).not.toContain('pendiente de agendar')

  await moveClockTo(Date.parse(startsAt) - 23.5 * HOUR)
  const reminder = await waitForMail(person.email, /^Recordatorio de tu cita/)
  const [, attendance = ''] = /href="([^"]+confirmar-cita[^"]+)"/.exec(reminder.html) ?? []
  await page.goto(attendance.replaceAll('&amp;', '&'))
  await page.getByRole('heading', { name: '¿Vendrás a tu cita?' }).waitFor()
  await expectUsableAtBothSizes(page)
  await page.getByRole('button', { name: 'Confirmo que iré' }).click()
  await page.getByRole('heading', { name: 'Te esperamos' }).waitFor()

  await moveClockTo(Date.parse(startsAt) - 10 * MINUTE)
  await waitForMail(person.email, /^Tu cita empieza a las/)
  await verifyAddressAndSignIn(page, person)
  const join = page.getByRole('link', { name: /^Unirse a la videollamada/ }).first()
  await join.waitFor()
  expect(await join.getAttribute('href')).toBe(roomUrl)
  await expectUsableAtBothSizes(page)
  await page.goto(getMailLink(reminder))
  await page.waitForURL(roomUrl)
})

test('A-70 A-71 CON-04 with the keyboard alone a client moves the hour they have paid, which stays confirmed, in their calendar and with its reminders', async () => {
  const { page, person, startsAt } = await aBuyerWithAnHour()
  await expectUsableAtBothSizes(page)

  await pressByKeyboard(page, coming(page).getByRole('button', { name: 'Eliminar' }))
  const dialog = page.getByRole('dialog')
  await pressByKeyboard(page, dialog.getByRole('button', { name: 'Elegir otra hora' }))
  const others = dialog.getByRole('group', { name: /^Horas libres/ }).getByRole('button', { pressed: false })
  await others.first().waitFor()
  await expectUsableAtBothSizes(page)
  await pressByKeyboard(page, others.last())
  await pressByKeyboard(page, dialog.getByRole('button', { name: 'Guardar cambios' }))
  await page.getByText('Consulta actualizada').waitFor()
  await hourOf(page, startsAt).waitFor({ state: 'detached' })
  await coming(page).getByText('Programada').waitFor()
  const moved = (await coming(page).locator('time').first().getAttribute('datetime')) ?? ''

  // Changes by one person within ten minutes are sent in one mail.
  await moveClockTo(Date.parse(await readProductClock()) + 11 * MINUTE)
  const { method, events } = parseCalendar(calendarText(await waitForMail(person.email, /ha cambiado/)))
  expect(method).toBe('REQUEST')
  expect(events).toMatchObject([{ sequence: 1, startsAt: moved, status: 'CONFIRMED' }])
  await moveClockTo(Date.parse(moved) - 23.5 * HOUR)
  const reminder = await waitForMail(person.email, /^Recordatorio de tu cita/)
  expect(reminder.text).toContain(formatTime(moved))
  expect(await listMailsAbout(person.email, /^Recordatorio/)).toHaveLength(1)
})

test('A-70 with the keyboard alone, in Bogotá, a visitor picks an hour that is told by both clocks, and goes to pay it', async () => {
  const page = await openVisitorPage({ size: laptopViewport, zone: 'America/Bogota' })
  await page.goto('/primera-consulta')
  await tabTo(page, page.getByRole('link', { name: 'Ver horas libres' }))
  await page.keyboard.press('Enter')
  const [hours, next] = [
    page.getByRole('group', { name: 'Hora' }),
    page.getByRole('button', { name: 'Semana siguiente' }),
  ]
  await tabTo(page, next)
  // Beyond the 14 days in which an early start has to be requested.
  for (let turned = 0; turned < 4; turned += 1) {
    const week = await page.getByRole('heading', { name: '–' }).innerText()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: week }).waitFor({ state: 'detached' })
    await hours.getByRole('button').first().waitFor()
  }

  await tabTo(page, hours.locator('[tabindex="0"]'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('timer').waitFor()
  const hour = hours.getByRole('button', { pressed: true })
  expect(await hour.textContent()).toMatch(/^\d+:\d\d, .*, hora de Madrid; ?\d+:\d\d, hora de Colombia/)
  await page
    .getByText(/^Hora de Madrid\. Para ti, /)
    .first()
    .waitFor()
  await expectUsableAtBothSizes(page)

  await tabTo(page, page.getByRole('button', { name: 'RESERVAR CITA' }).first())
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/_local\/stripe\/pay\//)
})

test('A-70 with the keyboard alone, on a phone, a visitor turns to a week without an hour and takes the next one that is free', async () => {
  const monday = await closeWeek(6)
  const page = await openVisitorPage({ size: phoneViewport })
  await page.goto('/primera-consulta')
  await page.getByRole('link', { name: 'Ver horas libres' }).press('Enter')
  const hours = page.getByRole('group', { name: 'Hora' })
  await hours.locator('[tabindex="0"]').focus()
  const next = page.getByRole('button', { name: /^Elegir el / })
  for (let turned = 0; turned < 7 && !(await next.isVisible()); turned += 1) {
    const week = await page.getByRole('heading', { name: '–' }).innerText()
    await page.keyboard.press('PageDown')
    await page.getByRole('heading', { name: week }).waitFor({ state: 'detached' })
    await hours.locator('button:focus').or(next).first().waitFor()
  }

  await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.getByText(/puedes pedir que te avisemos si queda libre un hueco antes/).waitFor()
  await expectUsableAtBothSizes(page)
  await page.keyboard.press('Enter')
  await page.getByRole('timer').waitFor()
  const held = await hours.getByRole('button', { pressed: true }).getAttribute('data-slot')
  expect((held ?? '') >= addDays(monday, 7)).toBe(true)
  await expectUsableAtBothSizes(page)
})

test('A-70 who paid without an hour gets three by mail, asks for others, and books the one whose link is pressed', async () => {
  const { page, person } = await signInConsentingBuyer({ size: phoneViewport })
  const mail = await waitForMail(person.email, /pago/)
  const links = [...new Set([...mail.html.matchAll(/href="([^"]+elegir-hora[^"]+)"/g)].map(([, link = '']) => link))]

  await page.goto((links[0] ?? '').replaceAll('&amp;', '&'))
  await page.getByRole('button', { name: 'Confirmar esta hora' }).waitFor()
  await expectUsableAtBothSizes(page)
  expect(page.url()).not.toContain('token')
  await page.reload()
  await page.getByRole('button', { name: 'Ver otras horas' }).click()
  await page.getByRole('button', { name: 'Ninguna me viene bien' }).click()
  await page.getByText('Estas son otras horas, en otros días.').waitFor()
  await expectUsableAtBothSizes(page)
  const hour = page.getByRole('list', { name: 'Horas propuestas' }).getByRole('button').first()
  const startsAt = (await hour.locator('time').getAttribute('datetime')) ?? ''
  await hour.click()
  await askForEarlyStart(page, startsAt)
  await page.getByRole('button', { name: 'Confirmar esta hora' }).click()

  await page.getByRole('heading', { name: 'Tu cita está confirmada' }).waitFor()
  await expectUsableAtBothSizes(page)
  await page.goto('/client?tab=consultations')
  await coming(page).first().waitFor()
  expect(await coming(page).count()).toBe(1)
  await page.goBack()
  await page.getByRole('heading', { name: 'Tu cita está confirmada' }).waitFor()
})

test('A-71 whoever cancels in time, with the keyboard alone, reads what the rules give back, and has it back', async () => {
  const { page, person } = await aBuyerWithAnHour({ size: phoneViewport })

  await pressByKeyboard(page, coming(page).getByRole('button', { name: 'Eliminar' }))
  const refund = page.getByRole('button', { name: /^Cancelar y recuperar 80,00/ })
  await refund.waitFor()
  await expectUsableAtBothSizes(page)
  await pressByKeyboard(page, refund)
  await page.getByText('Consulta cancelada').waitFor()
  await page.getByRole('table', { name: 'Consultas anteriores' }).getByText('Cancelada').waitFor()

  expect((await waitForMail(person.email, /se ha cancelado y te hemos devuelto tu pago$/)).text).toContain('80,00')
  await page.goto('/client?tab=invoices')
  await page.getByText('Devuelto').first().waitFor()
  await expectUsableAtBothSizes(page)
})

test('who pays at the last minute and does not come back has the hour, though Stripe says so an hour later', async () => {
  const person = createJourneyPerson()
  const startsAt = (await listFreeHours(3))[0] ?? ''
  const { token, url } = await orderWithNewAccount(person, startsAt)
  await sendConsoleCommand('condition', { name: 'events-late', on: true })
  onTestFinished(async () => void (await sendConsoleCommand('condition', { name: 'events-late', on: false })))

  await moveClockTo(Date.parse(await readProductClock()) + 28 * MINUTE)
  await payOnStripePage(url, person.email)
  await moveClockTo(Date.parse(await readProductClock()) + 65 * MINUTE)
  // The mail queue is late too: the job that sends waiting mails runs every minute.
  const isTold = async () => {
    await moveClockTo(Date.parse(await readProductClock()) + MINUTE)
    return (await listConsoleMails(person.email)).some(({ subject }) => subject.startsWith('Hemos recibido tu pago'))
  }
  await expect.poll(isTold, { timeout: 20_000 }).toBe(true)

  const mail = await waitForMail(person.email, /^Hemos recibido tu pago/)
  expect(calendarText(mail)).toContain(`DTSTART:${startsAt.replaceAll(/[-:]|\.\d{3}/g, '')}`)
  expect(mail.text).not.toContain('pendiente de agendar')
  await proveAddress(person, token)
  const page = await openVisitorPage({ session: await openBrowserSession(person) })
  await page.goto('/client?tab=consultations')
  await hourOf(page, startsAt).waitFor()
})

test('an hour that somebody gives up is offered to who waits for an earlier one, who takes it', async () => {
  // Offers are sent by day: the next noon in Madrid, in winter.
  await moveClockTo(Date.parse(`${addDays(toPracticeDay(await readProductClock()), 1)}T11:00:00.000Z`))
  const early = await aBuyerWithAnHour()
  const late = await aBuyerWithAnHour({ weeksAhead: 4, size: phoneViewport })
  const waits = late.page.getByRole('switch', { name: /^Avísame si queda libre un hueco antes/ })
  await tabTo(late.page, waits)
  await late.page.keyboard.press('Space')
  await expect.poll(() => waits.getAttribute('aria-checked')).toBe('true')

  await pressByKeyboard(early.page, coming(early.page).getByRole('button', { name: 'Eliminar' }))
  await pressByKeyboard(early.page, early.page.getByRole('button', { name: 'Cancelar y guardar mi pago' }))
  await early.page.getByText('Consulta eliminada').waitFor()
  await expectUsableAtBothSizes(early.page)

  await waitForMail(late.person.email, /^Ha quedado libre un hueco antes/)
  await late.page.reload()
  const offer = late.page.getByRole('region', { name: 'Ha quedado libre un hueco antes' })
  expect(await offer.locator('time').getAttribute('datetime')).toBe(early.startsAt)
  await expectUsableAtBothSizes(late.page)
  await late.page.getByRole('button', { name: 'Me la quedo' }).click()
  await late.page.getByText('La hora es tuya').waitFor()
  await hourOf(late.page, early.startsAt).waitFor()
})
