import { expect, test } from 'vitest'
import { consent } from '#contract/consent'
import { customers } from '#contract/customers'
import { askingDomain } from '../../support/endpoints.ts'
import { everythingIn } from '../../support/everything.ts'
import { aLife } from '../../support/life.ts'
import { anAdministrador, aPasswordSession } from '../../support/people.ts'
import { auditOf } from '../../support/practice.ts'
import { aPrivacyDesk, everyVersionIn } from '../../support/privacy-desk.ts'

const gone = [
  'questionnaire',
  'questionnaireDraft',
  'questionnaireVersion',
  'questionnaireVisit',
  'clientSupplement',
  'dose',
  'pastCourse',
  'supplementReview',
]

/** Somebody with a life at the practice who withdraws the consent to the use of their health data. */
async function withdrawn() {
  const desk = await aPrivacyDesk()
  await aLife(desk)
  const { customerId } = desk.client
  await desk.practice.data.customers.patch({ customerId }).set({ notes: 'Enfermedad de Crohn' }).go()
  const ask = await askingDomain('consent', desk.practice)
  await ask(consent.withdrawHealth, { as: aPasswordSession(desk.client, desk.practice), body: {} })
  const kinds = async () => new Set((await everythingIn(desk.practice)).map((item) => item['__edb_e__']?.S))
  return { ...desk, kinds }
}

test('what was said of their health is erased, and account, hours and payments stay', async () => {
  const desk = await withdrawn()

  expect(await desk.erase()).toEqual({ erased: 0, healthErased: 1 })

  const kinds = await desk.kinds()
  expect(gone.filter((kind) => kinds.has(kind))).toEqual([])
  expect(['user', 'customer', 'consultation', 'payment', 'healthConsent'].filter((kind) => !kinds.has(kind))).toEqual(
    [],
  )
  expect(kinds.has('healthErasure')).toBe(false)
  const left = JSON.stringify(await everythingIn(desk.practice))
  expect(left).not.toMatch(/Soy Lucía|Notas de Lucía|supplementName|los valores|Enfermedad de Crohn/)
  expect((await everyVersionIn(desk, 'files')).filter((key) => key.includes('/analytics/'))).toEqual([])
  expect((await everyVersionIn(desk, 'files')).some((key) => key.includes('/invoice/'))).toBe(true)
})

test('the audit log still says that something was prescribed, and no longer what', async () => {
  const desk = await withdrawn()
  const prescribed = async () => (await auditOf(desk.practice)).find(({ action }) => action === 'SUPPLEMENT_ADDED')
  const before = await prescribed()

  await desk.erase()

  expect(before?.details).toMatchObject({ new_data: { name: 'Magnesio', amount: 1, unit: 'g' } })
  const details = { clientSupplementId: expect.stringMatching(/^csu_/) }
  expect(await prescribed()).toEqual({ ...before, details })
})

test('what the law keeps lies in the archive before, in a place of its own', async () => {
  const desk = await withdrawn()

  await desk.erase()

  const kept = await everyVersionIn(desk, 'archive')
  expect(kept.filter((key) => /^keep-\d+\/health\/cus_[^/]+\/withdrawn-\d+\/record\.json$/.test(key))).toHaveLength(1)
  expect(kept.some((key) => /\/withdrawn-\d+\/analytics\//.test(key))).toBe(true)
})

test('whoever is erased afterwards leaves nothing in the table, and the proof of their consents in the archive', async () => {
  const desk = await withdrawn()
  await desk.erase()
  await desk.leave()
  desk.practice.clock.advance({ days: 14, minutes: 1 })

  expect(await desk.erase()).toMatchObject({ erased: 1 })

  expect((await desk.kinds()).has('healthConsent')).toBe(false)
  expect((await everyVersionIn(desk, 'archive')).some((key) => /^keep-\d+\/consent\//.test(key))).toBe(true)
})

test('a client whom the practice deletes before the notes are erased comes back without them', async () => {
  const desk = await aPrivacyDesk()
  const { practice, client } = desk
  const params = { customerId: client.customerId }
  await practice.data.customers.patch(params).set({ notes: 'Enfermedad de Crohn' }).go()
  const withdraw = await askingDomain('consent', practice)
  await withdraw(consent.withdrawHealth, { as: aPasswordSession(client, practice), body: {} })
  const ask = await askingDomain('customers', practice)
  const as = aPasswordSession(await anAdministrador(practice), practice)
  await ask(customers.remove, { as, params })

  await desk.erase()
  const restored = await ask(customers.restore, { as, params })

  expect(restored).toMatchObject({ status: 200, body: { notes: null } })
  expect(JSON.stringify(await everythingIn(practice))).not.toContain('Crohn')
})
