import { expect, test } from 'vitest'
import { questionnaire } from '#contract/questionnaire'
import { createLambdaHandler } from '../../../functions/questionnaire/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import {
  createCliente,
  createAdministrador,
  createPasswordSessionClaims,
  type PracticePerson,
} from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

async function createAnsweredQuestionnaire() {
  const practice = await createTestPractice()
  const [client, elena] = [await createCliente(practice), await createAdministrador(practice)]
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const params = { customerId: client.customerId }
  const save = (version: number, answers: object) =>
    ask(questionnaire.save, { as: createPasswordSessionClaims(client, practice), body: { ...answers, version } })
  await save(0, { weight: 63, foodAllergies: ['Gluten'] })
  await save(1, { weight: 60, foodAllergies: ['Gluten'] })
  const as = (person: PracticePerson) => createPasswordSessionClaims(person, practice)
  return {
    practice,
    client,
    elena,
    ask,
    params,
    save,
    as,
    read: async (person = elena) => (await ask(questionnaire.readOfCustomer, { as: as(person), params })).body,
    see: (version: number, person = elena) => ask(questionnaire.see, { as: as(person), params, body: { version } }),
  }
}

test('the administrador reads what was answered last, and when answers were saved', async () => {
  const { read } = await createAnsweredQuestionnaire()

  const { current, seen, versions } = await read()

  expect(current).toMatchObject({ version: 2, answers: { weight: 60 } })
  expect(seen).toBeNull()
  expect(versions.items.map(({ version }) => version)).toEqual([2, 1])
})

test('an earlier version is read beside the one before it', async () => {
  const { ask, as, elena, params } = await createAnsweredQuestionnaire()

  const first = await ask(questionnaire.readVersionOfCustomer, {
    as: as(elena),
    params: { ...params, version: '1' },
  })
  const second = await ask(questionnaire.readVersionOfCustomer, {
    as: as(elena),
    params: { ...params, version: '2' },
  })

  expect(first.body).toMatchObject({ answers: { weight: 63 }, before: null })
  expect(second.body).toMatchObject({ answers: { weight: 60 }, before: { weight: 63 } })
})

test('what was answered at the last visit is remembered, for each administrador', async () => {
  const { see, save, read, practice } = await createAnsweredQuestionnaire()
  const other = await createAdministrador(practice)
  await see(2)
  practice.clock.advance({ hours: 1 })

  await save(2, { weight: 58 })

  expect(await read()).toMatchObject({
    current: { version: 3, answers: { weight: 58 } },
    seen: { version: 2, seenAt: '2026-11-21T09:00:00.000Z', answers: { weight: 60 } },
  })
  expect((await read(other)).seen).toBeNull()
})

test('a visit to an older version than before changes nothing', async () => {
  const { see, read } = await createAnsweredQuestionnaire()
  await see(2)

  const { body } = await see(1)

  expect(body.version).toBe(2)
  expect((await read()).seen?.version).toBe(2)
})

test('a version that is not there cannot be looked at', async () => {
  const { see, ask, as, elena, params } = await createAnsweredQuestionnaire()
  const notFound = { status: 404, body: { code: 'not-found' } }

  expect(await see(3)).toEqual(notFound)
  expect(
    await ask(questionnaire.readVersionOfCustomer, { as: as(elena), params: { ...params, version: '3' } }),
  ).toEqual(notFound)
})

test('a draft is the client’s alone', async () => {
  const { ask, as, client, read } = await createAnsweredQuestionnaire()
  await ask(questionnaire.saveDraft, {
    as: as(client),
    body: { notes: 'No sé si decirlo', version: 2, replaces: null },
  })

  expect(JSON.stringify(await read())).not.toContain('No sé si decirlo')
})
