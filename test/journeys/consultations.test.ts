import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, mondayOf, toPracticeDay, weekdayOf } from '#contract/calendar-days'
import { readProductClock } from '../support/local-console.ts'
import { expectAccessibleAtBothSizes } from '../support/visitor.ts'
import type { JourneyPerson } from './buying.ts'
import { signInConsentingBuyer, signInElsewhere } from './clients.ts'

/** Moved to Monday from a day on which the practice is closed. */
async function workdayFromNow(days: number): Promise<string> {
  const day = addDays(toPracticeDay(await readProductClock()), days)
  return [0, 6].includes(weekdayOf(day)) ? addDays(mondayOf(day), 7) : day
}

async function aBuyer(zone = 'Europe/Madrid') {
  const buyer = await signInConsentingBuyer({ zone })
  await buyer.page.goto('/client?tab=consultations')
  // Before the payment is loaded, a request would not be the paid one.
  await buyer.page.getByText(/^Has pagado/).waitFor()
  return buyer
}

async function again({ person, zone }: { readonly person: JourneyPerson; readonly zone: string }) {
  const page = await signInElsewhere(person, { zone })
  await page.goto('/client?tab=consultations')
  await page.getByRole('heading', { name: 'Próximas consultas' }).waitFor()
  return page
}

async function ask(page: Page, day: string, time: string): Promise<void> {
  await page.getByRole('button', { name: 'Pedir consulta' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Fecha').fill(day)
  await dialog.getByLabel('Hora', { exact: true }).fill(time)
  await dialog.getByLabel(/¿Qué te gustaría tratar/).fill('Tengo dudas')
  // For a paid hour within the withdrawal period.
  const earlyStart = dialog.getByRole('checkbox', { name: /^Pido tener la consulta antes/ })
  if (await earlyStart.isVisible()) await earlyStart.check()
  await dialog.getByRole('button', { name: 'Pedir consulta' }).click()
}

const coming = (page: Page) => page.getByRole('region', { name: 'Próximas consultas' }).getByRole('listitem')

const stamp = (startsAt: string) => startsAt.replaceAll(/[-:]|\.\d{3}/g, '')

const paid = 'pendiente de agendar: elige la hora que te venga bien.'

test('CLI-26 CON-04 CON-07 UIX-04 a client asks for the consultation they paid, moves it and gives it up', async () => {
  const { page } = await aBuyer()
  await page.getByText(paid).waitFor()
  const day = await workdayFromNow(10)

  await page.getByRole('button', { name: 'Pedir consulta' }).click()
  await page.getByRole('dialog').getByText('Ya está pagada.').waitFor()
  expect(await page.getByRole('dialog').getByLabel('Tipo').inputValue()).toBe('primera_consulta')
  expect(
    await page
      .getByRole('dialog')
      .getByLabel(/precio/i)
      .count(),
  ).toBe(0)
  await expectAccessibleAtBothSizes(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await ask(page, day, '10:00')
  await page.getByText('Consulta programada').waitFor()
  await coming(page).getByText('Programada').waitFor()
  await page.getByText(paid).waitFor({ state: 'detached' })
  await expectAccessibleAtBothSizes(page)

  await coming(page).getByRole('button', { name: 'Cambiar' }).click()
  await page.getByRole('dialog').getByLabel('Hora', { exact: true }).fill('11:30')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await page.getByText('Consulta actualizada').waitFor()
  await coming(page)
    .getByText(/11:30 h \(30 min\)/)
    .waitFor()

  await coming(page).getByRole('button', { name: 'Eliminar' }).click()
  await page.getByRole('heading', { name: '¿Estás seguro de que quieres eliminar esta consulta?' }).waitFor()
  await expectAccessibleAtBothSizes(page)
  await page.getByRole('button', { name: 'Cancelar y guardar mi pago' }).click()
  await page.getByText('Consulta eliminada').waitFor()
  await page.getByRole('table', { name: 'Consultas anteriores' }).getByText('Cancelada').waitFor()
  await page.getByText(paid).waitFor()
})

test('an hour that somebody else took meanwhile is refused in the form, which keeps what was typed', async () => {
  const { page } = await aBuyer()
  const { page: other } = await aBuyer()
  const day = await workdayFromNow(12)
  await ask(other, day, '12:00')
  await other.getByText('Consulta programada').waitFor()

  await ask(page, day, '12:00')

  const dialog = page.getByRole('dialog')
  await dialog.getByText('Esa hora ya está ocupada. Elige otra.').waitFor()
  expect(await dialog.getByLabel(/¿Qué te gustaría tratar/).inputValue()).toBe('Tengo dudas')
  await expectAccessibleAtBothSizes(page)
  await dialog.getByLabel('Hora', { exact: true }).fill('13:30')
  await dialog.getByRole('button', { name: 'Pedir consulta' }).click()
  await page.getByText('Consulta programada').waitFor()
})

test('who lives by the clocks of Bogotá reads whose hours these are, and asks by those', async () => {
  const { page, person } = await aBuyer('America/Bogota')
  await ask(page, await workdayFromNow(13), '16:30')
  const mine = coming(page).filter({ hasText: '16:30 h (30 min), hora peninsular española' })
  await mine.waitFor()
  const startsAt = (await mine.locator('time').getAttribute('datetime')) ?? ''
  expect(await mine.getByRole('link', { name: /Google Calendar/ }).getAttribute('href')).toContain(stamp(startsAt))

  await page.getByRole('button', { name: 'Pedir consulta' }).click()
  await page.getByRole('dialog').getByText('hora peninsular española').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  // Other visitors of this product take the first hours of a day.
  await ask(page, await workdayFromNow(20), '17:00')

  await coming(page)
    .getByText(/17:00 h/)
    .waitFor()
  const inMadrid = await again({ person, zone: 'Europe/Madrid' })
  await coming(inMadrid)
    .filter({ hasText: /17:00 h \(60 min\)/ })
    .waitFor()
  expect(await coming(inMadrid).getByText('hora peninsular española').count()).toBe(0)
})

test('on a slow network consultations are awaited, and one that is sent twice in haste is asked for once', async () => {
  const { page } = await aBuyer()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  let sent = 0
  await page.route(/\/api\/consultations\/mine$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    await gate
    return route.abort()
  })

  await ask(page, await workdayFromNow(16), '10:00')
  const busy = page.getByRole('dialog').getByRole('button', { name: 'Guardando...' })
  await busy.waitFor()
  expect(await busy.isDisabled()).toBe(true)
  await page.getByRole('dialog').getByLabel('Hora', { exact: true }).press('Enter')
  open()

  await page.getByRole('dialog').getByText('No hay conexión con el servidor').waitFor()
  expect(sent).toBe(1)
})
