import { describe, expect, test } from 'vitest'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { type TrustedPlace, createCognitoCallTicket } from '../../../functions/account/public/cognito-call-ticket.ts'
import { createLambdaHandler as servePost } from '../../../functions/account/post-authentication.handler.ts'
import { createLambdaHandler as servePre } from '../../../functions/account/pre-authentication.handler.ts'
import { createCliente, writeSignInSession, type PracticePerson } from '../../support/people.ts'
import { createTestPractice, type TestPractice, listAuditEntries } from '../../support/practice.ts'
import { storeSecuritySettings } from '../../support/security-settings.ts'
import { createPoolTriggerEvent } from '../../support/triggers.ts'

const HERE = '198.51.100.9'

async function atTheDoor({ rateLimiting, factor = false }: { rateLimiting: boolean; factor?: boolean }) {
  const practice = await createTestPractice()
  await storeSecuritySettings(practice, { rateLimiting })
  const person = await createCliente(practice, factor ? { mfaEnabledAt: '2026-11-01T08:00:00.000Z' } : {})
  return { practice, person }
}

/** Attempts within a day, more than 15 minutes apart, so that no limit applies. */
async function failing(
  { practice, person }: { practice: TestPractice; person: PracticePerson },
  times: number,
  from = HERE,
) {
  for (let n = 0; n < times; n++) {
    await knock(practice, person, from)
    practice.clock.advance({ minutes: 16 })
  }
}

async function knock(
  practice: TestPractice,
  { sub }: PracticePerson,
  from = HERE,
  trust: readonly TrustedPlace[] = [],
): Promise<string> {
  const ticket = await createCognitoCallTicket({ address: from, userAgent: 'Firefox' }, practice, trust)
  const validationData = { [cognitoMetadataKeys.ticket]: ticket }
  await servePre(() => practice)(
    createPoolTriggerEvent('PreAuthentication_Authentication', { userNotFound: false, validationData }, sub),
  )
  return ticket
}

const closed = 'too-many-attempts'

describe('SEC-09 A-52 rateLimiting on: a place where the account was never open', () => {
  test('has twenty attempts in a day, though never ten in a quarter of an hour', async () => {
    const at = await atTheDoor({ rateLimiting: true })
    await failing(at, 20)

    await expect(knock(at.practice, at.person)).rejects.toThrow(closed)
  })

  test('has ten where a second factor stands behind the password', async () => {
    const at = await atTheDoor({ rateLimiting: true, factor: true })
    await failing(at, 10)

    await expect(knock(at.practice, at.person)).rejects.toThrow(closed)
  })

  test('is open again a day later', async () => {
    const at = await atTheDoor({ rateLimiting: true })
    await failing(at, 20)
    at.practice.clock.advance({ hours: 24 })

    await expect(knock(at.practice, at.person)).resolves.toBeDefined()
  })

  test('is told in the log as any other refusal', async () => {
    const at = await atTheDoor({ rateLimiting: true })
    await failing(at, 20)
    await expect(knock(at.practice, at.person)).rejects.toThrow(closed)

    const entries = await listAuditEntries(at.practice)

    expect(entries.at(-1)).toMatchObject({ action: 'LOGIN_RATE_LIMITED', address: HERE })
  })

  test('begins anew once its person got in', async () => {
    const at = await atTheDoor({ rateLimiting: true })
    await failing(at, 19)
    const ticket = await knock(at.practice, at.person)
    await servePost(() => at.practice)(
      createPoolTriggerEvent(
        'PostAuthentication_Authentication',
        { userAttributes: {}, clientMetadata: { [cognitoMetadataKeys.ticket]: ticket } },
        at.person.sub,
      ),
    )

    await expect(failing(at, 20)).resolves.toBeUndefined()
  })

  test('closes neither another place, nor one where the account was open, nor a browser that it knows', async () => {
    const at = await atTheDoor({ rateLimiting: true })
    const { practice, person } = at
    await failing(at, 20)
    const trust = [{ userId: person.userId, place: 'browser-0123456789abcdef' }]

    await expect(knock(practice, person, '192.0.2.80')).resolves.toBeDefined()
    await expect(knock(practice, person, HERE, trust)).resolves.toBeDefined()
    await writeSignInSession(person, practice, { address: HERE })
    await expect(failing(at, 25)).resolves.toBeUndefined()
  })
})

describe('SEC-09 SEC-21 A-52 rateLimiting off', () => {
  test('leaves a new place its tries of the day', async () => {
    const at = await atTheDoor({ rateLimiting: false, factor: true })

    await expect(failing(at, 25)).resolves.toBeUndefined()
  })

  test('never opens the eleventh attempt of a quarter of an hour', async () => {
    const { practice, person } = await atTheDoor({ rateLimiting: false })
    for (let n = 0; n < 10; n++) await knock(practice, person)

    await expect(knock(practice, person)).rejects.toThrow(closed)
  })

  test('never opens a sixth code of a quarter of an hour', async () => {
    const { practice, person } = await atTheDoor({ rateLimiting: false, factor: true })
    await knock(practice, person)

    // Its page reported nothing: it counts as the maximum of codes that Cognito accepts at once.
    await expect(knock(practice, person)).rejects.toThrow(closed)
  })
})
