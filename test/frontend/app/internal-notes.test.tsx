import { readdirSync, readFileSync } from 'node:fs'
import { screen, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import {
  customerApiPath,
  openCustomerRecord,
  openSessionNotes,
  sampleConsultation,
  sampleCustomer,
  stubCustomerRecord,
  stubSessionNotes,
} from '../../support/record-app.ts'
import { stubAdminAgenda } from '../../support/admin-app.ts'

const readers = 'El cliente no las ve en su panel; sí en la copia de sus datos, si la pide.'

beforeEach(() => vi.setSystemTime('2026-11-21T09:00:00.000Z'))

const notesWithReaders = async (name: string) => {
  const dialog = within(await screen.findByRole('dialog'))
  return dialog.findByRole('textbox', { name, description: readers })
}

test('whoever writes the notes of a session reads there that the client’s copy of their data holds them', async () => {
  stubSessionNotes()
  openSessionNotes()

  const sheet = within(await screen.findByRole('region', { name: 'Notas de la consulta' }))

  expect(await sheet.findByText(`Notas internas. ${readers}`)).toBeDefined()
})

test('the notes of a new booking say who reads them', async () => {
  stubAdminAgenda()
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Programar consulta' }))

  expect(await notesWithReaders('Notas internas')).toBeDefined()
})

test('the notes of a booking that is changed say who reads them', async () => {
  stubCustomerRecord()
  const coming = { ...sampleConsultation, startsAt: '2026-12-01T09:00:00.000Z' }
  fakeApi.answer(`GET ${customerApiPath}/consultations`, { items: [coming], next: null })
  const person = openCustomerRecord('consultations')
  const list = within(await screen.findByRole('region', { name: 'Consultas' }))
  await person.click(await list.findByRole('button', { name: 'Editar' }))

  expect(await notesWithReaders('Notas internas')).toBeDefined()
})

test('the notes of a client’s record say who reads them', async () => {
  stubCustomerRecord()
  fakeApi.answer(`GET ${customerApiPath}`, sampleCustomer)
  const person = openCustomerRecord()
  await person.click(await screen.findByRole('button', { name: 'Editar' }))

  expect(await notesWithReaders('Notas')).toBeDefined()
})

test('no sentence of the practice says that the client does not see something that their copy holds', () => {
  const src = `${import.meta.dirname}/../../../frontend/src`
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))

  const promises = sources.flatMap((path) =>
    [
      ...readFileSync(`${src}/${path}`, 'utf8').matchAll(
        /cliente (?:todavía )?no (?:l[aeo]s? )?(?:ve|ha visto|lee)\b.{0,12}/g,
      ),
    ].map(([sentence]) => sentence),
  )

  expect(promises).not.toEqual([])
  expect(promises.filter((sentence) => !/ en su panel/.test(sentence))).toEqual([])
})
