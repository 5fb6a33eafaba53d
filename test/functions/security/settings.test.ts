import { describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { customers } from '#contract/customers-domain'
import { security } from '#contract/security'
import { type SecuritySettings, getSecurityScoreLabel, computeSecurityScore } from '#contract/security-settings'
import { securitySettingsItemKey } from '#data/security-settings'
import { parseSecuritySettings, createSecuritySettingsReader } from '#platform/security-settings'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { createLambdaHandler } from '../../../functions/security/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditChanges, type TestPractice } from '../../support/practice.ts'
import { storeSecuritySettings } from '../../support/security-settings.ts'

async function atTheSettings() {
  const practice = await createTestPractice()
  const elena = await createAdministrador(practice, { firstName: 'Elena', lastName: 'Prado' })
  const as = createPasswordSessionClaims(elena, practice)
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  return {
    practice,
    elena,
    as,
    read: async () => (await ask(security.settings, { as })).body,
    change: (settings: object, version = 0) => ask(security.changeSettings, { as, body: { version, settings } }),
  }
}

const allOn: SecuritySettings = {
  enforceStrongPasswords: true,
  requireMfaForAdmins: true,
  sessionTimeout: 24,
  auditLogging: true,
  rateLimiting: true,
}

describe('the security settings', () => {
  test('SEC-09 A-52 are all on and 24 hours before anybody has changed them', async () => {
    const { read } = await atTheSettings()

    expect(await read()).toEqual({
      settings: allOn,
      version: 0,
      changedAt: null,
      changedBy: null,
      score: { points: 100, label: 'Excelente' },
    })
  })

  test('SEC-09 SEC-10 A-52 keep what is changed, with who did it and when', async () => {
    const { change, read } = await atTheSettings()

    await change({ rateLimiting: false })
    await change({ sessionTimeout: 8 }, 1)

    expect(await read()).toEqual({
      settings: { ...allOn, rateLimiting: false, sessionTimeout: 8 },
      version: 2,
      changedAt: '2026-11-21T09:00:00.000Z',
      changedBy: 'Elena Prado',
      score: { points: 77, label: 'Bueno' },
    })
  })

  test('A-52 write in the log what each was and is, in the transaction of the change', async () => {
    const { practice, elena, as, change } = await atTheSettings()

    await change({ rateLimiting: false, sessionTimeout: 8, enforceStrongPasswords: true })

    expect(await listAuditChanges(practice)).toMatchObject([
      {
        action: 'SECURITY_SETTINGS_CHANGED',
        userId: elena.userId,
        details: {
          old_data: { rateLimiting: true, sessionTimeout: 24 },
          new_data: { rateLimiting: false, sessionTimeout: 8 },
        },
      },
    ])
    const log = await createEndpointCaller(createLambdaHandler(() => practice))(security.audit, { as })
    expect(log.body.items.find(({ action }) => action === 'SECURITY_SETTINGS_CHANGED')?.values).toEqual([
      { name: 'Cierre de sesión', before: '24 h', after: '8 h' },
      { name: 'Límite reforzado', before: 'activado', after: 'desactivado' },
    ])
  })

  test('are not changed, nor is anything logged, by what they are already', async () => {
    const { practice, change } = await atTheSettings()

    expect(await change({ rateLimiting: true })).toMatchObject({ status: 200, body: { version: 0 } })

    expect(await listAuditChanges(practice)).toEqual([])
  })

  test.each([
    ['requireMfaForAdmins', 'No se puede desactivar: protege datos de salud'],
    ['auditLogging', 'No se puede desactivar: lo exige la ley'],
  ])('SEC-09 A-52 %s has no off, and says why', async (name, reason) => {
    const { change, read } = await atTheSettings()

    const answer = await change({ [name]: false })

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input', problems: { settings: [reason] } } })
    expect((await read()).version).toBe(0)
  })

  test.each([0, 25, 1.5, -3, '8'])(
    'LIM-09 A-52 a session timeout of %j is refused with the hours there are',
    async (hours) => {
      const { change } = await atTheSettings()

      const answer = await change({ sessionTimeout: hours })

      expect(answer.body).toEqual({
        code: 'invalid-input',
        problems: { settings: ['Indica un número entero de horas, de 1 a 24'] },
      })
    },
  )

  test('A-52 of two administradores who saw the same, the second is told and overwrites nothing', async () => {
    const { practice, read, change } = await atTheSettings()
    const carmen = await createAdministrador(practice)
    const second = createEndpointCaller(createLambdaHandler(() => practice))

    await change({ rateLimiting: false })
    const late = await second(security.changeSettings, {
      as: createPasswordSessionClaims(carmen, practice),
      body: { version: 0, settings: { rateLimiting: true, sessionTimeout: 2 } },
    })

    expect(late).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })
    expect((await read()).settings).toEqual({ ...allOn, rateLimiting: false })
  })

  test('A-52 a version that there never was is told as an overtaken one, and makes nothing', async () => {
    const { change, read } = await atTheSettings()

    expect(await change({ rateLimiting: false }, 5)).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })

    expect(await read()).toMatchObject({ version: 0, settings: allOn })
  })

  test('A-52 of ten changes at one moment one is made, with its one line', async () => {
    const { practice, change } = await atTheSettings()

    const answers = await Promise.all(Array.from({ length: 10 }, (_, hour) => change({ sessionTimeout: hour + 1 })))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await listAuditChanges(practice)).toHaveLength(1)
  })

  test('A-52 are not changed with a code of five minutes ago', async () => {
    const { practice, read, change } = await atTheSettings()
    practice.clock.advance({ minutes: 5 })

    expect(await change({ rateLimiting: false })).toEqual({ status: 403, body: { code: 'proof-required' } })

    expect((await read()).settings).toEqual(allOn)
  })
})

describe('SEC-11 SEC-12 the score', () => {
  const off = { enforceStrongPasswords: false, rateLimiting: false }
  test.each([
    [{}, 100, 'Excelente'],
    [{ rateLimiting: false }, 77, 'Bueno'],
    [{ enforceStrongPasswords: false }, 77, 'Bueno'],
    [off, 53, 'Necesita Mejoras'],
    [{ sessionTimeout: 1 }, 100, 'Excelente'],
  ])('of everything on but %j is %i', (changes, points, label) => {
    const score = computeSecurityScore({ ...allOn, ...changes })

    expect([score, getSecurityScoreLabel(score)]).toEqual([points, label])
  })

  test.each([
    [90, 'Excelente'],
    [89, 'Bueno'],
    [70, 'Bueno'],
    [69, 'Necesita Mejoras'],
  ])('%i is called as the specification says', (points, label) => {
    expect(getSecurityScoreLabel(points)).toBe(label)
  })
})

const asAdmin = async (hours: number | undefined, elapsed: { hours?: number; seconds?: number }) => {
  const practice = await createTestPractice()
  if (hours !== undefined) await storeSecuritySettings(practice, { sessionTimeout: hours })
  const session = createPasswordSessionClaims(await createAdministrador(practice), practice)
  practice.clock.advance(elapsed)
  return (await createEndpointCaller(serveCustomers(() => practice))(customers.list, { as: session })).status
}

describe('LIM-09 A-05 A-52 sessionTimeout', () => {
  test.each([1, 8, 24])('of %i hours ends the session of an administrador then, and not before', async (hours) => {
    expect(await asAdmin(hours, { hours })).toBe(200)
    expect(await asAdmin(hours, { hours, seconds: 1 })).toBe(401)
  })

  test('is no limit for a cliente', async () => {
    const practice = await createTestPractice()
    await storeSecuritySettings(practice, { sessionTimeout: 1 })
    const session = createPasswordSessionClaims(await createCliente(practice), practice)
    practice.clock.advance({ hours: 30 })

    expect(await createEndpointCaller(serveAccount(() => practice))(account.session, { as: session })).toMatchObject({
      status: 200,
    })
  })

  test('is in force within a minute where the old one was read already', async () => {
    const practice = await createTestPractice()
    const session = createPasswordSessionClaims(await createAdministrador(practice), practice)
    const ask = createEndpointCaller(serveCustomers(() => practice))
    practice.clock.advance({ hours: 2 })
    expect((await ask(customers.list, { as: session })).status).toBe(200)

    await storeSecuritySettings(practice, { sessionTimeout: 1 })
    practice.clock.advance({ seconds: 60 })

    expect(await ask(customers.list, { as: session })).toEqual({ status: 401, body: { code: 'session-ended' } })
  })
})

describe('what cannot be read is the strictest', () => {
  test('SEC-09 each setting by itself, and one that is missing is as nobody changed it', () => {
    expect(parseSecuritySettings({})).toEqual(allOn)
    expect(
      parseSecuritySettings({
        enforceStrongPasswords: 'no',
        requireMfaForAdmins: false,
        sessionTimeout: 500,
        auditLogging: false,
        rateLimiting: false,
      }),
    ).toEqual({ ...allOn, sessionTimeout: 1, rateLimiting: false })
  })

  test('a table that does not answer leaves everything on and an hour, and is asked again at the next call', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const practice = await createTestPractice()
    await storeSecuritySettings(practice, { rateLimiting: false })
    let down = true
    const read = createSecuritySettingsReader(unlessDown(practice, () => down))

    const without = await read()
    down = false

    expect(without).toEqual({ ...allOn, sessionTimeout: 1 })
    expect(await read()).toEqual({ ...allOn, rateLimiting: false })
  })

  test('the table is read at most once a minute', async () => {
    const practice = await createTestPractice()
    let asked = 0
    const read = createSecuritySettingsReader(
      unlessDown(practice, () => {
        asked += 1
        return false
      }),
    )

    for (let second = 0; second < 60; second++) {
      await read()
      practice.clock.advance({ seconds: 1 })
    }

    expect(asked).toBe(1)
    await read()
    expect(asked).toBe(2)
  })
})

function unlessDown(practice: TestPractice, down: () => boolean) {
  const { data, wallClock } = practice
  const get = () => {
    if (down()) throw new Error('the table does not answer')
    return data.securitySettings.get(securitySettingsItemKey)
  }
  return { wallClock, data: { ...data, securitySettings: { get } } as unknown as TestPractice['data'] }
}
