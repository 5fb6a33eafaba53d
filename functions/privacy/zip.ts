import { createHash } from 'node:crypto'
import { makeZip } from 'client-zip'

export interface ZipEntry {
  readonly name: string
  /** Called when its turn comes; undefined when the bytes are unavailable. */
  readonly open: () => Promise<AsyncIterable<Uint8Array> | undefined>
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
}

/**
 * Streams entries one after the other, holding one chunk at a time, and ends with `manifest.json`: what was packed with
 * size and hash, and what was unavailable.
 */
export function createZipStream(entries: readonly ZipEntry[], { now, packed }: Packing): AsyncIterable<Uint8Array> {
  const files: Packed[] = []
  const missing: string[] = []
  async function* inputs() {
    for (const [index, { name, open }] of entries.entries()) {
      const bytes = await open()
      if (bytes) yield { name, lastModified: now, input: measured(name, bytes, files) }
      else missing.push(name)
      await packed(index + 1)
    }
    yield {
      name: 'manifest.json',
      lastModified: now,
      input: manifestOf({ createdAt: now.toISOString(), files, missing }),
    }
  }
  return makeZip(inputs())
}

const manifestOf = (manifest: object): string => `${JSON.stringify(manifest, null, 2)}\n`

async function* measured(path: string, bytes: AsyncIterable<Uint8Array>, files: Packed[]) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of bytes) {
    hash.update(chunk)
    sizeBytes += chunk.byteLength
    yield chunk
  }
  files.push({ path, sizeBytes, sha256: hash.digest('hex') })
}
