import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sendConsoleCommand } from '../support/local-console.ts'
import { openAdministratorPage } from '../journeys/admin.ts'
import { findDemoCustomerId, openDemoPage } from '../journeys/demo-clients.ts'
import { tellWeek, toFriday } from '../journeys/weekly-check-in.ts'
import { look, putBoth, screensOf, showTop, widths, writeSheets } from './screen-sheets.ts'

const lucia = 'cliente@habitat.example'
const on = ['check-in'] as const

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function sendTooLittle(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Contarlo' }).click()
  for (const [item, step] of [
    ['Hinchazón', 'Bastante'],
    ['Sueño', 'Regular'],
  ] as const)
    await page.getByRole('radiogroup', { name: item }).getByRole('radio', { name: step, exact: true }).check()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Elige una opción').first().waitFor()
}

test('every screen of the weekly check-in opens, for the client and for the practice', async () => {
  await toFriday()
  const client = await openDemoPage(lucia, '/client', { zone: 'Europe/Madrid' })
  const asked = async () => showTop(heading(client, '¿Cómo va tu semana?'))
  await look(client, { title: '«Hoy», the week asked for', path: '/client', wait: asked, on })
  await sendTooLittle(client)
  await putBoth(client, { title: 'Form, sent with two of four', wait: asked, on })
  await tellWeek(client, 3, 'Tres días de viaje y he cenado tarde.')
  await client.getByRole('button', { name: 'Guardar', exact: true }).click()
  const saved = async () => showTop(heading(client, 'Gracias, guardado'))
  await putBoth(client, { title: 'Saved', wait: saved, on })
  await sendConsoleCommand('clock', { advance: 'PT2M' })

  const record = `/client/${findDemoCustomerId(lucia)}`
  const practice = await openAdministratorPage()
  const weeks = async () => {
    await practice.getByText('Tres días de viaje y he cenado tarde.').waitFor()
    await showTop(heading(practice, 'Cómo le va cada semana'))
  }
  await look(practice, { title: 'Weeks in the record', path: `${record}?tab=supplements`, wait: weeks, on })
  const beside = async () => {
    await practice.getByText('Tres días de viaje y he cenado tarde.').waitFor()
    await showTop(heading(practice, 'Semana a semana'))
  }
  await look(practice, { title: 'Weeks beside the notes', path: `${record}/notas/con_demo-primera`, wait: beside, on })

  expect(widths.map((width) => screensOf('check-in', width).length)).toEqual([5, 5])
  await writeSheets(on)
}, 180_000)
