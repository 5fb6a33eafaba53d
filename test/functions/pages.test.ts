import { expect, test } from 'vitest'
import { apiContract } from '#contract/api'
import { openRawAuditLog } from '../support/raw-audit-log.ts'
import {
  createDomainCaller,
  allEndpoints,
  createUnknownIds,
  type NamedEndpoint,
  getSampleQuery,
} from '../support/endpoints.ts'
import { writeFiveOfEachItem } from '../support/five-of-each.ts'
import {
  createCliente,
  createAdministrador,
  createPasswordSessionClaims,
  type PracticePerson,
} from '../support/people.ts'
import { createTestPractice, type TestPractice } from '../support/practice.ts'
import { createEndpointTextSamples } from '../support/endpoint-samples.ts'

type Query = Readonly<Record<string, string | number>>
interface Page {
  readonly items: readonly unknown[]
  readonly next: string | null
}

const takesACursor = (named: NamedEndpoint) =>
  createEndpointTextSamples(named).some(({ path }) => path.join('.') === 'cursor')
const paged = allEndpoints.filter((named) => named.endpoint.method === 'GET' && takesACursor(named))

/** Replies may contain more than the list; exports are one file in parts. */
const pageIn = (body: object): Page => {
  const { items, next, versions, csv } = body as Page & { versions?: Page; csv?: string }
  if (versions) return versions
  return { items: csv === undefined ? items : csv.trim().split('\r\n'), next }
}

/** More pages than any of these lists has: a list that ignores its cursor never ends. */
const ENOUGH = 20

async function pagesOf(ask: (query: Query) => Promise<Page>, limit: Query): Promise<readonly Page[]> {
  const pages: Page[] = []
  for (let next: string | null | undefined; next !== null && pages.length < ENOUGH;) {
    const page = await ask({ ...limit, ...(next && { cursor: next }) })
    pages.push(page)
    next = page.next
  }
  return pages
}

async function reading({ domain, name, endpoint }: NamedEndpoint, practice: TestPractice) {
  const client = await createCliente(practice)
  const boss = await createAdministrador(practice)
  const person = endpoint.allow.includes('administrador') ? boss : client
  const askIt = await createDomainCaller(domain, practice)
  const params = { ...createUnknownIds(endpoint), customerId: client.customerId }
  const ask = async (query: Query): Promise<Page> => {
    const answer = await askIt(endpoint, {
      as: createPasswordSessionClaims(person, practice),
      params,
      query: {
        ...getSampleQuery(name),
        ...(/^files\.list(Mine|OfCustomer)$/.test(name) && { fileType: 'invoice' }),
        ...query,
      },
    })
    expect(answer).toMatchObject({ status: 200 })
    return pageIn(answer.body)
  }
  return { ask, client }
}

async function fiveLooksAt({ customerId }: PracticePerson, { data }: TestPractice): Promise<void> {
  const { data: changes } = await data.auditEntries.query.bySubject({ subjectId: customerId }).go()
  await Promise.all(
    changes
      .filter(({ action }) => action === 'CUSTOMER_CHANGED')
      .map(({ auditId, ...change }) =>
        data.auditEntries
          .create({ ...change, auditId: `${auditId}-look`, action: 'CLIENT_DATA_OPENED', details: { part: 'profile' } })
          .go(),
      ),
  )
}

const inParts: readonly unknown[] = [apiContract.customers.exportAll, apiContract.security.exportAudit]

const byTwo = paged.filter(({ endpoint }) => !inParts.includes(endpoint))

test.each(byTwo)('$name, two a page, has everything on its pages, once and in its order', async (named) => {
  const practice = await createTestPractice()
  const { ask, client } = await reading(named, practice)
  await writeFiveOfEachItem(practice, client)
  await fiveLooksAt(client, practice)

  const pages = await pagesOf(ask, { limit: 2 })
  const whole = await ask({ limit: 100 })

  const walked = pages.flatMap(({ items }) => items)
  expect(whole.items.length).toBeGreaterThanOrEqual(5)
  expect(new Set(whole.items.map((item) => JSON.stringify(item))).size).toBe(whole.items.length)
  expect(walked).toEqual(whole.items)
  expect(pages.every(({ items }) => items.length <= 2)).toBe(true)
})

test('customers.exportAll, whose parts have 250 clients, has each of 501 once', async () => {
  const practice = await createTestPractice()
  const { ask } = await reading(
    { domain: 'customers', name: 'customers.exportAll', endpoint: apiContract.customers.exportAll },
    practice,
  )
  const createdAt = '2026-10-01T10:00:00.000Z'
  const numbers = Array.from({ length: 500 }, (_, index) => String(index).padStart(8, '0'))
  await practice.data.customers
    .put(numbers.map((id) => ({ customerId: `cus_${id}`, name: 'Ana', email: `ana-${id}@correo.test`, createdAt })))
    .go({ concurrent: 4 })

  const pages = await pagesOf(ask, {})

  const lines = pages.flatMap(({ items }) => items)
  expect(pages).toHaveLength(3)
  expect(new Set(lines).size).toBe(1 + 501)
  expect(lines).toHaveLength(1 + 501)
})

test('security.exportAudit, whose parts have 500 entries, has each of 1001 once', async () => {
  const practice = await createTestPractice()
  const { ask, client } = await reading(
    { domain: 'security', name: 'security.exportAudit', endpoint: apiContract.security.exportAudit },
    practice,
  )
  const createdAt = '2026-10-01T10:00:00.000Z'
  await openRawAuditLog(practice)
    .put(
      Array.from({ length: 1001 }, (_, index) => ({
        auditId: `aud_${String(index).padStart(8, '0')}`,
        month: '2026-10',
        createdAt,
        action: 'CUSTOMER_CHANGED' as const,
        userId: 'usr_boss',
        subjectId: client.customerId,
      })),
    )
    .go({ concurrent: 4 })

  const pages = await pagesOf(ask, { action: 'CUSTOMER_CHANGED' })

  const lines = pages.flatMap(({ items }) => items)
  expect(pages).toHaveLength(3)
  expect(new Set(lines).size).toBe(1 + 1001)
  expect(lines).toHaveLength(1 + 1001)
})

test('every list that goes on is among these', () => {
  const goingOn = allEndpoints.filter(
    ({ endpoint }) => 'next' in ((endpoint.reply.def as { shape?: object }).shape ?? {}),
  )

  expect(goingOn.filter((named) => !paged.includes(named)).map(({ name }) => name)).toEqual([])
  expect(paged.length).toBeGreaterThan(15)
})
