import { screen, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { type ClientSupplement, clientSupplementFields } from '#contract/client-supplement'
import { dosingFields } from '#contract/dosing'
import { getFieldInputSchemas, getObjectKeys, pickTextFields } from '#contract/record-fields'
import {
  emptyProtocolDraft,
  type GridRow,
  toGridRows,
  toPublishBody,
} from '../../../frontend/src/features/supplements/protocol-lines.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { openProtocolPage, protocolCell, stubSupplementsInForce } from '../../support/protocol-app.ts'
import { stubCustomerRecord, customerApiPath, openCustomerRecord } from '../../support/record-app.ts'
import { createFieldSamples } from '../../support/schema-samples.ts'
import { sampleClientSupplement } from '../../support/supplement-samples.ts'

const fields = pickTextFields(clientSupplementFields)
const texts = createFieldSamples(getFieldInputSchemas(fields), 'Muestra') as Record<keyof typeof fields, string>
const filledIn = { ...sampleClientSupplement, ...texts }
const publishing = `POST ${customerApiPath}/supplements/publish` as const
const editing = `PUT ${customerApiPath}/supplements/csu_aaaaaaaa` as const

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubCustomerRecord()
})

test('every text of a prescription is in the form under its name, and saved with it', async () => {
  fakeApi.answer(`GET ${customerApiPath}/supplements`, { items: [filledIn], next: null })
  fakeApi.answer(editing, { ...filledIn, version: 5 })
  const person = openCustomerRecord('supplements')
  await person.click(await screen.findByRole('button', { name: 'Editar Magnesio' }))
  const dialog = within(screen.getByRole('dialog'))

  for (const field of getObjectKeys(fields)) {
    const typed = dialog.getByLabelText<HTMLInputElement>(new RegExp(`^${fields[field].label}`))
    expect(typed.value).toBe(texts[field])
    await person.type(typed, ' y más')
  }
  await person.click(dialog.getByRole('button', { name: /Guardar/ }))

  const saved = Object.entries(texts).map(([field, text]) => [field, `${text} y más`])
  expect(fakeApi.asked(editing)[0]?.body).toMatchObject(Object.fromEntries(saved))
})

const today = '2026-11-21'
const inForce: ClientSupplement = { ...filledIn, endDate: '2026-12-20', packDoses: 30 }

/** What is published when the amount of each line is changed, and nothing else. */
function publishOtherAmounts(rows: readonly GridRow[], supplements: readonly ClientSupplement[]) {
  const changed = rows.map((row) => ({
    ...row,
    line: { ...row.line, amounts: { ...row.line.amounts, Noche: '999' } },
    change: 'changed' as const,
  }))
  return toPublishBody({ rows: changed, supplements, today, requestId: crypto.randomUUID() }).change
}

const { amount: _amount, times: _times, frequency: _frequency, ...ofWholeLine } = clientSupplementFields
const pickOfWholeLine = (of: ClientSupplement) =>
  Object.fromEntries(getObjectKeys(ofWholeLine).map((field) => [field, of[field]]))

test('every field of a prescription is published as it was when an amount of its line changes', () => {
  const supplements = [inForce]

  const changed = publishOtherAmounts(toGridRows(supplements, emptyProtocolDraft, today), supplements)

  expect(changed).toMatchObject([{ ...pickOfWholeLine(inForce), doses: [{ time: 'Noche', amount: 999 }] }])
})

test('every text of a prescription is published as it was from a draft that is older than the field', () => {
  const supplements = [inForce]
  const [row] = toGridRows(supplements, emptyProtocolDraft, today)
  if (!row) throw new Error('no row')
  const older = Object.fromEntries(Object.entries(row.line).filter(([field]) => !(field in fields)))

  const draft = { lines: { [row.line.key]: older as unknown as GridRow['line'] }, ended: [] }
  const changed = publishOtherAmounts(toGridRows(supplements, draft, today), supplements)

  expect(changed).toMatchObject([texts])
})

const twoMoments: readonly ClientSupplement[] = [
  { ...inForce, groupId: 'csg_aaaaaaaa' },
  { ...inForce, groupId: 'csg_aaaaaaaa', clientSupplementId: 'csu_bbbbbbbb', times: ['Mañana'], amount: 100 },
]

test('two moments of a supplement are one line of the grid while every other field is the same', () => {
  expect(toGridRows(twoMoments, emptyProtocolDraft, today)).toHaveLength(1)
})

test.each([...getObjectKeys(fields), 'packDoses'] as const)(
  'two moments of a supplement that differ in %s are two lines, which both keep theirs',
  (field) => {
    const [one, other] = twoMoments as [ClientSupplement, ClientSupplement]
    const supplements = [one, { ...other, [field]: null }]

    const changed = publishOtherAmounts(toGridRows(supplements, emptyProtocolDraft, today), supplements)

    expect(changed.map((line) => line[field])).toEqual([null, one[field]])
  },
)

test('every text of a prescription is in the details of its line under its name, and published with it', async () => {
  stubSupplementsInForce(filledIn)
  fakeApi.answer(publishing, { items: [] })
  const person = await openProtocolPage()
  await person.click(screen.getByRole('button', { name: 'Más de Magnesio' }))
  const details = within(screen.getByRole('group', { name: 'Más de Magnesio' }))

  for (const field of getObjectKeys(fields)) {
    const typed = details.getByLabelText<HTMLInputElement>(new RegExp(`^${fields[field].label}`))
    expect(typed.value).toBe(texts[field])
    await person.type(typed, ' y más')
  }
  await person.click(screen.getByRole('button', { name: 'Publicar pauta' }))
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publicar' }))

  const changed = Object.entries(texts).map(([field, text]) => [field, `${text} y más`])
  expect(fakeApi.asked(publishing)[0]?.body).toMatchObject({ change: [Object.fromEntries(changed)] })
})

test('every text of a template comes into the grid with it', async () => {
  const ofTemplate = pickTextFields(dosingFields)
  const { amount, unit, frequency, times, foodRelation, pattern } = sampleClientSupplement
  const dosing = { amount, unit, frequency, times, foodRelation, pattern }
  const templateTexts = Object.fromEntries(getObjectKeys(ofTemplate).map((field) => [field, texts[field]]))
  fakeApi.answer('GET /supplements/templates', {
    items: [{ ...dosing, ...templateTexts, templateId: 'tpl_aaaaaaaa', name: 'Calcio' }],
  })
  fakeApi.answer(publishing, { items: [] })
  const person = await openProtocolPage()

  await person.click(screen.getByRole('button', { name: 'Usar una plantilla o una pauta anterior' }))
  await person.click(await screen.findByRole('radio', { name: /Calcio/ }))
  await person.click(screen.getByRole('button', { name: 'Añadir a la tabla' }))
  expect(protocolCell('Calcio, Noche').value).toBe('200')
  await person.click(screen.getByRole('button', { name: 'Publicar pauta' }))
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publicar' }))

  expect(fakeApi.asked(publishing)[0]?.body).toMatchObject({ prescribe: [templateTexts] })
})
