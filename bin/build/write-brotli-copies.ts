import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { BROTLI_FOLDER } from '../../lib/built-site.ts'

const compress = promisify(brotliCompress)

async function writeBrotliCopy(folder: string, file: string): Promise<void> {
  const original = readFileSync(join(folder, file))
  const copy = join(folder, BROTLI_FOLDER, file)
  mkdirSync(dirname(copy), { recursive: true })
  writeFileSync(
    copy,
    await compress(original, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: original.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  )
}

/** Copies keep the hashed name of the original, so they change no more often. */
export async function writeBrotliCopies(folder: string): Promise<void> {
  const files = globSync('assets/**/*.{js,css}', { cwd: folder })
  await Promise.all(files.map((file) => writeBrotliCopy(folder, file)))
}
