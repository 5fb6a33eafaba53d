import { describe, expect, test } from 'vitest'
import { createEmptyTable } from '../../support/table.ts'

const at = '2026-11-22T10:00:00.000Z'

/** By kind of item, the attributes that prove a consent: who, when, to which text and, if known, from where. */
const proofs = {
  healthConsents: {
    customerId: 'cus_1',
    entryId: 'cns_1',
    recordedAt: at,
    event: 'given',
    by: 'client',
    purpose: 'health',
    address: '203.0.113.7',
    userAgent: 'Firefox',
  },
  termsAcceptances: { userId: 'usr_1', termsVersion: '1', acceptedAt: at, marketingOptIn: false },
  consentReceipts: {
    receiptId: 'cns_1',
    textVersion: '1',
    analytics: false,
    marketing: false,
    recordedAt: at,
    expiresAtEpoch: 2_000_000_000,
  },
} as const

interface Writable {
  readonly create: (item: object) => { readonly go: () => Promise<unknown> }
  readonly patch: (key: object) => { readonly set: (change: object) => { readonly go: () => Promise<unknown> } }
}

const parts = Object.entries(proofs).flatMap(([kind, proof]) =>
  Object.keys(proof).map((part) => ({ kind, part, proof })),
)

describe.each(parts)('$part of a proof in $kind', ({ kind, part, proof }) => {
  const open = async () => (await createEmptyTable()).data[kind as keyof typeof proofs] as unknown as Writable

  test('is never left out', async () => {
    const entity = await open()

    await expect(entity.create({ ...proof, [part]: undefined }).go()).rejects.toThrow(/require|Missing/i)
    await expect(entity.create(proof).go()).resolves.toBeDefined()
  })

  test('is never changed', async () => {
    const entity = await open()
    await entity.create(proof).go()

    const change = async () =>
      entity
        .patch(proof)
        .set({ [part]: proof[part as keyof typeof proof] })
        .go()

    await expect(change()).rejects.toThrow(/read.?only/i)
  })
})
