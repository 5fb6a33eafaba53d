import { expect, test } from 'vitest'
import { supplements } from '#contract/supplements-domain'
import { listAuditedActions } from '../../support/practice.ts'
import { createZincCourse, zincPrescription } from './zinc-course.ts'

const { amount: _amount, times: _times, frequency: _frequency, ...unscheduled } = zincPrescription
const doses = [
  { time: 'Con desayuno', amount: 1 },
  { time: 'Con comida', amount: 2 },
  { time: 'Con cena', amount: 3 },
]

async function aLostAnswer(path: 'add' | 'addByMoment' = 'add') {
  const { ask, as, customerId, mine, practice } = await createZincCourse()
  const requestId = '55555555-5555-4555-8555-555555555555'
  const sendAdd = (changes: object = {}) =>
    ask(supplements.add, {
      as: as(),
      params: { customerId },
      body: { ...zincPrescription, name: 'Magnesio', requestId, ...changes },
    })
  const sendByMoment = (changes: object = {}) =>
    ask(supplements.addByMoment, {
      as: as(),
      params: { customerId },
      body: { ...unscheduled, name: 'Magnesio', doses, requestId, ...changes },
    })
  await (path === 'add' ? sendAdd() : sendByMoment())
  const prescribed = async () => (await mine()).filter(({ name }) => name !== 'Zinc')
  return { sendAdd, sendByMoment, prescribed, before: await prescribed(), practice, ask, as, customerId }
}

test('a prescription that is corrected because its answer was lost is refused, so that the client does not read two doses', async () => {
  const { sendAdd, prescribed, before } = await aLostAnswer()

  const corrected = await sendAdd({ amount: 20 })
  const renamed = await sendAdd({ name: 'Omega 3' })

  expect([corrected.body.code, renamed.body.code]).toEqual(['changed-meanwhile', 'changed-meanwhile'])
  expect(await prescribed()).toEqual(before)
})

test('a prescription that is sent by moment, or with a moment less, because its answer was lost is refused', async () => {
  const single = await aLostAnswer()
  const three = await aLostAnswer('addByMoment')

  expect((await single.sendByMoment()).body.code).toBe('changed-meanwhile')
  expect((await three.sendAdd()).body.code).toBe('changed-meanwhile')
  expect((await three.sendByMoment({ doses: doses.slice(0, 2) })).body.code).toBe('changed-meanwhile')
  expect(await single.prescribed()).toEqual(single.before)
  expect(await three.prescribed()).toEqual(three.before)
})

test('the same supplement is prescribed twice where that is asked for twice', async () => {
  const { sendAdd, prescribed, practice } = await aLostAnswer()

  const { status } = await sendAdd({ requestId: '66666666-6666-4666-8666-666666666666' })

  expect(status).toBe(201)
  expect(await prescribed()).toHaveLength(2)
  expect(await listAuditedActions(practice)).toEqual(['SUPPLEMENT_ADDED', 'SUPPLEMENT_ADDED'])
})

test('a template that is written otherwise before it is sent again is another one', async () => {
  const { ask, as } = await createZincCourse()
  const { startDate: _, ...template } = zincPrescription
  const requestId = '55555555-5555-4555-8555-555555555555'
  const save = (changes: object) =>
    ask(supplements.saveTemplate, { as: as(), body: { ...template, requestId, ...changes } })
  await save({})

  await save({ amount: 20 })

  const { body } = await ask(supplements.templates, { as: as() })
  expect(body.items.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([15, 20])
})
