import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessiblePage } from '../support/visitor.ts'
import { createJourneyPerson } from './buying.ts'
import { payWithNewAccount } from './clients.ts'
import { openInvitedAdministratorPage, openAdministratorPage, runAtPhoneSize } from './admin.ts'

/** A day that no other journey books, `YYYY-MM-DD`. */
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function bookingDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Programar consulta' }).click()
  return page.getByRole('dialog', { name: 'Programar Nueva Consulta' })
}

/** Until Lucía's budgets are there, a press is kept and then asks for another one. */
const waitForBudgets = (dialog: Locator) =>
  dialog.getByText(/incluye consultas .*, pero antes tiene que pagar/).waitFor()

async function fillBooking(dialog: Locator, { day, time }: { day: string; time: string }): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Cliente' }).fill('lucia')
  await dialog.getByRole('option', { name: /Lucía Ferrer/ }).click()
  await waitForBudgets(dialog)
  await dialog.getByLabel('Fecha').fill(day)
  await dialog.getByLabel('Hora').fill(time)
}

const save = (dialog: Locator, name: string) => dialog.getByRole('button', { name }).click()

async function openDay(page: Page, day: string): Promise<Locator> {
  await page.goto(`/admin?month=${day.slice(0, 7)}&day=${day}`)
  return page.getByRole('list', { name: /^Consultas del/ })
}

test('ADM-07 ADM-10 ADM-11 ADM-14 ADM-22 CON-08 a consultation is booked, moved and deleted with the keyboard alone', async () => {
  const page = await openAdministratorPage()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.getByRole('grid').waitFor()
  await expectAccessiblePage(page)
  await page.locator('[data-day][tabindex="0"]').focus()
  await press('PageDown', 'PageDown', 'Home', 'Enter')
  await page.waitForURL(/day=/)
  const day = new URL(page.url()).searchParams.get('day') ?? ''
  expect(new Date(`${day}T00:00:00Z`).getUTCDay()).toBe(0)
  await page.locator(`[data-day="${day}"][aria-pressed="true"]`).waitFor()

  await page.getByRole('button', { name: 'Programar consulta' }).focus()
  await press('Enter')
  await page.getByRole('combobox', { name: 'Cliente' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('ferrer')
  await page.getByRole('option', { name: /Lucía Ferrer/ }).waitFor()
  await press('Enter', 'Tab')
  const dialog = page.getByRole('dialog')
  await waitForBudgets(dialog)
  expect(await dialog.getByLabel('Fecha').inputValue()).toBe(day)
  await dialog.getByLabel('Hora').fill('09:15')
  await dialog.getByLabel(/Notas/).focus()
  await page.keyboard.type('Trae la analítica')
  await expectAccessiblePage(page)
  await runAtPhoneSize(page, () => expectAccessiblePage(page))
  await press('Tab', 'Tab', 'Enter')
  await page.getByText('Consulta programada').first().waitFor()

  const entry = page.getByRole('list', { name: /^Consultas del/ }).getByRole('listitem')
  await entry.getByText('Notas: Trae la analítica').waitFor()
  await entry.getByText(/9:15 h/).waitFor()
  const rems = await entry.evaluate(({ parentElement, ownerDocument }) => {
    const list = getComputedStyle(parentElement ?? ownerDocument.body).maxHeight
    return Number.parseFloat(list) / Number.parseFloat(getComputedStyle(ownerDocument.documentElement).fontSize)
  })
  expect(rems).toBe(24)
  await expectAccessiblePage(page)
  await runAtPhoneSize(page, () => expectAccessiblePage(page))

  const choose = async (action: string) => {
    await entry.getByRole('button', { name: /^Acciones de la consulta/ }).focus()
    await press('Enter')
    await page.getByRole('menuitem', { name: action }).focus()
    await press('Enter')
  }
  await choose('Editar')
  await page.getByRole('dialog', { name: 'Editar Consulta' }).getByLabel('Hora').fill('12:30')
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar cambios' }).focus()
  await press('Enter')
  await entry.getByText(/12:30 h/).waitFor()
  await choose('Eliminar')
  await page.getByRole('dialog', { name: '¿Estás seguro de que quieres eliminar esta consulta?' }).waitFor()
  await expectAccessiblePage(page)
  await press('Tab', 'Enter')
  await page.getByText('Consulta eliminada').waitFor()
  await entry.waitFor({ state: 'detached' })
})

const measure = (part: Locator) =>
  part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return { top, bottom, isInSight: top >= 0 && bottom <= window.innerHeight }
  })

test('the buttons of a dialog longer than the screen are in sight, and hide no field that has the focus', async () => {
  const page = await openAdministratorPage()
  await page.getByRole('button', { name: 'Programar consulta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Programar Nueva Consulta' })
  const buttons = dialog.getByRole('button', { name: 'Programar consulta' })
  const look = async () => {
    for (const name of [/^Cliente/, /^Notas/, /^Otra sala/, /^Precio/]) {
      const field = dialog.getByLabel(name).first()
      await field.focus()
      const [{ top }, bar] = [await measure(field), await measure(buttons)]
      expect(bar.isInSight).toBe(true)
      expect(top).toBeGreaterThanOrEqual(0)
      expect(top + 48).toBeLessThanOrEqual(bar.top)
    }
    await expectAccessiblePage(page)
  }
  await look()
  await runAtPhoneSize(page, look)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Programar consulta')
})

test('A-37 two administrators want one hour: the second is told whose it is, and books over it only with a reason', async () => {
  const first = await openAdministratorPage()
  const { page: second } = await openInvitedAdministratorPage()
  const at = { day: dayFromNow(40), time: '17:00' }
  const mine = await bookingDialog(first)
  const theirs = await bookingDialog(second)
  await fillBooking(mine, at)
  await fillBooking(theirs, { ...at, time: '17:30' })

  await save(mine, 'Programar consulta')
  await first.getByText('Consulta programada').waitFor()
  await save(theirs, 'Programar consulta')

  await theirs.getByText('No se pudo crear la consulta').waitFor()
  await theirs.getByText(/^17:00 h, Lucía Ferrer/).waitFor()
  await expectAccessiblePage(second)
  await theirs.getByLabel('Motivo').fill('Es una urgencia')
  await theirs.getByRole('button', { name: 'Reservar de todos modos' }).click()
  await second.getByText('Consulta programada').waitFor()
  const list = await openDay(first, at.day)
  await list.getByRole('listitem').nth(1).waitFor()
  expect(await list.getByRole('listitem').count()).toBe(2)
})

test('two administrators change one consultation: the second is told, sees what the first wrote, and nothing is lost', async () => {
  const first = await openAdministratorPage()
  const { page: second } = await openInvitedAdministratorPage()
  const day = dayFromNow(41)
  const dialog = await bookingDialog(first)
  await fillBooking(dialog, { day, time: '10:00' })
  await save(dialog, 'Programar consulta')
  await first.getByText('Consulta programada').waitFor()
  for (const page of [first, second]) {
    await (await openDay(page, day)).getByRole('button', { name: /^Acciones de la consulta/ }).click()
    await page.getByRole('menuitem', { name: 'Editar' }).click()
  }

  await first.getByRole('dialog').getByLabel(/Notas/).fill('Viene en ayunas')
  await save(first.getByRole('dialog'), 'Guardar cambios')
  await first.getByText('Consulta actualizada').waitFor()
  const form = second.getByRole('dialog')
  await form.getByLabel('Hora').fill('11:45')
  await save(form, 'Guardar cambios')

  await form.getByText('Otra persona ha cambiado esta consulta mientras la editabas.').waitFor()
  await form.getByText('Notas: Viene en ayunas').waitFor()
  expect(await form.getByLabel('Hora').inputValue()).toBe('11:45')
  expect(await form.getByLabel(/Notas/).inputValue()).toBe('Viene en ayunas')
  await expectAccessiblePage(second)
  await save(form, 'Guardar cambios')
  await second.getByText('Consulta actualizada').waitFor()
  const entry = (await openDay(first, day)).getByRole('listitem')
  await entry.getByText(/11:45 h/).waitFor()
  await entry.getByText('Notas: Viene en ayunas').waitFor()
})

test('whoever has just paid waits for a date, gets one, and waits no more', async () => {
  const person = createJourneyPerson()
  await payWithNewAccount(person)
  const page = await openAdministratorPage()
  await page.goto('/admin/agenda')
  const order = page
    .getByRole('region', { name: 'Pendiente de agendar' })
    .getByRole('listitem')
    .filter({ hasText: person.email })

  await order.getByRole('button', { name: /^Agendar/ }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel(/Duración/).inputValue()).toBe('30')
  await dialog.getByLabel('Fecha').fill(dayFromNow(42))
  await dialog.getByLabel('Hora').fill('09:00')
  await save(dialog, 'Programar consulta')

  await page.getByText('Consulta programada', { exact: true }).waitFor()
  await order.waitFor({ state: 'detached' })
})

test('Escape, pressed again and again, hides nothing that was typed', async () => {
  const page = await openAdministratorPage()
  const dialog = await bookingDialog(page)
  await dialog.getByLabel(/Notas/).fill('Trae la analítica')
  const question = page.getByRole('dialog', { name: 'Tienes cambios sin guardar' })
  for (const state of ['visible', 'detached', 'visible', 'detached'] as const) {
    await page.keyboard.press('Escape')
    await question.waitFor({ state })
  }
  expect(await dialog.getByLabel(/Notas/).inputValue()).toBe('Trae la analítica')

  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Descartar cambios' }).click()
  await dialog.waitFor({ state: 'detached' })
})

function aWednesday(): string {
  const day = new Date(`${dayFromNow(50)}T00:00:00Z`)
  return new Date(day.getTime() + ((10 - day.getUTCDay()) % 7) * 86_400_000).toISOString().slice(0, 10)
}

test('a free hour of the week is booked with a press, dragged to another day, put back, moved by keys, and read on a phone', async () => {
  const page = await openAdministratorPage(`/admin/agenda?day=${aWednesday()}`)
  const week = page.getByRole('group', { name: 'Semana por horas' })
  const block = (day: string, time: string) =>
    week.getByRole('button', { name: new RegExp(`^Lucía Ferrer.* ${time} · .*, ${day}, `) })
  await week.getByRole('button', { name: /^miércoles, .* 10:00 h, libre/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Programar Nueva Consulta' })
  // The prefilled values are in the dialog from the start.
  await dialog.waitFor()
  const waiting = dialog.getByLabel('Pendiente de agendar')
  if ((await waiting.count()) > 0) await waiting.selectOption({ label: 'Otro cliente' })
  await dialog.getByRole('combobox', { name: 'Cliente' }).fill('lucia')
  await dialog.getByRole('option', { name: /Lucía Ferrer/ }).click()
  await expectAccessiblePage(page)
  await save(dialog, 'Programar consulta')
  await block('miércoles', '10:00').waitFor()
  await expectAccessiblePage(page)

  const [from, to] = await Promise.all([
    block('miércoles', '10:00').boundingBox(),
    week.getByRole('button', { name: /^jueves, .* 12:00 h, libre/ }).boundingBox(),
  ])
  if (!from || !to) throw new Error('the week is not on the screen')
  await page.mouse.move(from.x + 20, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y + 30)
  await page.mouse.move(to.x + 20, to.y + 5)
  await page.mouse.up()
  await block('jueves', '12:00').waitFor()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await block('miércoles', '10:00').waitFor()

  await block('miércoles', '10:00').focus()
  for (const key of ['m', 'ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await block('jueves', '10:30').waitFor()
  await runAtPhoneSize(page, async () => {
    await page.getByRole('button', { name: /jueves, .* 1 consulta/ }).click()
    const list = page.getByRole('list', { name: /^Agenda del jueves/ })
    await list.getByRole('button', { name: /^Lucía Ferrer/ }).waitFor()
    await list
      .getByRole('button', { name: /libre 1 h 30 min/ })
      .first()
      .waitFor()
    await expectAccessiblePage(page)
  })
})
