import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import { type MissingFileReason, missingFileReasonLabels } from '#contract/privacy'

type Bytes = AsyncIterable<Uint8Array>

export interface ZipEntry {
  readonly name: string
  readonly open: () => Promise<Bytes | MissingFileReason>
}

export interface MissingEntry {
  readonly path: string
  readonly because: MissingFileReason
}

interface Packed {
  readonly path: string
  readonly sizeBytes: number
  /** Lower-case hexadecimal. */
  readonly sha256: string
}

interface Packing {
  readonly now: Date
  readonly packed: (done: number) => Promise<void>
  readonly missed: (missing: MissingEntry) => void
}

/**
 * Streams the entries in sequence, with one chunk in memory, and ends with `manifest.json`: packed files with size and
 * hash, and missing ones with the reason.
 */
export function createZipStream(
  entries: readonly ZipEntry[],
  { now, packed, missed }: Packing,
): AsyncIterable<Uint8Array> {
  const files: Packed[] = []
  const missing: { path: string; reason: string }[] = []
  async function* inputs() {
    for (const [index, { name, open }] of entries.entries()) {
      const bytes = await open()
      if (typeof bytes === 'string') {
        missing.push({ path: name, reason: missingFileReasonLabels[bytes] })
        missed({ path: name, because: bytes })
      } else yield { name, lastModified: now, input: measured(name, bytes, files) }
      await packed(index + 1)
    }
    if (missing.length > 0) {
      const list = Readable.from([Buffer.from(listOf(missing))])
      yield { name: 'FALTAN.txt', lastModified: now, input: measured('FALTAN.txt', list, files) }
    }
    yield {
      name: 'manifest.json',
      lastModified: now,
      input: manifestOf({ createdAt: now.toISOString(), files, missing }),
    }
  }
  return makeZip(inputs())
}

const listOf = (missing: readonly { path: string; reason: string }[]): string =>
  ['Estos archivos no se han podido incluir:', '', ...missing.map(({ path, reason }) => `${path}: ${reason}`), ''].join(
    '\r\n',
  )

const manifestOf = (manifest: object): string => `${JSON.stringify(manifest, null, 2)}\n`

async function* measured(path: string, bytes: Bytes, files: Packed[]) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of bytes) {
    hash.update(chunk)
    sizeBytes += chunk.byteLength
    yield chunk
  }
  files.push({ path, sizeBytes, sha256: hash.digest('hex') })
}
