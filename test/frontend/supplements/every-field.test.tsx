import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { courseFields } from '#contract/client-supplement'
import { enteredOf, keysOf, textsOf } from '#contract/record'
import { server } from '../../support/fake-api.ts'
import { atTheRecord, ofRecord, openRecord } from '../../support/record-app.ts'
import { samplesOfEach } from '../../support/schema-samples.ts'
import { aSupplement } from '../../support/supplement-samples.ts'

const fields = textsOf(courseFields)
const texts = samplesOfEach(enteredOf(fields), 'Muestra') as Record<keyof typeof fields, string>
const filledIn = { ...aSupplement, ...texts }
const editing = `PUT ${ofRecord}/supplements/csu_aaaaaaaa` as const

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  atTheRecord()
})

test('every text of a prescription is in the form under its name, and saved with it', async () => {
  server.answer(`GET ${ofRecord}/supplements`, { items: [filledIn], next: null })
  server.answer(editing, { ...filledIn, version: 5 })
  const person = openRecord('supplements')
  await person.click(await screen.findByRole('button', { name: 'Editar Magnesio' }))
  const dialog = within(screen.getByRole('dialog'))

  for (const field of keysOf(fields)) {
    const typed = dialog.getByLabelText<HTMLInputElement>(new RegExp(`^${fields[field].label}`))
    expect(typed.value).toBe(texts[field])
    await person.type(typed, ' y más')
  }
  await person.click(dialog.getByRole('button', { name: /Guardar/ }))

  const saved = Object.entries(texts).map(([field, text]) => [field, `${text} y más`])
  expect(server.asked(editing)[0]?.body).toMatchObject(Object.fromEntries(saved))
})
