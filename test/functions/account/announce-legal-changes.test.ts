import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { LegalAnnouncement } from '#contract/legal-announcements'
import type { Transact } from '#data/transact'
import { withTableAccess } from '#data/enforce-table-access'
import type { JobRun } from '#platform/paged-job'
import { announceLegalChanges } from '../../../functions/account/announce-legal-changes.ts'
import { createLambdaHandler as serveFollowUp } from '../../../functions/account/follow-up-sign-ups.handler.ts'
import { tableAccess } from '../../../functions/account/table-access.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createAdministrador, createCliente } from '../../support/people.ts'
import { createTestPractice, type TestPractice } from '../../support/practice.ts'

const announcement: LegalAnnouncement = {
  version: '2027-1',
  documents: ['terms'],
  announcedOn: '2027-01-04',
  appliesFrom: '2027-02-08',
  changes: ['Podrás cambiar la hora de una consulta hasta 12 horas antes; ahora son 24.'],
}

const onItsDay = '2027-01-04T09:00:00.000Z'

async function createAnnouncedPractice(...announcements: readonly LegalAnnouncement[]) {
  const practice = await createTestPractice()
  practice.clock.set(onItsDay)
  const run = (job?: JobRun, { data = practice.data, mailsPerRun = 1000 } = {}) =>
    withTableAccess(tableAccess['follow-up-sign-ups'], () =>
      announceLegalChanges({ ...practice, data, announcements, mailsPerRun }, job),
    )()
  const mails = async () => (await practice.data.mails.scan.go({ pages: 'all' })).data
  const readers = async () => (await mails()).map(({ to }) => to).toSorted((a, b) => a.localeCompare(b))
  return { practice, run, mails, readers }
}

const refuseToWrite = async () => Promise.reject(new Error('nothing is left to write'))

const timeFor = (pages: number): JobRun => {
  let left = pages
  return { getRemainingTimeInMillis: () => (left-- > 0 ? 60_000 : 1000) }
}

const createManyClients = async (practice: TestPractice, count: number) => {
  for (let made = 0; made < count; made += 1) await createCliente(practice)
}

describe('LIM-11 an open announcement', () => {
  test('is mailed to each client with an account, once however often the clock runs', async () => {
    const { practice, run, mails } = await createAnnouncedPractice(announcement)
    const [lucia, other] = [await createCliente(practice), await createCliente(practice)]

    expect(await run()).toBe(2)
    expect(await run()).toBe(0)
    practice.clock.advance({ days: 1 })
    const transact = refuseToWrite
    expect(await run({}, { data: { ...practice.data, transact } })).toBe(0)

    const queued = await mails()
    expect(queued.map(({ to, customerId }) => [to, customerId])).toEqual(
      expect.arrayContaining([
        [lucia.email, lucia.customerId],
        [other.email, other.customerId],
      ]),
    )
    expect(queued).toHaveLength(2)
  })

  test('is mailed once when two runs meet', async () => {
    const { practice, run, mails } = await createAnnouncedPractice(announcement)
    await createManyClients(practice, 6)

    await Promise.all([run(), run()])

    expect(await mails()).toHaveLength(6)
  })

  test.each([
    ['has asked for the deletion of their account', { status: 'leaving', leavingSince: onItsDay }],
    ['has closed it', { status: 'deactivated', deactivatedAt: onItsDay }],
    ['was removed', { status: 'deleted' }],
    ['has yet to prove their address', { status: 'unconfirmed' }],
    ['was invited and has accepted no terms yet', { registrationDue: true }],
  ] as const)('is not mailed to somebody who %s', async (_, changes) => {
    const { practice, run, readers } = await createAnnouncedPractice(announcement)
    const lucia = await createCliente(practice)
    await createCliente(practice, changes)

    await run()

    expect(await readers()).toEqual([lucia.email])
  })

  test('is not mailed to those who work here', async () => {
    const { practice, run, mails } = await createAnnouncedPractice(announcement)
    await createAdministrador(practice)

    await run()

    expect(await mails()).toEqual([])
  })

  test('is mailed to whoever comes back while it is open, on the next day', async () => {
    const { practice, run, readers } = await createAnnouncedPractice(announcement)
    const lucia = await createCliente(practice, { status: 'deactivated', deactivatedAt: onItsDay })
    await run()

    await practice.data.users.patch({ userId: lucia.userId }).set({ status: 'active' }).go()
    practice.clock.advance({ days: 1 })
    await run()

    expect(await readers()).toEqual([lucia.email])
  })

  test('is not mailed to whoever has registered with the new texts, or with newer ones', async () => {
    const newer = { ...announcement, version: '2027-2', announcedOn: '2027-01-20', appliesFrom: '2027-03-01' }
    const { practice, run, readers } = await createAnnouncedPractice(announcement, newer)
    const [old, registered, latest] = [
      await createCliente(practice),
      await createCliente(practice),
      await createCliente(practice),
    ]
    for (const [{ userId }, termsVersion] of [
      [old, '2026-11-5'],
      [registered, '2027-1'],
      [latest, '2027-2'],
    ] as const)
      await practice.data.termsAcceptances
        .put({ userId, termsVersion, acceptedAt: onItsDay, marketingOptIn: false })
        .go()

    await run()

    expect(await readers()).toEqual([old.email])
  })

  test('goes on with the page at which a run ended', async () => {
    const { practice, run, mails } = await createAnnouncedPractice(announcement)
    await createManyClients(practice, 101)

    expect(await run(timeFor(1))).toBe(100)
    expect(await run()).toBe(1)
    expect(await mails()).toHaveLength(101)
  })

  test('leaves the mail service to others after so many mails, and goes on in the next run', async () => {
    const { practice, run } = await createAnnouncedPractice(announcement)
    await createManyClients(practice, 101)

    expect(await run({}, { mailsPerRun: 50 })).toBe(100)
    expect(await run({}, { mailsPerRun: 50 })).toBe(1)
  })

  test('fails at the end where one mail could not be queued, and the next run queues that one', async () => {
    const { practice, run, readers } = await createAnnouncedPractice(announcement)
    const [lucia, other] = [await createCliente(practice), await createCliente(practice)]
    let failures = 1
    const transact: Transact = async (writes) => {
      if (failures-- > 0) throw new Error('the table is away')
      return practice.data.transact(writes)
    }

    await expect(run({}, { data: { ...practice.data, transact } })).rejects.toThrow(
      '1 announcements could not be queued',
    )
    expect(await readers()).toHaveLength(1)
    await run()

    expect(await readers()).toEqual([lucia.email, other.email].toSorted((a, b) => a.localeCompare(b)))
  })

  test('leaves no mail behind of somebody who closes the account at that moment', async () => {
    const { practice, mails } = await createAnnouncedPractice(announcement)
    const { userId } = await createCliente(practice)
    // Without the declared access, by which the function may change no account.
    const transact: Transact = async (writes) => {
      await practice.data.users.patch({ userId }).set({ status: 'leaving' }).go()
      return practice.data.transact(writes)
    }

    const services = {
      ...practice,
      data: { ...practice.data, transact },
      announcements: [announcement],
      mailsPerRun: 9,
    }
    expect(await announceLegalChanges(services)).toBe(0)
    expect(await mails()).toEqual([])
  })
})

const untouchable = new Proxy({} as TestPractice['data'], {
  get: (_, entity) => {
    throw new Error(`${String(entity)} was asked for`)
  },
})

describe('nothing is mailed and nothing is read', () => {
  test.each([
    ['without an announcement', [], onItsDay],
    ['before its day', [announcement], '2027-01-03T22:59:00.000Z'],
    ['in the night of its day', [announcement], '2027-01-04T06:59:00.000Z'],
    ['from the day on which it applies', [announcement], '2027-02-08T09:00:00.000Z'],
    ['of an edition that changes nothing for anybody', [{ ...announcement, documents: [] }], onItsDay],
  ] as const)('%s', async (_, announcements, at) => {
    const { practice, run } = await createAnnouncedPractice(...announcements)
    practice.clock.set(at)

    expect(await run({}, { data: untouchable })).toBe(0)
  })
})

test('a pass that was left when its announcement came to apply does not hold up the next one', async () => {
  const next = { ...announcement, version: '2027-2', announcedOn: '2027-03-01', appliesFrom: '2027-04-05' }
  const { practice, run, mails } = await createAnnouncedPractice(announcement, next)
  await createManyClients(practice, 101)
  await run(timeFor(1))
  practice.clock.set('2027-03-01T09:00:00.000Z')

  await run()
  await run()

  const ofNext = (await mails()).filter(({ mailId }) => mailId.startsWith('mai_legal-2027-2-'))
  expect(ofNext).toHaveLength(101)
})

async function errorsAfter(day: string) {
  const { practice, run } = await createAnnouncedPractice(announcement)
  await createCliente(practice)
  practice.clock.set(`${day}T09:00:00.000Z`)
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => errors.mockRestore())
  await run()
  practice.clock.advance({ days: 1 })
  await run()
  return errors.mock.calls.map(([line]) => JSON.parse(String(line)) as object)
}

describe('LIM-11 mails that leave fewer than thirty days before the terms apply', () => {
  test('are told once, by a line for which there is an alarm', async () => {
    expect(await errorsAfter('2027-01-09')).toEqual([
      expect.objectContaining({
        level: 'ERROR',
        message: 'an announcement has gone out too late',
        version: '2027-1',
        lastDay: '2027-01-08',
      }),
    ])
  })

  test('are not told of where the pass of the last day in time was whole', async () => {
    expect(await errorsAfter('2027-01-08')).toEqual([])
  })
})

async function* listNone() {}

async function createHourlyFunction() {
  const announced = await createAnnouncedPractice(announcement)
  const { practice } = announced
  const pool = { unconfirmed: listNone, find: async () => undefined, remove: async () => undefined }
  const clock = (changes = {}) =>
    serveFollowUp(() => ({ ...practice, pool, announcements: [announcement], ...changes }))({})
  return { ...announced, pool, clock }
}

function refuseToList(): never {
  throw new Error('Cognito does not answer')
}

describe('the function of every hour', () => {
  test('queues the mails, and says how many', async () => {
    const { practice, clock, readers } = await createHourlyFunction()
    const lucia = await createCliente(practice)

    expect(await clock()).toEqual({ reminded: 0, removed: 0, announced: 1 })
    expect(await readers()).toEqual([lucia.email])
  })

  test('queues them too where Cognito does not answer, and fails all the same', async () => {
    const { practice, clock, pool, readers } = await createHourlyFunction()
    const lucia = await createCliente(practice)
    await expect(clock({ pool: { ...pool, unconfirmed: refuseToList } })).rejects.toThrow('Cognito does not answer')
    expect(await readers()).toEqual([lucia.email])
  })
})

describe('LIM-11 the mail', () => {
  test('says from when what changes, and that whoever does not agree may close the account before at no cost', async () => {
    const { practice, run } = await createAnnouncedPractice(announcement)
    const lucia = await createCliente(practice)
    await run()

    const [mail] = await createOutboxReader(practice).post()

    expect(mail?.to).toMatchObject([{ address: lucia.email }])
    expect(mail?.subject).toBe('Cambian nuestros términos el 8 de febrero de 2027')
    for (const words of [
      'Hola, Lucía:',
      announcement.changes[0],
      'puedes cerrar tu cuenta sin coste antes del 8 de febrero de 2027',
      'se rige por los que aceptaste al comprarlo',
      '/terminos',
    ])
      expect(mail?.text).toContain(words)
  })

  test('is not sent to somebody who has closed the account since', async () => {
    const { practice, run, mails } = await createAnnouncedPractice(announcement)
    const lucia = await createCliente(practice)
    await run()
    await practice.data.users.patch({ userId: lucia.userId }).set({ status: 'leaving' }).go()

    expect(await createOutboxReader(practice).post()).toEqual([])
    expect(await mails()).toMatchObject([{ status: 'skipped' }])
  })

  test.each([
    ['is sent until the day on which the terms apply', '2027-02-07T22:59:59.999Z', 'sent'],
    ['and no more from then on', '2027-02-07T23:00:00.000Z', 'expired'],
  ])('%s', async (_, instant, status) => {
    const { practice, run, mails } = await createAnnouncedPractice(announcement)
    await createCliente(practice)
    await run()
    practice.clock.set(instant)

    await createOutboxReader(practice).post()

    expect(await mails()).toMatchObject([{ status }])
  })

  test('of the privacy policy promises no free way out, and that a consent is asked for apart', async () => {
    const { practice, run } = await createAnnouncedPractice({ ...announcement, documents: ['privacy'] })
    await createCliente(practice)
    await run()

    const [mail] = await createOutboxReader(practice).post()

    expect(mail?.subject).toBe('Cambia nuestra política de privacidad el 8 de febrero de 2027')
    expect(mail?.text).toContain('te lo pediremos aparte')
    expect(mail?.text).not.toContain('sin coste')
  })
})
