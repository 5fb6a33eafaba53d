import { expect, test } from 'vitest'
import { toPracticeDay } from '#contract/calendar-days'
import { diagnostics, MAX_INVARIANT_RUNS_SHOWN } from '#contract/diagnostics'
import { createLambdaHandler as checkEveryNight } from '../../../functions/diagnostics/check-invariants.handler.ts'
import { createLambdaHandler as serveDiagnostics } from '../../../functions/diagnostics/handler.ts'
import { putQueuedExport } from '../../support/data-exports.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

async function aNight() {
  const practice = await createTestPractice()
  const admin = await createAdministrador(practice)
  const { sub } = admin
  const identity = { confirmed: true, enabled: true, hasTotp: true, createdAt: practice.now(), attributes: {} }
  practice.identities.known.set(sub, { sub, ...identity })
  const run = checkEveryNight(() => practice)
  const ask = createEndpointCaller(serveDiagnostics(() => practice))
  const nights = async () =>
    (await ask(diagnostics.invariants, { as: createPasswordSessionClaims(admin, practice) })).body.nights
  return { practice, admin, run, nights }
}

test('every night looks at the invariants once, and the tab shows the newest result first', async () => {
  const { practice, run, nights } = await aNight()
  const first = practice.now()

  expect(await run()).toEqual({ checked: true })
  expect(await run()).toEqual({ checked: false })
  practice.clock.advance({ days: 1 })
  expect(await run()).toEqual({ checked: true })

  const days = [practice.now(), first].map(toPracticeDay)
  expect(await nights()).toEqual(
    days.map((day) => ({ day, checkedAt: expect.stringContaining(day), broken: [], unknown: [] })),
  )
})

test('an invariant that does not hold raises the alarm by name, once, and is shown', async () => {
  const { practice, admin, run, nights } = await aNight()
  practice.identities.known.delete(admin.sub)

  await expect(run()).rejects.toThrow('invariants broken: administrators')
  expect(await run(), 'the repetition by Lambda').toEqual({ checked: false })

  expect(await nights()).toMatchObject([{ broken: ['administrators'], unknown: [] }])
})

test('a stream that nobody reads raises it, where somebody waits for their data', async () => {
  const { practice, run, nights } = await aNight()
  await putQueuedExport(practice, 'cus_00000001')
  practice.clock.advance({ hours: 1 })

  await expect(run()).rejects.toThrow('invariants broken: exports')

  expect(await nights()).toMatchObject([{ broken: ['exports'], unknown: [] }])
})

test('one that cannot be looked at raises it too', async () => {
  const { practice, run, nights } = await aNight()
  Object.assign(practice.identities, { find: () => Promise.reject(new Error('Cognito is down')) })

  await expect(run()).rejects.toThrow('invariants unknown: administrators')

  expect(await nights()).toMatchObject([{ broken: [], unknown: ['administrators'] }])
})

test('an administrador who came before fifty clients is found at night', async () => {
  const { practice, run, nights } = await aNight()
  practice.clock.advance({ days: 1 })
  for (let n = 0; n < 51; n++) await createCliente(practice)

  // They were written without their search items.
  await expect(run()).rejects.toThrow('invariants broken: search')

  expect(await nights()).toMatchObject([{ broken: ['search'], unknown: [] }])
})

test('two runs at one moment keep one result', async () => {
  const { run, nights } = await aNight()

  const runs = await Promise.all([run(), run()])

  expect(runs.filter(({ checked }) => checked)).toHaveLength(1)
  expect(await nights()).toHaveLength(1)
})

test('the tab shows thirty nights at most', async () => {
  const { practice, run, nights } = await aNight()
  for (let n = 0; n < MAX_INVARIANT_RUNS_SHOWN + 2; n++) {
    practice.clock.advance({ days: 1 })
    await run()
  }

  const shown = await nights()

  expect(shown).toHaveLength(MAX_INVARIANT_RUNS_SHOWN)
  expect(shown[0]?.day).toBe(toPracticeDay(practice.now()))
})
