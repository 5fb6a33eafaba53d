import { describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account'
import { customers } from '#contract/customers'
import { security } from '#contract/security'
import { type SecuritySettings, scoreLabel, securityScore } from '#contract/security-settings'
import { practiceSettings } from '#data/security-settings'
import { settingsIn, settingsReader } from '#platform/security-settings'
import { withServices as serveAccount } from '../../../functions/account/handler.ts'
import { withServices as serveCustomers } from '../../../functions/customers/handler.ts'
import { withServices } from '../../../functions/security/handler.ts'
import { asking } from '../../support/asking.ts'
import { aCliente, anAdministrador, aPasswordSession } from '../../support/people.ts'
import { aPractice, auditOf, type Practice } from '../../support/practice.ts'
import { settingsAre } from '../../support/security-settings.ts'

async function atTheSettings() {
  const practice = await aPractice()
  const elena = await anAdministrador(practice, { firstName: 'Elena', lastName: 'Prado' })
  const as = aPasswordSession(elena, practice)
  const ask = asking(withServices(() => practice))
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

    expect(await auditOf(practice)).toMatchObject([
      {
        action: 'SECURITY_SETTINGS_CHANGED',
        userId: elena.userId,
        details: {
          old_data: { rateLimiting: true, sessionTimeout: 24 },
          new_data: { rateLimiting: false, sessionTimeout: 8 },
        },
      },
    ])
    const log = await asking(withServices(() => practice))(security.audit, { as })
    expect(log.body.items.find(({ action }) => action === 'SECURITY_SETTINGS_CHANGED')?.values).toEqual([
      { name: 'Cierre de sesión', before: '24 h', after: '8 h' },
      { name: 'Límite reforzado', before: 'activado', after: 'desactivado' },
    ])
  })

  test('are not changed, nor is anything logged, by what they are already', async () => {
    const { practice, change } = await atTheSettings()

    expect(await change({ rateLimiting: true })).toMatchObject({ status: 200, body: { version: 0 } })

    expect(await auditOf(practice)).toEqual([])
  })

  test.each([
    ['requireMfaForAdmins', 'No se puede apagar: protege datos de salud'],
    ['auditLogging', 'No se puede apagar: lo exige la ley'],
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
    const carmen = await anAdministrador(practice)
    const second = asking(withServices(() => practice))

    await change({ rateLimiting: false })
    const late = await second(security.changeSettings, {
      as: aPasswordSession(carmen, practice),
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
    expect(await auditOf(practice)).toHaveLength(1)
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
    const score = securityScore({ ...allOn, ...changes })

    expect([score, scoreLabel(score)]).toEqual([points, label])
  })

  test.each([
    [90, 'Excelente'],
    [89, 'Bueno'],
    [70, 'Bueno'],
    [69, 'Necesita Mejoras'],
  ])('%i is called as the specification says', (points, label) => {
    expect(scoreLabel(points)).toBe(label)
  })
})

const asAdmin = async (hours: number | undefined, elapsed: { hours?: number; seconds?: number }) => {
  const practice = await aPractice()
  if (hours !== undefined) await settingsAre(practice, { sessionTimeout: hours })
  const session = aPasswordSession(await anAdministrador(practice), practice)
  practice.clock.advance(elapsed)
  return (await asking(serveCustomers(() => practice))(customers.list, { as: session })).status
}

describe('LIM-09 A-05 A-52 sessionTimeout', () => {
  test.each([1, 8, 24])('of %i hours ends the session of an administrador then, and not before', async (hours) => {
    expect(await asAdmin(hours, { hours })).toBe(200)
    expect(await asAdmin(hours, { hours, seconds: 1 })).toBe(401)
  })

  test('is no limit for a cliente', async () => {
    const practice = await aPractice()
    await settingsAre(practice, { sessionTimeout: 1 })
    const session = aPasswordSession(await aCliente(practice), practice)
    practice.clock.advance({ hours: 30 })

    expect(await asking(serveAccount(() => practice))(account.session, { as: session })).toMatchObject({ status: 200 })
  })

  test('is in force within a minute where the old one was read already', async () => {
    const practice = await aPractice()
    const session = aPasswordSession(await anAdministrador(practice), practice)
    const ask = asking(serveCustomers(() => practice))
    practice.clock.advance({ hours: 2 })
    expect((await ask(customers.list, { as: session })).status).toBe(200)

    await settingsAre(practice, { sessionTimeout: 1 })
    practice.clock.advance({ seconds: 60 })

    expect(await ask(customers.list, { as: session })).toEqual({ status: 401, body: { code: 'session-ended' } })
  })
})

describe('what cannot be read is the strictest', () => {
  test('SEC-09 each setting by itself, and one that is missing is as nobody changed it', () => {
    expect(settingsIn({})).toEqual(allOn)
    expect(
      settingsIn({
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
    const practice = await aPractice()
    await settingsAre(practice, { rateLimiting: false })
    let down = true
    const read = settingsReader(unlessDown(practice, () => down))

    const without = await read()
    down = false

    expect(without).toEqual({ ...allOn, sessionTimeout: 1 })
    expect(await read()).toEqual({ ...allOn, rateLimiting: false })
  })

  test('the table is read at most once a minute', async () => {
    const practice = await aPractice()
    let asked = 0
    const read = settingsReader(
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

function unlessDown(practice: Practice, down: () => boolean) {
  const { data, wallClock } = practice
  const get = () => {
    if (down()) throw new Error('the table does not answer')
    return data.securitySettings.get(practiceSettings)
  }
  return { wallClock, data: { ...data, securitySettings: { get } } as unknown as Practice['data'] }
}
