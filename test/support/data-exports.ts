import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import { privacy } from '#contract/privacy'
import { seedWholeCustomer } from './whole-customer.ts'
import { createPasswordSessionClaims } from './people.ts'
import type { TestPractice } from './practice.ts'
import { createPrivacySetup, type PrivacySetup } from './privacy-setup.ts'

export const requestOwnDataExport = ({ ask, client, practice }: PrivacySetup) =>
  ask(privacy.requestExport, { as: createPasswordSessionClaims(client, practice), body: {} })
export const getLatestDataExport = (
  { ask, client, practice }: PrivacySetup,
  as = createPasswordSessionClaims(client, practice),
) => ask(privacy.latestExport, { as })

export async function createReadyDataExport() {
  const setup = await createPrivacySetup()
  await seedWholeCustomer(setup)
  await setup.makeQueued()
  return setup
}

const openZip = (bytes: Buffer) =>
  new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => (error ? reject(error) : resolve(zip))),
  )

const bytesOf = (zip: ZipFile, entry: Entry) =>
  new Promise<Buffer>((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => resolve(Buffer.concat(chunks)))
    }),
  )

async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await openZip(bytes)
  const files = new Map<string, Buffer>()
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(files))
    zip.on('entry', (entry: Entry) => {
      bytesOf(zip, entry).then((content) => {
        files.set(entry.fileName, content)
        zip.readEntry()
        return files
      }, reject)
    })
    zip.readEntry()
  })
}

export async function downloadDataExport(setup: PrivacySetup) {
  const { body } = await getLatestDataExport(setup)
  const response = await fetch(body.download?.url ?? '')
  return { response, files: await unzipped(Buffer.from(await response.arrayBuffer())) }
}

export const parseExportedJson = (files: Map<string, Buffer>, name: string) =>
  JSON.parse(files.get(name)?.toString() ?? 'null') as unknown

/** As it stands in the table from the request on, until somebody reads the stream. */
export const putQueuedExport = ({ data, now }: TestPractice, customerId: string) =>
  data.dataExports
    .put({
      customerId,
      exportId: 'exp_00000001',
      userId: 'usr_00000001',
      status: 'queued',
      attempts: 0,
      partsDone: 0,
      partsTotal: 0,
      fileKey: `${customerId}/export/exp_00000001.zip`,
      requestedAt: now().toISOString(),
      expiresAt: new Date(now().getTime() + 7 * 86_400_000).toISOString(),
    })
    .go()
