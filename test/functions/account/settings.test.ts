import { describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { TERMS_VERSION } from '#contract/product'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'
import type { StoredUser } from '#platform/user'

const allOn = { consultations: true, reminders: true, files: true, supplements: true, messages: true, marketing: true }
const wanted = { firstName: 'Lucía', lastName: 'Ferrer Gil', notifications: allOn, language: 'es', version: 0 } as const

async function atSettings(changes?: Partial<StoredUser>) {
  const practice = await createTestPractice()
  const client = await createCliente(practice, changes)
  const ask = createEndpointCaller(serveAccount(() => practice))
  const as = createPasswordSessionClaims(client, practice)
  return { practice, client, ask, as }
}

describe('the settings of a client', () => {
  test('CLI-27 show name and email, and everything on but what was never agreed to', async () => {
    const { client, ask, as } = await atSettings()

    const answer = await ask(account.readSettings, { as })

    expect(answer).toEqual({
      status: 200,
      body: {
        firstName: 'Lucía',
        lastName: 'Ferrer',
        email: client.email,
        birthDate: '1990-05-04',
        language: 'es',
        version: 0,
        notifications: { ...allOn, marketing: false },
        guardian: { state: 'not-needed', email: null },
      },
    })
  })

  test('keep the time zone of the browser, with a line of the log for each that is another one', async () => {
    const { practice, client, ask, as } = await atSettings()
    const keep = (timeZone: string) => ask(account.saveTimeZone, { as, body: { timeZone } })

    await keep('Atlantic/Canary')
    const again = await keep('Atlantic/Canary')
    const unknown = await keep('Atlantic/Atlantis')

    expect(again).toEqual({ status: 200, body: { timeZone: 'Atlantic/Canary' } })
    expect(unknown).toMatchObject({ status: 400, body: { problems: { timeZone: [expect.any(String)] } } })
    expect((await practice.data.users.get({ userId: client.userId }).go()).data?.timeZone).toBe('Atlantic/Canary')
    expect((await listAuditChanges(practice)).map(({ action, details }) => [action, details])).toEqual([
      ['TIME_ZONE_CHANGED', { timeZone: 'Atlantic/Canary' }],
    ])
  })

  test('begin with the marketing that was agreed to with the terms', async () => {
    const { practice, client, ask, as } = await atSettings()
    const acceptedAt = '2026-10-01T08:00:00.000Z'
    await practice.data.termsAcceptances
      .put({ userId: client.userId, termsVersion: TERMS_VERSION, acceptedAt, marketingOptIn: true })
      .go()

    const { body } = await ask(account.readSettings, { as })

    expect(body.notifications.marketing).toBe(true)
  })

  test.each([
    ['2026-01', '2026-10', false],
    ['2026-01', '2026-10', true],
    ['2026-10', '2026-01', false],
    ['2026-10', '2026-01', true],
  ])('of two acceptances, of %s and then of %s, the later says whether marketing is on: %s', async (...row) => {
    const [first, second, marketing] = row
    const { practice, client, ask, as } = await atSettings()
    const { userId } = client
    for (const acceptance of [
      { termsVersion: first, acceptedAt: '2026-10-01T08:00:00.000Z', marketingOptIn: !marketing },
      { termsVersion: second, acceptedAt: '2026-11-01T08:00:00.000Z', marketingOptIn: marketing },
    ])
      await practice.data.termsAcceptances.put({ userId, ...acceptance }).go()

    const { body } = await ask(account.readSettings, { as })

    expect(body.notifications.marketing).toBe(marketing)
  })

  test('A-49 CLI-28 keep what is chosen, in the account and in the file of the client', async () => {
    const { practice, client, ask, as } = await atSettings()
    const notifications = { ...allOn, files: false }

    const changed = await ask(account.changeSettings, { as, body: { ...wanted, notifications } })

    expect(changed).toMatchObject({ status: 200, body: { lastName: 'Ferrer Gil', notifications, version: 1 } })
    expect((await ask(account.readSettings, { as })).body).toEqual(changed.body)
    const { data: customer } = await practice.data.customers.get({ customerId: client.customerId }).go()
    expect(customer?.name).toBe('Lucía Ferrer Gil')
    expect((await listAuditChanges(practice)).at(-1)).toMatchObject({
      action: 'SETTINGS_CHANGED',
      userId: client.userId,
      details: { name: true, notifications },
    })
  })

  test('changed elsewhere meanwhile are not overwritten', async () => {
    const { ask, as } = await atSettings()
    await ask(account.changeSettings, { as, body: wanted })

    const stale = await ask(account.changeSettings, { as, body: { ...wanted, firstName: 'Otra' } })

    expect(stale).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })
    expect((await ask(account.readSettings, { as })).body.firstName).toBe('Lucía')
  })

  test('CLI-27 the email is not among what can be changed, nor the role', async () => {
    const { ask, as } = await atSettings()

    for (const more of [{ email: 'otra@correo.test' }, { role: 'administrador' }, { customerId: 'cus_of-nobody' }]) {
      const answer = await ask(account.changeSettings, { as, body: { ...wanted, ...more } })
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    }
  })

  test.each([{ firstName: 'L' }, { lastName: '' }, { language: 'fr' }, { notifications: { files: true } }])(
    'refuse %j',
    async (more) => {
      const { ask, as } = await atSettings()

      const answer = await ask(account.changeSettings, { as, body: { ...wanted, ...more } })

      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    },
  )
})

describe('A-20 a birth date that was never asked', () => {
  test('is given once', async () => {
    const { practice, ask, as } = await atSettings({ birthDate: undefined as never })

    const given = await ask(account.giveBirthDate, { as, body: { birthDate: '1990-05-04' } })
    const again = await ask(account.giveBirthDate, { as, body: { birthDate: '1991-05-04' } })

    expect(given).toMatchObject({ status: 200, body: { birthDate: '1990-05-04' } })
    expect(again).toEqual({ status: 409, body: { code: 'birth-date-known' } })
    expect((await listAuditChanges(practice)).map(({ action }) => action)).toEqual(['BIRTH_DATE_GIVEN'])
  })

  test('A-14 is refused the day before the sixteenth birthday and taken on it', async () => {
    const { ask, as } = await atSettings({ birthDate: undefined as never })

    const tooYoung = await ask(account.giveBirthDate, { as, body: { birthDate: '2010-11-22' } })
    const sixteen = await ask(account.giveBirthDate, { as, body: { birthDate: '2010-11-21' } })

    expect(tooYoung).toEqual({ status: 409, body: { code: 'too-young' } })
    expect(sixteen).toMatchObject({ status: 200, body: { guardian: { state: 'needed' } } })
  })
})

test.each([
  ['the day before', '2008-11-22', 'given'],
  ['on', '2008-11-21', 'not-needed'],
])(
  'whom a guardian has authorised needs that authorisation %s the eighteenth birthday',
  async (_, birthDate, state) => {
    const { ask, as } = await atSettings({ birthDate, guardianConsentAt: '2026-01-10T08:00:00.000Z' })

    const { body } = await ask(account.readSettings, { as })

    expect(body).toMatchObject({ guardian: { state } })
  },
)
