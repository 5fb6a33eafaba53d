import { describe, expect, test } from 'vitest'
import { questionnaire } from '#contract/questionnaire'
import { createLambdaHandler } from '../../../functions/questionnaire/handler.ts'
import { emptyQuestionnaireAnswers } from '../../support/empty-questionnaire-answers.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'

type Changes = Parameters<typeof createCliente>[1]

/** The clock is 2026-11-21, 9:00 UTC. */
async function atTheQuestionnaire(changes: Changes = {}) {
  const practice = await createTestPractice()
  const client = await createCliente(practice, changes)
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = () => createPasswordSessionClaims(client, practice)
  return {
    practice,
    client,
    ask,
    as,
    read: async () => (await ask(questionnaire.readMine, { as: as() })).body,
    save: (version: number, answers: object, draftAt: string | null = null) =>
      ask(questionnaire.save, { as: as(), body: { ...answers, version, draftAt } }),
    discard: (draftAt?: string) => ask(questionnaire.discardDraft, { as: as(), query: draftAt ? { draftAt } : {} }),
    draft: (version: number, replaces: string | null, answers: object) =>
      ask(questionnaire.saveDraft, { as: as(), body: { ...answers, version, replaces } }),
    versions: async () => (await ask(questionnaire.listMine, { as: as() })).body.items,
  }
}

describe('saving', () => {
  test('a client who never answered finds nothing, and no draft', async () => {
    const { read } = await atTheQuestionnaire()

    expect(await read()).toEqual({ current: null, draft: null })
  })

  test('DATA-12 DATA-28 all 23 answers are saved and read as they were given', async () => {
    const { save, read, client } = await atTheQuestionnaire()
    const answers = {
      height: 171.5,
      weight: 63,
      gender: 'femenino',
      occupation: 'Maestra',
      activityLevel: 'very_active',
      exerciseFrequency: '3-4_times_week',
      sleepHours: 7.5,
      sleepQuality: 'good',
      stressLevel: 4,
      energyLevels: 'moderate',
      alcoholConsumption: 'rarely',
      smokingStatus: 'former',
      waterIntake: 0,
      dietaryPreferences: 'mediterranean',
      foodAllergies: ['Gluten', 'Huevo'],
      digestiveIssues: ['Hinchazón'],
      supplementsCurrentlyTaking: ['Magnesio'],
      medicalConditions: ['Hipotiroidismo'],
      currentMedications: ['Levotiroxina'],
      healthGoals: ['Dormir mejor'],
      notes: 'Viajo mucho',
    }

    const { status, body } = await save(0, answers)

    const all = { ...answers, dateOfBirth: '1990-05-04', age: 36 }
    expect({ status, body }).toEqual({
      status: 200,
      body: { version: 1, savedAt: '2026-11-21T09:00:00.000Z', savedBy: client.userId, answers: all },
    })
    expect((await read()).current).toEqual(body)
  })

  test('CLI-05 nothing has to be answered', async () => {
    const { save } = await atTheQuestionnaire()

    const { status, body } = await save(0, {})

    expect(status).toBe(200)
    expect(body.answers).toEqual({ ...emptyQuestionnaireAnswers, dateOfBirth: '1990-05-04', age: 36 })
  })

  test('CLI-08 CLI-12 a number out of its bounds is refused and named in Spanish', async () => {
    const { save, read } = await atTheQuestionnaire()

    const { status, body } = await save(0, { age: 17, weight: 301 })

    expect({ status, body }).toEqual({
      status: 400,
      body: {
        code: 'invalid-input',
        problems: {
          age: ['Escribe un número mayor o igual que 18'],
          weight: ['Escribe un número menor o igual que 300'],
        },
      },
    })
    expect(await read()).toEqual({ current: null, draft: null })
  })

  test('what is left out of the next version is not answered any more', async () => {
    const { save, read } = await atTheQuestionnaire()
    await save(0, { weight: 63, foodAllergies: ['Gluten'] })

    await save(1, { weight: 62 })

    expect((await read()).current?.answers).toMatchObject({ weight: 62, foodAllergies: [] })
  })

  test('every version is kept: what was answered, when, by whom, and what before', async () => {
    const { save, versions, ask, as, practice, client } = await atTheQuestionnaire()
    await save(0, { weight: 63 })
    practice.clock.advance({ days: 30 })
    await save(1, { weight: 60 })

    const { body } = await ask(questionnaire.readVersionOfMine, { as: as(), params: { version: '2' } })

    expect(await versions()).toEqual([
      { version: 2, savedAt: '2026-12-21T09:00:00.000Z', savedBy: client.userId },
      { version: 1, savedAt: '2026-11-21T09:00:00.000Z', savedBy: client.userId },
    ])
    expect(body).toMatchObject({ version: 2, answers: { weight: 60 }, before: { weight: 63 } })
  })

  test('versions come a page at a time, in their order beyond the ninth', async () => {
    const { save, ask, as } = await atTheQuestionnaire()
    for (let version = 0; version < 11; version++) await save(version, { weight: 60 + version })

    const first = await ask(questionnaire.listMine, { as: as(), query: { limit: 4 } })
    const second = await ask(questionnaire.listMine, {
      as: as(),
      query: { limit: 10, cursor: first.body.next ?? '' },
    })

    expect(first.body.items.map(({ version }) => version)).toEqual([11, 10, 9, 8])
    expect(second.body.items.map(({ version }) => version)).toEqual([7, 6, 5, 4, 3, 2, 1])
    expect(second.body.next).toBeNull()
  })

  test('is written in the audit log with its version and without an answer', async () => {
    const { save, practice, client } = await atTheQuestionnaire()

    await save(0, { weight: 63, notes: 'Viajo mucho' })

    const [entry] = await listAuditChanges(practice)
    expect(entry).toMatchObject({
      action: 'QUESTIONNAIRE_SAVED',
      userId: client.userId,
      subjectId: client.customerId,
      details: { version: 1 },
    })
    expect(JSON.stringify(entry)).not.toContain('Viajo')
  })

  test('over what was saved elsewhere meanwhile is refused, and what was saved stands', async () => {
    const { save, read, versions } = await atTheQuestionnaire()
    await save(0, { weight: 63 })

    const late = await save(0, { weight: 70 })

    expect(late).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })
    expect((await read()).current).toMatchObject({ version: 1, answers: { weight: 63 } })
    expect(await versions()).toHaveLength(1)
  })

  test('of two at the same moment one holds and the other is told', async () => {
    const { save, versions } = await atTheQuestionnaire()

    const both = await Promise.all([save(0, { weight: 63 }), save(0, { weight: 64 })])

    expect(both.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409'])
    expect(await versions()).toHaveLength(1)
  })

  test('the same again, because the answer got lost, makes no other version', async () => {
    const { save, versions, practice } = await atTheQuestionnaire()
    await save(0, { weight: 63 })

    const again = await save(0, { weight: 63 })

    expect(again).toMatchObject({ status: 200, body: { version: 1 } })
    expect(await versions()).toHaveLength(1)
    expect(await listAuditChanges(practice)).toHaveLength(1)
  })
})

describe('A-14 the age', () => {
  test('follows from the birth date of the account, whatever is sent', async () => {
    const { save } = await atTheQuestionnaire({ birthDate: '1990-11-22' })

    const { body } = await save(0, { age: 99, dateOfBirth: '1950-01-01' })

    expect(body.answers).toMatchObject({ age: 35, dateOfBirth: '1990-11-22' })
  })

  test('of a minor whose guardian agreed may be sixteen', async () => {
    const { save } = await atTheQuestionnaire({
      birthDate: '2010-05-04',
      guardianConsentAt: '2026-11-01T08:00:00.000Z',
    })

    const { status, body } = await save(0, { weight: 55 })

    expect(status).toBe(200)
    expect(body.answers.age).toBe(16)
  })

  test.each([
    ['a minor whose guardian has not agreed', '2010-05-04', 'guardian-consent-required'],
    ['somebody whose age is not known', undefined, 'birth-date-missing'],
  ] as const)('%s gives no health data, not as a draft either', async (_, birthDate, code) => {
    const practice = await createTestPractice()
    const client = await createCliente(practice)
    const users = practice.data.users.patch({ userId: client.userId })
    await (birthDate ? users.set({ birthDate }) : users.remove(['birthDate'])).go()
    const ask = createEndpointCaller(createLambdaHandler(() => practice))
    const as = createPasswordSessionClaims(client, practice)

    const saved = await ask(questionnaire.save, { as, body: { weight: 55, version: 0 } })
    const drafted = await ask(questionnaire.saveDraft, { as, body: { weight: 55, version: 0, replaces: null } })

    expect([saved.body.code, drafted.body.code]).toEqual([code, code])
    const { body } = await ask(questionnaire.readMine, { as })
    expect(body).toEqual({ current: null, draft: null })
  })
})

describe('a number that no table can keep', () => {
  test.each([1e20, -1e20, 2 ** 53, 1e-200])('is a mistake of whoever drafts it, and no fault: %d', async (weight) => {
    const { draft, read } = await atTheQuestionnaire()

    const { status, body } = await draft(0, null, { weight })

    expect([status, body.problems]).toEqual([400, { weight: ['Escribe un número'] }])
    expect(await read()).toEqual({ current: null, draft: null })
  })

  test('is none of the hours that somebody sleeps', async () => {
    const { save } = await atTheQuestionnaire()

    expect((await save(0, { sleepHours: 1e-200 })).status).toBe(400)
  })
})

describe('a draft', () => {
  test('is there on another device, out of bounds and all, and is no version', async () => {
    const { draft, read, versions, practice } = await atTheQuestionnaire()

    await draft(0, null, { weight: 999, healthGoals: ['Dormir mejor'] })

    expect((await read()).draft).toEqual({
      answers: { ...emptyQuestionnaireAnswers, weight: 999, healthGoals: ['Dormir mejor'] },
      version: 0,
      savedAt: '2026-11-21T09:00:00.000Z',
    })
    expect(await versions()).toEqual([])
    expect(await listAuditChanges(practice)).toEqual([])
  })

  test('goes on from the one before', async () => {
    const { draft, read, practice } = await atTheQuestionnaire()
    const first = await draft(0, null, { weight: 6 })
    practice.clock.advance({ seconds: 2 })

    const second = await draft(0, first.body.savedAt, { weight: 63 })

    expect(second.status).toBe(200)
    expect((await read()).draft?.answers.weight).toBe(63)
  })

  test('does not cover one that another device wrote meanwhile', async () => {
    const { draft, read } = await atTheQuestionnaire()
    await draft(0, null, { weight: 63 })

    const blind = await draft(0, null, { height: 170 })

    expect(blind).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })
    expect((await read()).draft?.answers).toMatchObject({ weight: 63, height: null })
  })

  test('does not cover a version that was saved meanwhile', async () => {
    const { draft, save, read } = await atTheQuestionnaire()
    await save(0, { weight: 63 })

    const late = await draft(0, null, { weight: 70 })

    expect(late).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })
    expect((await read()).draft).toBeNull()
  })

  test('is done with when the answers are saved', async () => {
    const { draft, save, read } = await atTheQuestionnaire()
    const { body } = await draft(0, null, { weight: 63 })

    await save(0, { weight: 64 }, body.savedAt)

    expect((await read()).draft).toBeNull()
  })

  test.each([
    ['other answers', { weight: 64 }],
    ['the answers that are saved already', { weight: 62 }],
  ])('of another device stays when somebody who has not seen it saves %s, and they are told', async (_, answers) => {
    const { draft, save, read, versions, practice } = await atTheQuestionnaire()
    await save(0, { weight: 62 })
    const { body: seen } = await draft(1, null, { weight: 63 })
    practice.clock.advance({ seconds: 2 })
    const { body: kept } = await draft(1, seen.savedAt, { weight: 63, foodAllergies: ['Marisco'] })

    const late = await save(1, answers, seen.savedAt)

    expect(late).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })
    expect((await read()).draft).toEqual(kept)
    expect(await versions()).toHaveLength(1)
  })

  test('that another device has discarded meanwhile keeps nobody from saving', async () => {
    const { draft, discard, save, read } = await atTheQuestionnaire()
    const { body } = await draft(0, null, { weight: 63 })
    await discard(body.savedAt)

    expect((await save(0, { weight: 64 }, body.savedAt)).status).toBe(200)
    expect(await read()).toMatchObject({ current: { answers: { weight: 64 } }, draft: null })
  })

  test('is discarded, once or twice, and what was saved stays', async () => {
    const { draft, save, read, discard } = await atTheQuestionnaire()
    await save(0, { weight: 63 })
    const { body } = await draft(1, null, { weight: 70 })

    for (let time = 0; time < 2; time++) {
      expect(await discard(body.savedAt)).toEqual({ status: 200, body: { discarded: true } })
    }

    expect(await read()).toMatchObject({ current: { answers: { weight: 63 } }, draft: null })
  })

  test('is discarded by nobody who has not seen what another device has added to it', async () => {
    const { draft, read, discard, practice } = await atTheQuestionnaire()
    const { body: seen } = await draft(0, null, { weight: 63 })
    practice.clock.advance({ seconds: 2 })
    const { body: kept } = await draft(0, seen.savedAt, { weight: 63, foodAllergies: ['Marisco'] })

    for (const draftAt of [seen.savedAt, undefined]) {
      expect(await discard(draftAt)).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })
    }

    expect((await read()).draft).toEqual(kept)
  })
})

test('nobody finds the answers, the draft or a version of somebody else', async () => {
  const { draft, save, ask, practice } = await atTheQuestionnaire()
  await save(0, { weight: 63 })
  await draft(1, null, { weight: 64 })
  const stranger = createPasswordSessionClaims(await createCliente(practice), practice)

  expect((await ask(questionnaire.readMine, { as: stranger })).body).toEqual({ current: null, draft: null })
  expect((await ask(questionnaire.listMine, { as: stranger })).body.items).toEqual([])
  expect(await ask(questionnaire.readVersionOfMine, { as: stranger, params: { version: '1' } })).toEqual({
    status: 404,
    body: { code: 'not-found' },
  })
})
