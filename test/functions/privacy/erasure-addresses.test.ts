import { beforeEach, describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { customers } from '#contract/customers-domain'
import type { OneTimeLinkPurpose } from '#data/one-time-link'
import { toEmailAddressId } from '#platform/email-address-id'
import { createOneTimeLinkToken } from '#platform/one-time-link'
import { queueMail } from '#platform/outbox'
import { consumeRateLimit } from '#platform/rate-limit'
import { createMissingProfileCreator } from '../../../functions/account/create-missing-profile.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createSignUpAttributes } from '../../support/fake-user-pool.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createPrivacySetup, listObjectVersionContents, type PrivacySetup } from '../../support/privacy-setup.ts'
import { openRawAuditLog } from '../../support/raw-audit-log.ts'
import { scanWholeTable } from '../../support/scan-whole-table.ts'

const SHARED = 'casa@correo.test'
const ERASED = { customerId: 'cus_erased-0001', name: 'Ana Prado', email: SHARED }
const OTHER = { customerId: 'cus_other-00001', name: 'Eva Prado', email: SHARED }

let setup: PrivacySetup
let boss: Awaited<ReturnType<typeof createAdministrador>>

beforeEach(async () => {
  setup = await createPrivacySetup()
  boss = await createAdministrador(setup.practice, { firstName: 'Elena', lastName: 'Prado' })
})

async function enter(file: typeof ERASED, createdAt = '2026-10-01T08:00:00.000Z') {
  await setup.practice.data.customers.put({ ...file, createdAt }).go()
  await setup.practice.data.clientAddresses.put({ email: file.email, customerId: file.customerId }).go()
}

async function remove(customerId: string) {
  const ask = await createDomainCaller('customers', setup.practice)
  const answer = await ask(customers.remove, {
    as: createPasswordSessionClaims(boss, setup.practice),
    params: { customerId },
  })
  expect(answer.status).toBe(200)
}

async function eraseAfterDays(days: number) {
  setup.practice.clock.advance({ days })
  expect(await setup.erase()).toMatchObject({ erased: 1 })
}

const mailTo = (to: string, name: string) =>
  setup.practice.data.transact((entities) => ({
    mail: queueMail(
      entities,
      { to, content: { kind: 'google-linked', name, at: '2026-11-21T09:00:00.000Z' } },
      setup.practice,
    ),
  }))

const linkOf = (email: string, purpose: OneTimeLinkPurpose, cause: string) =>
  createOneTimeLinkToken({ purpose, userId: toEmailAddressId(email), cause }, setup.practice)

const withdraw = (withdrawalId: string, email: string) =>
  setup.practice.data.withdrawals
    .put({ withdrawalId, name: 'Prado', email, mailed: true, requestedAt: setup.practice.now().toISOString() })
    .go()

let noted = 0

const note = (subjectId: string, details: object) => {
  const createdAt = setup.practice.now().toISOString()
  const entry = { action: 'CONSULTATION_BOOKED' as const, userId: 'usr_somebody', subjectId, details }
  const auditId = `aud_by-hand-${String(++noted).padStart(6, '0')}`
  return openRawAuditLog(setup.practice)
    .create({ ...entry, auditId, month: createdAt.slice(0, 7), createdAt })
    .go()
}

const read = async () =>
  JSON.stringify(await scanWholeTable(setup.practice), (_, value: unknown) =>
    value instanceof Set ? [...value] : value,
  )

const causes = async () =>
  (await setup.practice.data.oneTimeLinks.scan.go({ pages: 'all' })).data.map(({ cause }) => cause).toSorted()

const names = async () =>
  (await setup.practice.data.mails.scan.go({ pages: 'all' })).data.flatMap(({ content }) =>
    content.kind === 'google-linked' ? [content.name] : [],
  )

describe('A-50 of two files with one address the practice deletes one', () => {
  beforeEach(async () => {
    await enter(ERASED)
    await enter(OTHER)
  })

  test('and what is kept under the address stays with the other: links, mails, a sign-up, a withdrawal, its limits and key', async () => {
    const { data, now } = setup.practice
    const addressId = toEmailAddressId(SHARED)
    const createdAt = now().toISOString()
    await data.pendingSignUps.put({ addressId, email: SHARED, state: 'proven', version: 1, createdAt }).go()
    await data.auditKeys.put({ subject: SHARED, keyId: 'key_1', secret: 'of the address' }).go()
    await consumeRateLimit(data, { name: 'address-mails', tries: 3, minutes: 90_000 }, addressId, now())
    await linkOf(SHARED, 'slot-choice', 'ord_of-other-01')
    await mailTo(SHARED, 'Eva')
    await withdraw('wdr_of-the-other', SHARED)
    await remove(ERASED.customerId)

    await eraseAfterDays(30)

    expect(await causes()).toEqual(['ord_of-other-01'])
    expect(await names()).toEqual(['Eva'])
    expect((await data.pendingSignUps.get({ addressId }).go()).data).not.toBeNull()
    expect((await data.auditKeys.get({ subject: SHARED }).go()).data).not.toBeNull()
    expect((await data.rateLimits.get({ limit: 'address-mails', subject: addressId }).go()).data).not.toBeNull()
    expect((await data.withdrawals.get({ withdrawalId: 'wdr_of-the-other' }).go()).data).not.toBeNull()
    expect(await listObjectVersionContents(setup, 'archive')).toEqual([])
  })

  test('and what names the deleted one goes, the links under the address too', async () => {
    const { data } = setup.practice
    await data.orders
      .put({
        orderId: 'ord_of-erased-1',
        customerId: ERASED.customerId,
        product: 'primera-consulta',
        totalCents: 8000,
        currency: 'eur',
        version: 1,
        status: 'expired',
        openedAt: '2026-11-01T08:00:00.000Z',
        createdAt: '2026-11-01T08:00:00.000Z',
      })
      .go()
    await linkOf(SHARED, 'slot-choice', 'ord_of-erased-1')
    await linkOf(SHARED, 'attendance', `${ERASED.customerId} con_00000001 2026-12-01T10:00:00.000Z`)
    await linkOf(SHARED, 'attendance', `${OTHER.customerId} con_00000002 2026-12-01T10:00:00.000Z`)
    await remove(ERASED.customerId)

    await eraseAfterDays(30)

    expect(await causes()).toEqual([`${OTHER.customerId} con_00000002 2026-12-01T10:00:00.000Z`])
    const left = await read()
    for (const trace of ['erased-0001', 'of-erased-1', 'Ana Prado']) expect(left).not.toContain(trace)
    expect((await data.customers.get({ customerId: OTHER.customerId }).go()).data).toMatchObject({ email: SHARED })
  })

  test('and the log names the address where it is about the other, and not where it is about the deleted one', async () => {
    await note(ERASED.customerId, { to: SHARED, of: 'her' })
    await note(OTHER.customerId, { to: SHARED, of: 'the other' })
    await remove(ERASED.customerId)

    await eraseAfterDays(30)

    const { data: log } = await openRawAuditLog(setup.practice).scan.go({ pages: 'all' })
    const detailsOf = (of: string) => log.find(({ details }) => (details as { of?: string } | undefined)?.of === of)
    expect(detailsOf('the other')?.details).toMatchObject({ to: SHARED })
    expect(detailsOf('her')?.details).toMatchObject({ to: expect.stringMatching(/^erased-/) as string })
  })

  test('and later the other: then nothing is left under the address, and no entry of the log names it', async () => {
    await linkOf(SHARED, 'address', toEmailAddressId(SHARED))
    await mailTo(SHARED, 'Eva')
    await note('cus_somebody-else', { to: SHARED })
    await remove(ERASED.customerId)
    setup.practice.clock.advance({ days: 1 })
    await withdraw('wdr_of-the-other', SHARED)
    await remove(OTHER.customerId)
    setup.practice.clock.advance({ days: 29 })
    expect(await setup.erase()).toMatchObject({ erased: 1 })

    await eraseAfterDays(1)

    const left = await read()
    for (const trace of [SHARED, toEmailAddressId(SHARED), 'Eva']) expect(left).not.toContain(trace)
    expect(await listObjectVersionContents(setup, 'archive')).toHaveLength(1)
  })

  test('and the other has an account with the address, but another one in the file', async () => {
    await setup.practice.data.customers.patch({ customerId: OTHER.customerId }).set({ email: 'eva@correo.test' }).go()
    const { email: _, ...user } = { ...setup.client, firstName: 'Eva', lastName: 'Prado', role: 'cliente' as const }
    const { userId, customerId } = user
    await setup.practice.data.users.patch({ userId }).set({ email: SHARED }).go()
    await linkOf(SHARED, 'freed-hour', `${customerId} 2026-12-01T10:00:00.000Z`)
    await remove(ERASED.customerId)

    await eraseAfterDays(30)

    expect(await causes()).toEqual([`${customerId} 2026-12-01T10:00:00.000Z`])
  })
})

async function prove(body: object) {
  const ask = await createDomainCaller('account', setup.practice)
  return ask(account.verifyAddress, { body })
}

describe('A-50 somebody whom the practice deleted signs up herself before she is erased', () => {
  const SUB = '00000000-0000-4000-8000-0000000000aa'

  /** @returns the proof of the address: the mailed link, in the same browser */
  async function signUp() {
    const { practice } = setup
    const known = () => practice.identities.known.get(SUB)
    Object.assign(practice, {
      signUps: {
        find: async () => known() && { sub: SUB, userId: `usr_${SUB}`, status: 'unconfirmed', byGoogle: false },
        create: async ({ email }: { email: string }) => {
          const attributes = createSignUpAttributes(email, practice.now())
          practice.identities.known.set(SUB, {
            sub: SUB,
            confirmed: true,
            enabled: true,
            hasTotp: false,
            createdAt: practice.now(),
            attributes,
          })
          return { sub: SUB, confirmed: false, mailLost: true }
        },
        confirm: async () => undefined,
      },
    })
    const ask = await createDomainCaller('account', practice)
    const { body } = await ask(account.signUp, {
      body: {
        email: SHARED,
        password: 'Zanahoria-7-verde',
        firstName: 'Ana',
        lastName: 'Prado',
        birthDate: '1990-05-04',
        flow: 'registration',
        acceptedTerms: true,
      },
    })
    const mail = (await setup.post()).at(-1)
    const proof = /proof=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    return { email: SHARED, proof, token: body.token }
  }

  const signIn = () =>
    createMissingProfileCreator(setup.practice.identities, setup.practice)(SUB, {
      address: '192.0.2.1',
      userAgent: 'Mozilla/5.0 (test)',
    })

  beforeEach(async () => {
    await enter(ERASED)
    await mailTo(SHARED, 'Ana, la de antes')
    await withdraw('wdr_of-before', SHARED)
    setup.practice.clock.advance({ minutes: 1 })
    await remove(ERASED.customerId)
    setup.practice.clock.advance({ days: 29 })
  })

  test('and has proven the address: her first sign-in finds the sign-up, and her file is a new one', async () => {
    expect(await prove(await signUp())).toMatchObject({ body: { state: 'verified' } })

    await eraseAfterDays(1)

    expect(await signIn()).toMatchObject({ email: SHARED, status: 'active', customerId: `cus_${SUB}` })
  })

  test('and has not: the link in her mail still proves it', async () => {
    const proof = await signUp()

    await eraseAfterDays(1)

    expect(await prove(proof)).toMatchObject({ body: { state: 'verified' } })
    expect(await signIn()).toMatchObject({ email: SHARED, status: 'active' })
  })

  test('and has signed in: what her new account is mailed stays', async () => {
    await prove(await signUp())
    await signIn()
    await linkOf(SHARED, 'freed-hour', `cus_${SUB} 2027-01-12T10:00:00.000Z`)

    await eraseAfterDays(1)

    expect(await causes()).toContain(`cus_${SUB} 2027-01-12T10:00:00.000Z`)
    const { data: user } = await setup.practice.data.users.get({ userId: `usr_${SUB}` }).go()
    expect(user).toMatchObject({ email: SHARED, status: 'active' })
  })

  test('and what is older than her deletion is gone all the same, with the withdrawal of then', async () => {
    await signUp()
    await withdraw('wdr_of-after', SHARED)

    await eraseAfterDays(1)

    expect(await names()).toEqual([])
    expect(await read()).not.toContain('Ana, la de antes')
    const { data: left } = await setup.practice.data.withdrawals.scan.go({ pages: 'all' })
    expect(left.map(({ withdrawalId }) => withdrawalId)).toEqual(['wdr_of-after'])
  })
})

test('A-50 a proof of the account that is erased itself is nobody else’s sign-up', async () => {
  const { data, now } = setup.practice
  const { email, sub, customerId } = setup.client
  await mailTo(email, 'Lucía')
  await remove(customerId)
  setup.practice.clock.advance({ days: 1 })
  const createdAt = now().toISOString()
  await data.pendingSignUps
    .put({ addressId: toEmailAddressId(email), email, state: 'proven', sub, version: 1, createdAt })
    .go()

  await eraseAfterDays(29)

  expect(await read()).not.toContain(toEmailAddressId(email))
})

describe('A-50 a client has one address in the file and another at the account', () => {
  const FILE = 'en-la-ficha@correo.test'
  const traces = () => [setup.client.email, FILE].flatMap((email) => [email, toEmailAddressId(email)])

  beforeEach(async () => {
    const { practice, client } = setup
    await practice.data.customers.patch({ customerId: client.customerId }).set({ email: FILE }).go()
    for (const email of [client.email, FILE]) {
      const subject = toEmailAddressId(email)
      await mailTo(email, 'Lucía')
      await linkOf(email, 'address', subject)
      await consumeRateLimit(
        practice.data,
        { name: 'address-mails', tries: 3, minutes: 90_000 },
        subject,
        practice.now(),
      )
      await note('cus_somebody-else', { to: email })
      await withdraw(`wdr_of-${email.slice(0, 6)}`, email)
    }
  })

  const listLeft = async () => {
    const left = await read()
    const archived = (await listObjectVersionContents(setup, 'archive')).join()
    return [
      ...traces().filter((trace) => left.includes(trace)),
      ...(await names()),
      ...['wdr_of-person', 'wdr_of-en-la-'].filter(
        (withdrawalId) => !archived.includes(`/withdrawal/${withdrawalId}/`),
      ),
    ]
  }

  test('and the practice deletes them: nothing is left under either', async () => {
    await remove(setup.client.customerId)

    await eraseAfterDays(30)

    expect(await listLeft()).toEqual([])
  })

  test('and they ask for it themselves: nothing is left under either', async () => {
    await setup.leave()

    await eraseAfterDays(15)

    expect(await listLeft()).toEqual([])
  })

  test('and the address of an account before this one goes too', async () => {
    const { practice, client } = setup
    const before = 'antes@correo.test'
    const { data: user } = await practice.data.users.get({ userId: client.userId }).go()
    if (!user) throw new Error('it was just created')
    await practice.data.users.put({ ...user, userId: 'usr_of-before', email: before, status: 'deleted' }).go()
    await practice.data.users
      .patch({ userId: client.userId })
      .set({ formerUserIds: ['usr_of-before'] })
      .go()
    await mailTo(before, 'Lucía')
    await remove(client.customerId)

    await eraseAfterDays(30)

    expect(await listLeft()).toEqual([])
    expect(await read()).not.toContain(toEmailAddressId(before))
  })

  test('and an erasure that names one alone, as all did until November 2026, finds the other', async () => {
    const { practice, client } = setup
    const { customerId, userId } = client
    const at = practice.now().toISOString()
    await practice.data.erasures
      .put({ customerId, userId, pseudonym: 'erased-1', email: FILE, status: 'waiting', requestedAt: at, dueAt: at })
      .go()

    await eraseAfterDays(1)

    expect(await listLeft()).toEqual([])
  })

  test('and an erasure that was interrupted at its very end still knows both', async () => {
    await remove(setup.client.customerId)
    setup.practice.clock.advance({ days: 30 })
    const { data } = setup.services
    const { transact } = data
    const failing = vi.spyOn(data, 'transact').mockImplementation((writes, ...more) =>
      // After the account's deletion nothing else contains its address.
      transact(
        (entities) => {
          const named = writes(entities)
          if ('erasure' in named) throw new Error('away')
          return named
        },
        ...more,
      ),
    )
    await expect(setup.erase()).rejects.toThrow('1 of 1 were not erased')
    failing.mockRestore()
    await mailTo(setup.client.email, 'Lucía')

    expect(await setup.erase()).toMatchObject({ erased: 1 })

    expect(await listLeft()).toEqual([])
  })
})

test('A-50 an address that the erased client held is the other one’s who has it, also for an import', async () => {
  const { client, practice } = setup
  const { email, customerId } = client
  await enter({ ...OTHER, email })
  await practice.data.clientAddresses.put({ email, customerId }).go()
  await setup.leave()

  await eraseAfterDays(15)

  const ask = await createDomainCaller('customers', practice)
  const as = createPasswordSessionClaims(boss, practice)
  const { body } = await ask(customers.checkImport, { as, body: { text: `Nombre;Email\nEva;${email}` } })
  expect(body.problems).toMatchObject([{ text: 'Ya hay un cliente con este correo' }])
  expect((await practice.data.clientAddresses.get({ email }).go()).data?.customerId).toBe(OTHER.customerId)
})

describe('SES writes no more to an address that bounced or complained. Of that list', () => {
  test('LIM-13 the address of whoever is erased is taken, and no other', async () => {
    await enter(ERASED)
    for (const email of [SHARED, 'otra@correo.test']) setup.suppressed.add(email)

    await remove(ERASED.customerId)
    await eraseAfterDays(31)

    expect([...setup.suppressed]).toEqual(['otra@correo.test'])
  })

  test('an address that somebody else has too stays, until the last of them is erased', async () => {
    await enter(ERASED)
    await enter(OTHER)
    setup.suppressed.add(SHARED)

    await remove(ERASED.customerId)
    await eraseAfterDays(31)
    expect([...setup.suppressed]).toEqual([SHARED])

    await remove(OTHER.customerId)
    await eraseAfterDays(31)
    expect([...setup.suppressed]).toEqual([])
  })

  test('an erasure that SES did not answer is finished by the next run', async () => {
    await enter(ERASED)
    setup.suppressed.add(SHARED)
    vi.spyOn(setup.services.mailSuppressions, 'remove').mockRejectedValueOnce(new Error('no answer'))

    await remove(ERASED.customerId)
    await expect(eraseAfterDays(31)).rejects.toThrow('not erased')
    expect([...setup.suppressed]).toEqual([SHARED])
    await eraseAfterDays(0)

    expect([...setup.suppressed]).toEqual([])
  })
})
