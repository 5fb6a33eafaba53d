import { createHmac, randomBytes } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

/** 32 base32 characters, 160 bits, as Cognito. */
export function generateTotpSecret(): string {
  return [...randomBytes(32)].map((byte) => ALPHABET[byte % 32]).join('')
}

/** Steps (RFC 6238, 30 s, SHA-1, 6 digits) from one before to one after `now` that have this code. */
export function findMatchingTotpSteps(secret: string, code: string, now: number): number[] {
  const current = Math.floor(now / STEP_MS)
  return [current, current - 1, current + 1].filter((step) => codeAt(secret, step) === code)
}

/** No code of an earlier step can match: used steps before it may be forgotten. */
export function computeOldestTotpStep(now: number): number {
  return Math.floor(now / STEP_MS) - 1
}

function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = text.replaceAll(/./g, (character) => ALPHABET.indexOf(character).toString(2).padStart(5, '0'))
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
