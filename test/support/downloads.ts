import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import { privacy } from '#contract/privacy'
import { aWholeCustomer } from './whole-customer.ts'
import { aPasswordSession } from './people.ts'
import { aPrivacySetup, type PrivacySetup } from './privacy-setup.ts'

export const request = ({ ask, client, practice }: PrivacySetup) =>
  ask(privacy.requestExport, { as: aPasswordSession(client, practice), body: {} })
export const latest = ({ ask, client, practice }: PrivacySetup, as = aPasswordSession(client, practice)) =>
  ask(privacy.latestExport, { as })

export async function ready() {
  const setup = await aPrivacySetup()
  await aWholeCustomer(setup)
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

export async function downloaded(setup: PrivacySetup) {
  const { body } = await latest(setup)
  const response = await fetch(body.download?.url ?? '')
  return { response, files: await unzipped(Buffer.from(await response.arrayBuffer())) }
}

export const json = (files: Map<string, Buffer>, name: string) =>
  JSON.parse(files.get(name)?.toString() ?? 'null') as unknown
