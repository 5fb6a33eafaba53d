import { inflateSync } from 'node:zlib'

/** For PDFs with the built-in fonts; lines in drawing order. */
export const extractPdfText = (bytes: Uint8Array): string[] =>
  contentsOf(bytes).flatMap((content) => [...content.matchAll(LINES)].map(([, hex]) => textOf(hex)))

const LINES = /<([0-9A-F]+)> Tj/g
const BLOCKS = /([\d. ]+) rg\s+\/\S+ ([\d.]+) Tf\s+([\d.]+) TL\s+1 0 0 1 ([\d.]+) ([\d.]+) Tm(.*?)ET/gs

export interface PlacedPdfText {
  readonly color: string
  readonly size: number
  readonly lineHeight: number
  /** Points from the left and from the bottom of the page. */
  readonly x: number
  readonly y: number
  readonly lines: readonly string[]
}

export const extractPlacedPdfTexts = (bytes: Uint8Array): PlacedPdfText[] =>
  contentsOf(bytes).flatMap((content) =>
    [...content.matchAll(BLOCKS)].map(([, color = '', size, lineHeight, x, y, lines = '']) => ({
      color,
      size: Number(size),
      lineHeight: Number(lineHeight),
      x: Number(x),
      y: Number(y),
      lines: [...lines.matchAll(LINES)].map(([, hex]) => textOf(hex)),
    })),
  )

function contentsOf(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes)
  const streams = [...file.toString('latin1').matchAll(/stream\r?\n/g)].map(({ index, 0: { length } }) => {
    const begin = index + length
    return file.subarray(begin, file.indexOf('endstream', begin))
  })
  return streams.map(inflated)
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
