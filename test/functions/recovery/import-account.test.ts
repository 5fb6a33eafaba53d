import {
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminSetUserPasswordCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, describe, expect, test } from 'vitest'
import { importAccount } from '../../../bin/restore/import-account.ts'
import { importAccounts } from '../../../bin/restore/restore-accounts.ts'
import { readNewestUserExport } from '../../../bin/restore/read-user-export.ts'
import { exportUsers } from '../../../functions/recovery/export-accounts.ts'
import type { ExportedUser } from '../../../functions/recovery/exported-user.ts'
import { createIdentitySetup, type IdentitySetup, TEST_PASSWORD } from '../../support/identity-setup.ts'
import { listQueuedMailKinds } from '../../support/mfa-setup.ts'
import { createAdministrador, createCliente, type PracticePerson } from '../../support/people.ts'
import { listAuditedActions } from '../../support/practice.ts'
import { testUserPoolId } from '../../local/cognito/running-user-pool.ts'

const open: IdentitySetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

const toExported = ({ sub, userId, email }: PracticePerson, changes: Partial<ExportedUser> = {}): ExportedUser => ({
  sub,
  userId,
  attributes: { email, email_verified: 'true', given_name: 'Lucía', 'custom:terms_version': '1' },
  enabled: true,
  confirmed: true,
  googleSubjects: [],
  ...changes,
})

const account = (Username: string) => ({ UserPoolId: testUserPoolId, Username })

async function createNewPool() {
  const setup = await createIdentitySetup()
  open.push(setup)
  const { practice, pool } = setup
  const places = { data: practice.data, userPoolId: testUserPoolId, now: practice.now, newId: practice.newId }
  return {
    ...setup,
    bring: (exported: ExportedUser, cognito: CognitoIdentityProviderClient = pool.sdk) =>
      importAccount(exported, { ...places, cognito }),
    bringAll: async (exported: readonly ExportedUser[], cognito: CognitoIdentityProviderClient = pool.sdk) => {
      const said: string[] = []
      const say = (text: string) => void said.push(text)
      await importAccounts(exported, { ...places, cognito }, say).catch((error: Error) => say(error.message))
      return said
    },
    inPool: async ({ email }: PracticePerson) => {
      const { UserAttributes = [], ...user } = await pool.sdk.send(new AdminGetUserCommand(account(email)))
      const { Groups = [] } = await pool.sdk.send(new AdminListGroupsForUserCommand(account(email)))
      const attributes = Object.fromEntries(UserAttributes.map(({ Name = '', Value = '' }) => [Name, Value]))
      return { ...user, attributes, groups: Groups.map(({ GroupName }) => GroupName) }
    },
    userOf: async ({ userId }: PracticePerson) => (await practice.data.users.get({ userId }).go()).data,
  }
}

async function addSecondFactor({ practice }: IdentitySetup, { userId }: PracticePerson): Promise<void> {
  const createdAt = '2026-10-01T08:00:00.000Z'
  const factor = { factorId: 'mfa_1', friendlyName: 'app', sealedSecret: 'sealed', createdAt }
  await practice.data.users.patch({ userId }).set({ mfaEnabledAt: createdAt }).go()
  await practice.data.mfaFactors.put({ userId, status: 'verified', ...factor }).go()
  await practice.data.recoveryCodes.put({ userId, hash: 'h1', salt: 's', createdAt }).go()
}

const cutOff = (client: CognitoIdentityProviderClient) => {
  let isCut = false
  const send = (command: Parameters<typeof client.send>[0]) => {
    if (isCut || !(command instanceof AdminSetUserPasswordCommand)) return client.send(command)
    isCut = true
    return Promise.reject(new Error('cut off'))
  }
  return { send } as unknown as CognitoIdentityProviderClient
}

describe('LIM-13 an import into a new user pool', () => {
  test('makes the account of an open user again, with role and what was accepted, and mails its owner once', async () => {
    const setup = await createNewPool()
    const person = await createAdministrador(setup.practice)

    expect(await setup.bring(toExported(person))).toBe('imported')
    expect(await setup.bring(toExported(person))).toBe('already-imported')

    const made = await setup.inPool(person)
    expect(made).toMatchObject({
      UserStatus: 'CONFIRMED',
      groups: ['administrador'],
      attributes: { email_verified: 'true', 'custom:terms_version': '1', 'custom:original_sub': person.sub },
    })
    expect(await setup.userOf(person)).toMatchObject({ sub: made.Username, email: person.email })
    expect(await listQueuedMailKinds(setup)).toMatchObject([{ to: person.email, kind: 'account-imported' }])
    expect((await listAuditedActions(setup.practice)).filter((action) => action === 'ACCOUNT_IMPORTED')).toHaveLength(1)
  })

  test('goes on where it was cut off', async () => {
    const setup = await createNewPool()
    const person = await createCliente(setup.practice)
    const cognito = cutOff(setup.pool.sdk)
    await expect(setup.bring(toExported(person), cognito)).rejects.toThrow('cut off')
    const begun = await setup.inPool(person)

    expect(await setup.bring(toExported(person), cognito)).toBe('imported')

    expect(begun.UserStatus).toBe('FORCE_CHANGE_PASSWORD')
    expect(await setup.inPool(person)).toMatchObject({ UserStatus: 'CONFIRMED', Username: begun.Username })
    expect(await listQueuedMailKinds(setup)).toHaveLength(1)
  })

  test('goes on behind an account that fails, names it, and ends with an error', async () => {
    const setup = await createNewPool()
    const people = [1, 2, 3].map((index) => createCliente(setup.practice, { email: `persona${index}@correo.test` }))
    const exported = (await Promise.all(people)).map((person) => toExported(person))

    const said = await setup.bringAll(exported, cutOff(setup.pool.sdk))

    expect(said[0]).toBe('Traídas: 2. Ya estaban: 0. Sin cuenta abierta: 0.')
    expect(said[1]).toMatch(/^Sin traer, por un error: 1\. Repite la orden\.\nusr_\S+: Error$/)
    expect(await setup.bringAll(exported)).toEqual(['Traídas: 1. Ya estaban: 2. Sin cuenta abierta: 0.'])
  })

  test('voids the second factor and the recovery codes, and writes so', async () => {
    const setup = await createNewPool()
    const person = await createCliente(setup.practice)
    await addSecondFactor(setup, person)

    await setup.bring(toExported(person))

    const { userId } = person
    const { data } = setup.practice
    expect(await setup.userOf(person)).not.toHaveProperty('mfaEnabledAt')
    expect((await data.mfaFactors.query.byUser({ userId }).go()).data).toEqual([])
    expect((await data.recoveryCodes.query.byUser({ userId }).go()).data).toEqual([])
    expect(await listQueuedMailKinds(setup)).toMatchObject([{ kind: 'account-imported', guarded: true }])
    expect(await listAuditedActions(setup.practice)).toEqual(
      expect.arrayContaining(['ACCOUNT_IMPORTED', 'MFA_DISABLED']),
    )
  })

  test('of a restored table, which does not know the new account, names it again and makes no other', async () => {
    const setup = await createNewPool()
    const person = await createCliente(setup.practice)
    await setup.bring(toExported(person))
    const made = await setup.inPool(person)
    await setup.practice.data.users.patch({ userId: person.userId }).remove(['sub']).go()

    expect(await setup.bring(toExported(person))).toBe('imported')

    expect((await setup.userOf(person))?.sub).toBe(made.Username)
  })

  test.each(['deleted', 'unconfirmed'] as const)('leaves out whom the table calls %s', async (status) => {
    const setup = await createNewPool()
    const person = await createCliente(setup.practice, { status })

    expect(await setup.bring(toExported(person))).toBe('closed')

    await expect(setup.inPool(person)).rejects.toThrow('User does not exist')
  })

  test('leaves out whoever was erased since, and accounts that nobody had proven', async () => {
    const setup = await createNewPool()
    const nobody = { sub: 's', userId: 'usr_s', customerId: 'cus_s', email: 'nadie@correo.test' }
    const { userId: _, ...unproven } = toExported(nobody)

    expect([await setup.bring(toExported(nobody)), await setup.bring(unproven)]).toEqual(['closed', 'closed'])
  })

  test('takes the place of a sign-up that nobody has proven, and leaves an account with a profile', async () => {
    const setup = await createNewPool()
    const [person, other] = [await createCliente(setup.practice), await createCliente(setup.practice)]
    for (const each of [person, other]) setup.pool.cognito().seedUser({ email: each.email, password: TEST_PASSWORD })
    const { Username = '' } = await setup.inPool(other)
    const { data } = setup.practice
    const { data: profile } = await data.users.get({ userId: other.userId }).go()
    if (profile) await data.users.put({ ...profile, userId: `usr_${Username}` }).go()

    expect([await setup.bring(toExported(person)), await setup.bring(toExported(other))]).toEqual(['imported', 'taken'])

    expect((await setup.inPool(person)).attributes).toHaveProperty(['custom:original_sub'], person.sub)
    expect((await setup.inPool(other)).Username).toBe(Username)
  })

  test('links Google again for a cliente, and for no administrador; who was shut out at Cognito stays so', async () => {
    const setup = await createNewPool()
    const client = await createCliente(setup.practice)
    const admin = await createAdministrador(setup.practice)

    for (let tries = 0; tries < 2; tries += 1) {
      await setup.bring(toExported(client, { googleSubjects: ['107'], enabled: false }))
      await setup.bring(toExported(admin, { googleSubjects: ['108'] }))
    }

    expect(await setup.inPool(client)).toMatchObject({
      Enabled: false,
      attributes: { identities: expect.stringContaining('"userId":"107"') },
    })
    expect((await setup.inPool(admin)).attributes).not.toHaveProperty('identities')
  })
})

function bucketOf(objects: ReadonlyMap<string, string>): S3Client {
  const client = new S3Client({ region: 'eu-west-1' })
  const bucket = mockClient(client)
  bucket.on(ListObjectsV2Command).resolves({ Contents: [...objects.keys()].map((Key) => ({ Key })) })
  for (const [Key, text] of objects)
    bucket.on(GetObjectCommand, { Key }).resolves({ Body: { transformToString: async () => text } as never })
  return client
}

test('LIM-13 the export that is read is the newest whole one of another pool', async () => {
  const setup = await createIdentitySetup()
  open.push(setup)
  const { data } = setup.practice
  const person = await createCliente(setup.practice)
  const objects = new Map<string, string>()
  const write = (userPoolId: string, at: string, fails = false) =>
    exportUsers({
      userPoolId,
      data,
      now: () => new Date(at),
      listUsers: async () => {
        const { userId: _, ...user } = toExported(person)
        return { users: [{ ...user, attributes: { ...user.attributes, made: at } }], next: null }
      },
      put: async (key, text) => {
        if (fails && key.endsWith('manifest.json')) throw new Error('broke off')
        objects.set(key, text)
      },
    })
  await write('lost', '2026-11-19T03:00:00Z')
  await write('lost', '2026-11-20T03:00:00Z')
  await write('new', '2026-11-22T03:00:00Z')
  await expect(write('lost', '2026-11-21T03:00:00Z', true)).rejects.toThrow('broke off')

  const read = await readNewestUserExport(bucketOf(objects), 'recovery', 'new')

  expect(read).toMatchObject({ exportedAt: '2026-11-20T03:00:00.000Z', users: [{ userId: person.userId }] })
  expect(read.users[0]?.attributes['made']).toBe('2026-11-20T03:00:00Z')
  await expect(readNewestUserExport(bucketOf(new Map()), 'recovery', 'new')).rejects.toThrow('no hay ninguna copia')
})
