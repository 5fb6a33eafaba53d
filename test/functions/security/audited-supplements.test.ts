import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { security } from '#contract/security'
import { supplements } from '#contract/supplements-domain'
import { createLambdaHandler } from '../../../functions/security/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createZincCourse, zincPrescription } from '../supplements/zinc-course.ts'

async function aLoggedCourse() {
  const setup = await createZincCourse()
  await setup.put({ amount: 1, unit: 'capsulas' })
  const edit = (changes: object) => setup.edit({ amount: 1, unit: 'capsulas', ...changes })
  const ask = createEndpointCaller(createLambdaHandler(() => setup.practice))
  const lines = async (action: `SUPPLEMENT_${'ADDED' | 'CHANGED' | 'FINISHED' | 'REMOVED'}`) =>
    (await ask(security.audit, { as: setup.as(), query: { action, customerId: setup.customerId } })).body.items
  const linesOfAll = async (action: `SUPPLEMENT_${'ADDED' | 'CHANGED' | 'REMOVED'}`) =>
    (await ask(security.audit, { as: setup.as(), query: { action } })).body.items
  const values = async () => (await lines('SUPPLEMENT_CHANGED')).map((line) => line.values)
  return { ...setup, edit, lines, linesOfAll, values }
}

test('a dose that is changed stands in the log with the supplement, before and after, and nothing else does', async () => {
  const { edit, values } = await aLoggedCourse()

  await edit({ amount: 2 })

  expect(await values()).toEqual([[{ name: 'Dosis de Zinc', before: '1', after: '2 cápsulas' }]])
})

test('what is kept of a change is what changed and nothing empty beside it', async () => {
  const { edit, practice } = await aLoggedCourse()
  const kept = async () => {
    const { data } = await practice.data.auditEntries.scan.go()
    const { details } = data.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)).at(-1) ?? {}
    return details
  }

  await edit({ amount: 2 })
  const ofDose = await kept()
  practice.clock.advance({ seconds: 1 })
  await edit({ amount: 2, instructions: 'Con agua', version: 2 })
  const ofText = await kept()

  const course = 'csu_zinc-since-the-11th'
  expect(ofDose).toEqual({
    clientSupplementId: course,
    version: 2,
    old_data: { name: 'Zinc', amount: 1, unit: 'capsulas' },
    new_data: { name: 'Zinc', amount: 2, unit: 'capsulas' },
  })
  expect(ofText).toEqual({ clientSupplementId: course, version: 3, fields: ['instructions'] })
})

test('what a client takes is not told among the lines of everybody, whose reading the client does not see', async () => {
  const { edit, linesOfAll, practice, customerId } = await aLoggedCourse()
  const hidden = [{ name: 'Pauta', before: null, after: 'se ve al filtrar por el cliente' }]
  await edit({ amount: 2 })

  expect((await linesOfAll('SUPPLEMENT_CHANGED')).map(({ values }) => values)).toEqual([hidden])
  // Nor of a client whose record is deleted but can be restored.
  await practice.data.customers.delete({ customerId }).go()
  expect((await linesOfAll('SUPPLEMENT_CHANGED')).map(({ values }) => values)).toEqual([hidden])
})

test('a dose in another unit is said with both units', async () => {
  const { edit, values } = await aLoggedCourse()

  await edit({ amount: 2.5, unit: 'g' })

  expect(await values()).toEqual([[{ name: 'Dosis de Zinc', before: '1 cápsula', after: '2,5 g' }]])
})

test('how often, when, from when and until when stand in the log as the practice says them', async () => {
  const { edit, values } = await aLoggedCourse()

  await edit({
    frequency: '2 veces al día',
    times: ['Noche', 'Mañana'],
    startDate: '2026-11-12',
    endDate: '2026-12-01',
  })
  await edit({ frequency: '2 veces al día', times: ['Mañana', 'Noche'], startDate: '2026-11-12', version: 2 })

  expect(await values()).toEqual([
    [{ name: 'Final de Zinc', before: '1/12/26', after: 'ninguno' }],
    [
      { name: 'Frecuencia de Zinc', before: '1 vez al día', after: '2 veces al día' },
      { name: 'Momentos de Zinc', before: 'Noche', after: 'Mañana, Noche' },
      { name: 'Inicio de Zinc', before: '11/11/26', after: '12/11/26' },
      { name: 'Final de Zinc', before: null, after: '1/12/26' },
    ],
  ])
})

test('of what was written freely the log says that it changed, and never what it says', async () => {
  const { edit, values, practice } = await aLoggedCourse()

  await edit({ instructions: 'Por tu colon irritable', duration: 'Hasta la colonoscopia' })

  expect(await values()).toEqual([[{ name: 'Ha cambiado', before: null, after: 'instrucciones, duración' }]])
  const { data: entries } = await practice.data.auditEntries.scan.go()
  expect(JSON.stringify(entries)).not.toMatch(/colon/)
})

test('a prescription that is saved as it was has no value in the log', async () => {
  const { edit, values } = await aLoggedCourse()

  await edit({})

  expect(await values()).toEqual([[]])
})

test('a state stands in the log where it changed', async () => {
  const { edit, values, ask, as, params, lines } = await aLoggedCourse()

  await edit({ status: 'paused' })
  await ask(supplements.finish, { as: as(), params, body: { version: 2 } })

  expect(await values()).toEqual([[{ name: 'Estado', before: 'Activo', after: 'Pausado' }]])
  expect((await lines('SUPPLEMENT_FINISHED')).map((line) => line.values)).toEqual([
    [
      { name: 'Final de Zinc', before: null, after: '21/11/26' },
      { name: 'Estado', before: 'Pausado', after: 'Completado' },
    ],
  ])
})

test('what is prescribed stands in the log with its dose', async () => {
  const { ask, as, customerId, lines } = await aLoggedCourse()

  await ask(supplements.add, {
    as: as(),
    params: { customerId },
    body: { ...zincPrescription, name: 'Magnesio', amount: 200, requestId: randomUUID() },
  })

  expect(await lines('SUPPLEMENT_ADDED')).toMatchObject([
    { values: [{ name: 'Dosis de Magnesio', before: null, after: '200 mg' }] },
  ])
})

test('what is removed stands in the log with its last dose, for whoever looks at that client alone', async () => {
  const { ask, as, params, lines, linesOfAll } = await aLoggedCourse()

  await ask(supplements.remove, { as: as(), params, query: { version: 1 } })

  expect((await lines('SUPPLEMENT_REMOVED')).map(({ values }) => values)).toEqual([
    [{ name: 'Dosis de Zinc', before: '1 cápsula', after: 'ninguna' }],
  ])
  expect((await linesOfAll('SUPPLEMENT_REMOVED')).map(({ values }) => values)).toEqual([
    [{ name: 'Pauta', before: null, after: 'se ve al filtrar por el cliente' }],
  ])
})

test('of a supplement with an amount for each moment the log says of which moment it speaks', async () => {
  const { ask, as, customerId, lines, values } = await aLoggedCourse()
  const doses = [
    { time: 'Con desayuno', amount: 1 },
    { time: 'Con cena', amount: 2 },
  ] as const
  const {
    name: _,
    times: __,
    frequency: ___,
    amount: ____,
    ...omega
  } = { ...zincPrescription, unit: 'capsulas' as const }
  const added = await ask(supplements.addByMoment, {
    as: as(),
    params: { customerId },
    body: { ...omega, name: 'Omega 3', doses: [...doses], requestId: randomUUID() },
  })
  const breakfast = added.body.items.find(({ times }) => times.includes('Con desayuno'))
  if (!breakfast) throw new Error('nothing is taken at breakfast')
  const params = { customerId, clientSupplementId: breakfast.clientSupplementId }
  const { foodRelation, pattern, startDate } = zincPrescription
  const course = { unit: 'capsulas', frequency: '1 vez al día', foodRelation, pattern, startDate } as const

  await ask(supplements.edit, {
    as: as(),
    params,
    body: { ...course, amount: 3, times: ['Mediodía'], status: 'active', version: 1 },
  })
  await ask(supplements.remove, { as: as(), params, query: { version: 2 } })

  expect((await lines('SUPPLEMENT_ADDED')).flatMap((line) => line.values)).toEqual(
    expect.arrayContaining([
      { name: 'Dosis de Omega 3 en el desayuno', before: null, after: '1 cápsula' },
      { name: 'Dosis de Omega 3 en la cena', before: null, after: '2 cápsulas' },
    ]),
  )
  expect(await values()).toEqual([
    [
      { name: 'Dosis de Omega 3 en el desayuno', before: '1', after: '3 cápsulas' },
      { name: 'Momentos de Omega 3 en el desayuno', before: 'Con desayuno', after: 'Mediodía' },
    ],
  ])
  expect((await lines('SUPPLEMENT_REMOVED')).flatMap((line) => line.values)).toEqual([
    { name: 'Dosis de Omega 3 al mediodía', before: '3 cápsulas', after: 'ninguna' },
  ])
})

test('an entry from before values were kept is still read', async () => {
  const { practice, customerId, values } = await aLoggedCourse()
  const details = { clientSupplementId: 'csu_zinc-since-the-11th', version: 2, status: 'active' }
  const entry = { auditId: 'aud_of-old', month: '2026-11', createdAt: '2026-11-20T08:00:00.000Z', userId: 'usr_elena' }
  await practice.data.auditEntries
    .create({ ...entry, action: 'SUPPLEMENT_CHANGED', subjectId: customerId, details })
    .go()

  expect(await values()).toEqual([[{ name: 'Estado', before: null, after: 'Activo' }]])
})
