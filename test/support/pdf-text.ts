import { inflateSync } from 'node:zlib'

/** For PDFs with the built-in fonts; lines in drawing order. */
export function extractPdfText(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes)
  const streams = [...file.toString('latin1').matchAll(/stream\r?\n/g)].map(({ index, 0: { length } }) => {
    const begin = index + length
    return file.subarray(begin, file.indexOf('endstream', begin))
  })
  return streams.flatMap((stream) => [...inflated(stream).matchAll(/<([0-9A-F]+)> Tj/g)].map(([, hex]) => textOf(hex)))
}

function inflated(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1')
  } catch {
    return ''
  }
}

/** The built-in fonts use WinAnsi (Windows-1252). */
const textOf = (hex = ''): string => new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'))
