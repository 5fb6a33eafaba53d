import { inflateSync } from 'node:zlib'

/** The lines of a PDF that is written with the built-in fonts, in the order in which they are drawn. */
export function pdfText(bytes: Uint8Array): string[] {
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

/** The letters of WinAnsi (Windows-1252), in which the built-in fonts are written. */
const textOf = (hex = ''): string => new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'))
