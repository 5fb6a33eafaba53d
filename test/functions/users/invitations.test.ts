import { describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { customers } from '#contract/customers-domain'
import { parseMailedLink } from '#contract/mailed-links'
import { mfa } from '#contract/mfa'
import { users } from '#contract/users'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { createLambdaHandler as serveMfa } from '../../../functions/mfa/handler.ts'
import { createLambdaHandler as serveUsers } from '../../../functions/users/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { allowSessionEnrolment, failOnFirstCall } from '../../support/mfa-setup.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { type IdentitySetup } from '../../support/identity-setup.ts'
import { createCliente, writeSignInSession } from '../../support/people.ts'
import { listAuditedActions, listAuditChanges } from '../../support/practice.ts'
import { signInWithTemporaryPassword } from '../../support/first-sign-in.ts'
import { signInWithSrp, testPoolClientId } from '../../local/cognito/running-user-pool.ts'
import { isServedAsAdministrator, createUserAdminSetup } from './user-admin-setup.ts'

const COMPLETED = ['USER_INVITED', 'REGISTRATION_COMPLETED', 'CUSTOMER_LINKED', 'ACCOUNT_CONFIRMED']

const complete = (setup: IdentitySetup, session: object, changes: object = {}) =>
  createEndpointCaller(serveAccount(() => setup.practice))(account.completeRegistration, {
    ...session,
    body: { firstName: 'Nuria', lastName: 'Valle', birthDate: '1988-03-02', acceptedTerms: true, ...changes },
  })

describe('FUN-05 A-38 an invitation', () => {
  test('makes the account in Cognito and in the table, and mails a link', async () => {
    const { invite, userIn, groupsOf, pool, practice, ada } = await createUserAdminSetup()

    const { status, body } = await invite()

    expect(status).toBe(200)
    expect(body).toMatchObject({ email: 'nueva@correo.test', role: 'administrador', name: null, emailConfirmed: false })
    expect(await userIn(body.id)).toMatchObject({ role: 'administrador', status: 'active' })
    expect(await groupsOf(body.id.slice('usr_'.length))).toEqual(['administrador'])
    expect(pool.mails).toHaveLength(1)
    expect(await listAuditChanges(practice)).toMatchObject([
      { action: 'USER_INVITED', userId: ada.userId, subjectId: body.id, details: { role: 'administrador' } },
    ])
  })

  test.each(['sent', 'sent again'])(
    'RST-03 that is %s carries in its link the password with which one enters, as it is',
    async (how) => {
      const office = await createUserAdminSetup({ ownMails: true })
      const { body: user } = await office.invite('nueva+uno@correo.test')
      if (how === 'sent again') await office.resend(user.id)

      const [, href = ''] = /class="button"[^>]*href="([^"]*)"/.exec(office.pool.mails.at(-1)?.html ?? '') ?? []
      const link = parseMailedLink(new URL(href.replaceAll('&amp;', '&')).hash)

      expect(link.get('code')).toMatch(/^[\w-]{28}$/)
      expect(link.get('email')).toBe('nueva+uno@correo.test')
      const begun = await signInWithSrp(office.pool, link.get('email') ?? '', link.get('code') ?? '')
      expect(begun.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
    },
  )

  test('goes five times a day to one address, and the administrador is told so', async () => {
    const { invite, resend, pool } = await createUserAdminSetup()
    const { body: user } = await invite()
    for (let n = 0; n < 4; n++) await resend(user.id)

    const sixth = await resend(user.id)

    expect(sixth).toEqual({ status: 429, body: { code: 'too-many-attempts' } })
    expect(pool.mails).toHaveLength(5)
  })

  test('of a cliente gives them a file', async () => {
    const { invite, practice } = await createUserAdminSetup()
    const before = await countItemsByEntity(practice)

    const { body } = await invite('nueva@correo.test', 'cliente')

    expect(await countItemsByEntity(practice)).toMatchObject({
      user: (before['user'] ?? 0) + 1,
      customer: (before['customer'] ?? 0) + 1,
    })
    const { data } = await practice.data.customers.get({ customerId: body.id.replace('usr_', 'cus_') }).go()
    expect(data).toMatchObject({ userId: body.id, email: 'nueva@correo.test' })
  })

  test('cut off between Cognito and the table is finished by the same invitation', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { practice, ada, as, userIn, pool } = await createUserAdminSetup()
    await writeSignInSession(ada, practice)
    const fragile = createEndpointCaller(
      serveUsers(() => ({ ...practice, data: failOnFirstCall(practice.data, 'transact') })),
    )
    const question = { as, body: { email: 'nueva@correo.test', role: 'cliente' } }
    expect((await fragile(users.invite, question)).status).toBe(500)

    const { status, body } = await fragile(users.invite, question)

    expect(status).toBe(200)
    expect(await userIn(body.id)).toMatchObject({ email: 'nueva@correo.test', role: 'cliente' })
    // No invitation was sent for an incomplete account.
    expect(pool.mails).toHaveLength(1)
  })

  test.each([
    ['setRole', []],
    ['invite', ['cliente']],
  ] as const)(
    'whose %s was cut off is shown as unfinished, and the same invitation finishes it',
    async (part, groups) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      const office = await createUserAdminSetup()
      const accounts = failOnFirstCall(office.practice.accounts, part)
      const fragile = createEndpointCaller(serveUsers(() => ({ ...office.practice, accounts })))
      const question = { as: office.as, body: { email: 'nueva@correo.test', role: 'cliente' } }
      expect((await fragile(users.invite, question)).status).toBe(500)
      const half = (await office.ask(users.list, { as: office.as })).body.items[0]
      expect(half).toMatchObject({ email: 'nueva@correo.test', unfinished: 'invitation' })
      expect(await office.groupsOf(half?.id.slice('usr_'.length) ?? '')).toEqual(groups)

      const { status, body } = await fragile(users.invite, question)

      expect(status).toBe(200)
      expect(body).not.toHaveProperty('unfinished')
      expect(await office.groupsOf(body.id.slice('usr_'.length))).toEqual(['cliente'])
      expect(office.pool.mails).toHaveLength(1)
      expect(await listAuditedActions(office.practice)).toEqual(['USER_INVITED'])
    },
  )

  test('whose mail was cut off is finished by sending it again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const office = await createUserAdminSetup()
    const accounts = failOnFirstCall(office.practice.accounts, 'invite')
    const fragile = createEndpointCaller(serveUsers(() => ({ ...office.practice, accounts })))
    await fragile(users.invite, { as: office.as, body: { email: 'nueva@correo.test' } })
    const half = (await office.ask(users.list, { as: office.as })).body.items[0]

    expect((await office.resend(half?.id ?? '')).body).toEqual({ sent: true })

    expect((await office.ask(users.list, { as: office.as })).body.items[0]).not.toHaveProperty('unfinished')
  })

  test('of an address that has an account is refused, wherever that is known', async () => {
    const { practice, invite, pool } = await createUserAdminSetup()
    const person = await createCliente(practice)
    pool.cognito().seedUser({ email: 'solo-en-cognito@correo.test', password: 'Zanahoria-7' })

    const answers = [await invite(person.email), await invite('solo-en-cognito@correo.test')]

    expect(answers.map(({ body }) => body)).toEqual([{ code: 'email-taken' }, { code: 'email-taken' }])
    expect(pool.mails).toEqual([])
  })

  test('A-21 of a cliente for whom the practice has a file links it once they have signed in, and not before', async () => {
    const office = await createUserAdminSetup()
    await aWaitingClient(office)
    const before = await countItemsByEntity(office.practice)
    const { body } = await office.invite('nueva@correo.test', 'cliente')
    const invited = await office.userIn(body.id)
    const unproven = await waitingIn(office)

    const session = await signInWithTemporaryPassword(office, 'nueva@correo.test', testPoolClientId)
    await complete(office, session)
    const current = await createEndpointCaller(serveCustomers(() => office.practice))(customers.current, session)

    expect([invited?.customerId, unproven?.userId]).toEqual([undefined, undefined])
    expect(current.status).toBe(200)
    expect(await waitingIn(office)).toMatchObject({ userId: body.id, name: 'Nuria Valle', notes: 'Sin lactosa' })
    expect(await office.userIn(body.id)).toMatchObject({
      customerId: 'cus_waiting-0001',
      emailVerifiedAt: '2026-11-21T09:00:00.000Z',
    })
    expect((await countItemsByEntity(office.practice))['customer']).toBe(before['customer'])
    expect((await listAuditChanges(office.practice)).slice(-2)).toMatchObject([
      { action: 'CUSTOMER_LINKED', userId: body.id, subjectId: 'cus_waiting-0001', address: '203.0.113.7' },
      { action: 'ACCOUNT_CONFIRMED', userId: body.id, subjectId: body.id, userAgent: 'Mozilla/5.0 (test)' },
    ])
  })

  test('A-21 links a file that the practice opens after it, with what it says', async () => {
    const office = await createUserAdminSetup()
    const { body } = await office.invite('nueva@correo.test', 'cliente')
    await aWaitingClient(office)

    const session = await signInWithTemporaryPassword(office, 'nueva@correo.test', testPoolClientId)
    await complete(office, session)
    await createEndpointCaller(serveCustomers(() => office.practice))(customers.current, session)

    const { data } = await office.practice.data.customers.get({ customerId: body.id.replace('usr_', 'cus_') }).go()
    expect(data).toMatchObject({ userId: body.id, notes: 'Sin lactosa' })
    expect(await waitingIn(office)).toBeNull()
    expect(await listAuditedActions(office.practice)).toEqual(COMPLETED)
  })

  test('A-21 is confirmed and linked once, however many calls come at the same moment', async () => {
    const office = await createUserAdminSetup()
    await aWaitingClient(office)
    const { body } = await office.invite('nueva@correo.test', 'cliente')
    const session = await signInWithTemporaryPassword(office, 'nueva@correo.test', testPoolClientId)

    const answers = await Promise.all(Array.from({ length: 8 }, () => complete(office, session)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await waitingIn(office)).toMatchObject({ userId: body.id })
    expect(await listAuditedActions(office.practice)).toEqual(COMPLETED)
  })

  test('of an administrador opens nothing until they have a second factor', async () => {
    const office = await createUserAdminSetup()
    await office.invite()

    const session = await signInWithTemporaryPassword(office, 'nueva@correo.test', testPoolClientId)

    const askMfa = createEndpointCaller(serveMfa(() => office.practice))
    expect(await isServedAsAdministrator(office, session)).toBe(false)
    expect((await office.ask(users.list, session)).body).toEqual({ code: 'mfa-required' })
    expect((await askMfa(mfa.enrol, await allowSessionEnrolment({ ...office, ask: askMfa }, session))).status).toBe(200)
    expect(session.as?.['scope']).not.toContain('app/admin')
  })

  test('is sent again while it is open, and not afterwards', async () => {
    const office = await createUserAdminSetup()
    const { body } = await office.invite()

    const again = await office.resend(body.id)
    await signInWithTemporaryPassword(office, 'nueva@correo.test', testPoolClientId)
    const late = await office.resend(body.id)

    expect(again).toEqual({ status: 200, body: { sent: true } })
    expect(office.pool.mails).toHaveLength(2)
    expect(late).toEqual({ status: 409, body: { code: 'already-confirmed' } })
  })

  test('of an account that Cognito does not have cannot be sent again', async () => {
    const office = await createUserAdminSetup()
    const person = await createCliente(office.practice)

    expect(await office.resend(person.userId)).toEqual({ status: 404, body: { code: 'not-found' } })
  })
})

const aWaitingClient = ({ practice }: IdentitySetup) =>
  practice.data.customers
    .create({
      customerId: 'cus_waiting-0001',
      name: 'Nuria Valle',
      email: 'nueva@correo.test',
      notes: 'Sin lactosa',
      createdAt: '2026-11-20T09:00:00.000Z',
    })
    .go()
const waitingIn = async ({ practice }: IdentitySetup) =>
  (await practice.data.customers.get({ customerId: 'cus_waiting-0001' }).go()).data
