import { expect, test } from 'vitest'
import { files } from '#contract/files'
import { createDomainCaller, allEndpoints, type NamedEndpoint } from '../support/endpoints.ts'
import { createReadyDataExport } from '../support/data-exports.ts'
import { createAdministrador, createPasswordSessionClaims } from '../support/people.ts'
import type { PrivacySetup } from '../support/privacy-setup.ts'

interface SchemaDef {
  readonly shape?: Readonly<Record<string, { readonly def: SchemaDef }>>
  readonly innerType?: { readonly def: SchemaDef }
}

const givesLinkToFile = ({ shape = {}, innerType }: SchemaDef): boolean =>
  ('url' in shape && 'fileName' in shape) ||
  Object.values(shape).some(({ def }) => givesLinkToFile(def)) ||
  (innerType !== undefined && givesLinkToFile(innerType.def))

const giving = allEndpoints.filter(
  ({ endpoint }) => endpoint.method === 'GET' && givesLinkToFile(endpoint.reply.def as SchemaDef),
)

async function linkOf({ domain, endpoint }: NamedEndpoint, { practice, client, ask }: PrivacySetup): Promise<URL> {
  const [file] = (await practice.data.clientFiles.scan.go()).data.filter(({ status }) => status === 'available')
  const [receipt] = (await practice.data.receipts.scan.go()).data
  const ids = new Map([
    ['customerId', client.customerId],
    ['fileId', file?.fileId ?? ''],
    ['paymentId', receipt?.paymentId ?? ''],
  ])
  const caller = domain === 'privacy' ? ask : await createDomainCaller(domain, practice)
  const person = endpoint.allow.includes('administrador') ? await createAdministrador(practice) : client
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

  const { status, body } = await caller(endpoint, {
    as: createPasswordSessionClaims(person, practice),
    params: Object.fromEntries(names.map((name) => [name, ids.get(name) ?? ''])),
  })

  expect(status).toBe(200)
  const { url, download } = body as { url?: string; download?: { url: string } }
  return new URL(url ?? download?.url ?? '')
}

test.each(giving)(
  'the link to a file that $name gives ends after a minute, saves the file under its name, and opens it in no browser',
  async (named) => {
    const link = await linkOf(named, await createReadyDataExport())
    const response = await fetch(link)

    expect(link.searchParams.get('X-Amz-Expires')).toBe('60')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]+\.(pdf|zip)"/)
    expect(response.headers.get('content-type')).toMatch(/^application\/(octet-stream|zip)$/)
  },
)

test('these endpoints give links to files', () => {
  expect(giving.map(({ name }) => name)).toEqual([
    'files.downloadMine',
    'files.downloadOfCustomer',
    'payments.receipt',
    'payments.receiptOfCustomer',
    'privacy.latestExport',
  ])
})

test('an offer to upload a file ends after two minutes', async () => {
  const { practice, client } = await createReadyDataExport()
  const ask = await createDomainCaller('files', practice)
  const boss = createPasswordSessionClaims(await createAdministrador(practice), practice)
  const before = Date.now()

  const { body } = await ask(files.offerUpload, {
    as: boss,
    params: { customerId: client.customerId },
    body: { fileType: 'invoice', fileName: 'factura.pdf', sizeBytes: 1 },
  })

  const policy = JSON.parse(Buffer.from(body.fields['Policy'] ?? '', 'base64').toString()) as { expiration: string }
  expect(Math.round((Date.parse(policy.expiration) - before) / 60_000)).toBe(2)
})
