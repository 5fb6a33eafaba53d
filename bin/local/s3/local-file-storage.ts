import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { copyFile, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { S3StandInError } from './s3-stand-in-error.ts'

/** Every checksum that a client may send; the strings are base64, as in S3's headers. */
export interface ContentDigests {
  readonly size: number
  readonly md5: Buffer
  readonly sha1: string
  readonly sha256: Buffer
  readonly crc32: string
}

/** Completely written, but not yet part of an object. */
export interface StagedFile extends ContentDigests {
  /**
   * Makes the file permanent.
   * @returns its name
   */
  readonly keep: () => Promise<string>
  readonly discard: () => Promise<void>
}

export function createContentDigester() {
  const hashes = { md5: createHash('md5'), sha1: createHash('sha1'), sha256: createHash('sha256') }
  let size = 0
  let crc = 0
  return {
    add: (chunk: Uint8Array): number => {
      for (const hash of Object.values(hashes)) hash.update(chunk)
      crc = crc32(chunk, crc)
      size += chunk.length
      return size
    },
    digests: (): ContentDigests => {
      const checksum = Buffer.alloc(4)
      checksum.writeUInt32BE(crc)
      return {
        size,
        md5: hashes.md5.digest(),
        sha1: hashes.sha1.digest('base64'),
        sha256: hashes.sha256.digest(),
        crc32: checksum.toString('base64'),
      }
    },
  }
}

/** A file is written elsewhere, synced and renamed, so a killed process leaves no partial file. */
export function openLocalFileStorage(directory: string) {
  const unfinished = join(directory, 'unfinished')
  const files = join(directory, 'files')
  rmSync(unfinished, { recursive: true, force: true })
  for (const folder of [unfinished, files]) mkdirSync(folder, { recursive: true })
  const pathOf = (name: string): string => join(files, name)

  return {
    /** @throws {S3StandInError} `EntityTooLarge` as soon as the stream exceeds `limitBytes` */
    receive: async (source: AsyncIterable<Uint8Array>, limitBytes = Infinity): Promise<StagedFile> => {
      const name = randomUUID()
      const path = join(unfinished, name)
      const measure = createContentDigester()
      try {
        await using file = await open(path, 'wx')
        for await (const chunk of source) {
          if (measure.add(chunk) > limitBytes) {
            throw new S3StandInError(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size')
          }
          await file.writeFile(chunk)
        }
        await file.sync()
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return {
        ...measure.digests(),
        keep: async () => {
          await rename(path, pathOf(name))
          return name
        },
        discard: () => rm(path, { force: true }),
      }
    },
    read: (name: string, range?: { start: number; end: number }) => createReadStream(pathOf(name), range),
    copy: async (name: string): Promise<string> => {
      const twin = randomUUID()
      await copyFile(pathOf(name), join(unfinished, twin))
      await rename(join(unfinished, twin), pathOf(twin))
      return twin
    },
    remove: (name: string): void => rmSync(pathOf(name), { force: true }),
    keepOnly: (names: ReadonlySet<string>): void => {
      for (const name of readdirSync(files)) if (!names.has(name)) rmSync(pathOf(name))
    },
  }
}

export type LocalFileStorage = ReturnType<typeof openLocalFileStorage>
