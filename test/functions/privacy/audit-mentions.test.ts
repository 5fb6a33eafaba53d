import { describe, expect, test, vi } from 'vitest'
import { customers } from '#contract/customers-domain'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createPrivacySetup, type PrivacySetup } from '../../support/privacy-setup.ts'
import { openRawAuditLog } from '../../support/raw-audit-log.ts'
import { scanWholeTable } from '../../support/scan-whole-table.ts'

let noted = 0

const noteOtherwise = (
  { practice }: PrivacySetup,
  { createdAt = practice.now().toISOString(), ...more }: { createdAt?: string; userId?: string; details?: object },
) =>
  openRawAuditLog(practice)
    .create({
      auditId: `aud_by-hand-${String(++noted).padStart(6, '0')}`,
      month: createdAt.slice(0, 7),
      createdAt,
      action: 'CONSULTATION_BOOKED',
      userId: 'usr_somebody-else',
      subjectId: 'cus_somebody-else',
      ...more,
    })
    .go()

const whatIsKept = async ({ practice }: PrivacySetup) => JSON.stringify(await scanWholeTable(practice))

const listed = async ({ practice }: PrivacySetup) =>
  (await practice.data.auditMentions.scan.go({ pages: 'all' })).data.map(({ named }) => named)

/** @returns the ids of the entries of the log that are read from now on */
function recordReadEntries({ practice, services: { partitions } }: PrivacySetup): readonly string[] {
  const read: string[] = []
  const { auditOf, auditAbout, auditEntry } = partitions
  const { query } = practice.data.auditEntries
  const byMonth = query.byMonth.bind(query)
  async function* recorded(entries: ReturnType<typeof auditOf>) {
    for await (const entry of entries) {
      read.push(String(entry['auditId']))
      yield entry
    }
  }
  vi.spyOn(partitions, 'auditOf').mockImplementation((...of) => recorded(auditOf(...of)))
  vi.spyOn(partitions, 'auditAbout').mockImplementation((subjectId) => recorded(auditAbout(subjectId)))
  vi.spyOn(partitions, 'auditEntry').mockImplementation((position) => {
    read.push(position.auditId)
    return auditEntry(position)
  })
  vi.spyOn(query, 'byMonth').mockImplementation(((month: Parameters<typeof byMonth>[0]) => ({
    between: (...range: Parameters<ReturnType<typeof byMonth>['between']>) => ({
      go: async (options: object) => {
        const page = await byMonth(month)
          .between(...range)
          .go(options)
        read.push(...page.data.map(({ auditId }) => auditId))
        return page
      },
    }),
  })) as never)
  return read
}

async function eraseClient(setup: PrivacySetup) {
  await setup.leave()
  setup.practice.clock.advance({ days: 15 })
  return setup.erase()
}

describe('A-50 an entry of the log that is about somebody else', () => {
  test.each<[string, (setup: PrivacySetup) => object]>([
    ['as who did it', ({ client }) => ({ userId: client.userId })],
    ['by their account, among its details', ({ client }) => ({ details: { from: client.userId } })],
    ['by their record, deep in its details', ({ client }) => ({ details: { was: [{ of: client.customerId }] } })],
    ['by the bare id of their account', ({ client }) => ({ details: { sub: client.sub } })],
    ['within a longer text', ({ client }) => ({ details: { finding: `MFA_FAILED:${client.userId}/2026` } })],
    ['by their address', ({ client }) => ({ details: { to: client.email } })],
  ])('and names an erased person %s names their pseudonym, however old it is', async (_, more) => {
    const setup = await createPrivacySetup()
    for (const createdAt of ['2026-02-03T10:00:00.000Z', '2026-09-30T23:59:59.999Z', undefined])
      await noteOtherwise(setup, { ...more(setup), ...(createdAt && { createdAt }) })
    await setup.erase()

    expect(await eraseClient(setup)).toMatchObject({ erased: 1 })

    const kept = await whatIsKept(setup)
    for (const trace of [setup.client.sub, setup.client.email]) expect(kept).not.toContain(trace)
  })

  test('and was written a moment before the erasure names their pseudonym too', async () => {
    const setup = await createPrivacySetup()
    await setup.erase()
    await setup.leave()
    setup.practice.clock.advance({ days: 15 })
    await noteOtherwise(setup, { userId: setup.client.userId })

    await setup.erase()

    expect(await whatIsKept(setup)).not.toContain(setup.client.sub)
  })

  test('is listed by whom it names besides, and by nobody else', async () => {
    const setup = await createPrivacySetup()
    const boss = await createAdministrador(setup.practice)
    const other = await createCliente(setup.practice)
    const ask = createEndpointCaller(serveCustomers(() => setup.practice))
    await ask(customers.remove, {
      as: createPasswordSessionClaims(boss, setup.practice),
      params: { customerId: other.customerId },
    })
    setup.practice.clock.advance({ hours: 1 })

    await setup.erase()

    expect(new Set(await listed(setup))).toEqual(new Set([boss.sub]))
  })
})

describe('A-50 the list of entries that name somebody', () => {
  test('is made of the whole log first, over as many runs as that takes, and nobody is erased before', async () => {
    const setup = await createPrivacySetup()
    const march = Array.from({ length: 510 }, (_, n) => ({
      auditId: `aud_in-march-${String(n).padStart(6, '0')}`,
      month: '2026-03',
      createdAt: new Date(Date.UTC(2026, 2, 1) + n * 60_000).toISOString(),
      action: 'CONSULTATION_BOOKED' as const,
      userId: 'usr_of-march',
      subjectId: 'cus_somebody-else',
    }))
    await openRawAuditLog(setup.practice).put(march).go()
    await noteOtherwise(setup, { createdAt: '2026-04-03T10:00:00.000Z', userId: setup.client.userId })
    await setup.leave()
    setup.practice.clock.advance({ days: 15 })
    const left = [900_000]

    const first = await setup.erase({}, { getRemainingTimeInMillis: () => left.shift() ?? 400_000 })
    const halfway = await listed(setup)
    const second = await setup.erase()

    expect([first, second]).toMatchObject([{ erased: 0 }, { erased: 1 }])
    expect(new Set(halfway)).toEqual(new Set(['of-march']))
    expect(await whatIsKept(setup)).not.toContain(setup.client.sub)
    expect(await listed(setup)).not.toContain(setup.client.sub)
  })

  test('is gone on with from where it was when an erasure was interrupted', async () => {
    const setup = await createPrivacySetup()
    for (let entry = 0; entry < 5; entry += 1) await noteOtherwise(setup, { userId: setup.client.userId })
    setup.practice.clock.advance({ hours: 1 })
    await setup.leave()
    setup.practice.clock.advance({ days: 15 })
    const { auditEntry } = setup.services.partitions
    const done: string[] = []
    const failing = vi.spyOn(setup.services.partitions, 'auditEntry').mockImplementation(async (position) => {
      if (done.length === 2) throw new Error('away')
      done.push(position.auditId)
      return auditEntry(position)
    })

    await expect(setup.erase()).rejects.toThrow('1 of 1 were not erased')
    failing.mockRestore()
    const again = vi.spyOn(setup.services.partitions, 'auditEntry')
    const answer = await setup.erase()

    expect(answer).toMatchObject({ erased: 1 })
    expect(await whatIsKept(setup)).not.toContain(setup.client.sub)
    const continued = again.mock.calls.map(([{ auditId }]) => auditId)
    expect(continued.filter((auditId) => done.includes(auditId))).toEqual([])
    expect(continued).not.toEqual([])
  })

  test('keeps an erasure from reading what is written about others', async () => {
    const setup = await createPrivacySetup()
    await setup.leave()
    setup.practice.clock.advance({ days: 13 })
    for (let entry = 0; entry < 30; entry += 1) await noteOtherwise(setup, {})
    const { data: theirs } = await noteOtherwise(setup, { userId: setup.client.userId })
    setup.practice.clock.advance({ hours: 1 })
    // Not due yet: this run only lists who is named in the log.
    await setup.erase()
    setup.practice.clock.advance({ days: 2 })
    const read = recordReadEntries(setup)

    expect(await setup.erase()).toMatchObject({ erased: 1 })

    expect(new Set(read.filter((auditId) => auditId.includes('by-hand')))).toEqual(new Set([theirs.auditId]))
  })
})
