import { type DynamoDBClient, ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb'
import { describe, expect, test, vi } from 'vitest'
import { isConditionFailure, openDatabase } from '#data/database'
import { readEnvironment } from '#platform/environment'
import { readCallerDetails } from '#platform/http'
import { practiceLegalDetails as practiceData } from '#contract/practice'
import { toCallerNetworks } from '#platform/network'
import { consumeNetworkRateLimit, type RateLimit, consumeRateLimit } from '#platform/rate-limit'
import type { StoredReceipt as Receipt } from '../../../functions/payments/public/receipt.ts'
import { renderReceiptPdf } from '../../../functions/payments/public/receipt-pdf.ts'
import { RefusalError } from '#platform/refusal-error'
import { extractPdfText } from '../../support/pdf-text.ts'
import { createApiGatewayEvent } from '../../support/endpoint-caller.ts'
import { createTestPractice, type TestPractice } from '../../support/practice.ts'

describe('a limit of tries', () => {
  const five: RateLimit = { name: 'of-this-test', tries: 5, minutes: 15 }

  test('lets exactly so many of fifty at once get through', async () => {
    const { data, now } = await createTestPractice()

    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => consumeRateLimit(data, five, 'ada', now())),
    )

    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(outcomes.length - refused.length).toBe(5)
    expect(refused.map(({ reason }) => (reason instanceof RefusalError ? reason.code : reason))).toEqual(
      Array.from({ length: 45 }, () => 'too-many-attempts'),
    )
  })

  test('does not count one subject for another', async () => {
    const { data, now } = await createTestPractice()
    for (let n = 0; n < 5; n++) await consumeRateLimit(data, five, 'ada', now())

    await expect(consumeRateLimit(data, five, 'bo', now())).resolves.toBeUndefined()
    await expect(consumeRateLimit(data, { ...five, name: 'another' }, 'ada', now())).resolves.toBeUndefined()
  })

  test('slides: no border of a window lets twice as many through', async () => {
    const { data, now, clock } = await createTestPractice()
    for (let n = 0; n < 4; n++) await consumeRateLimit(data, five, 'ada', now())
    clock.advance({ minutes: 14 })
    await consumeRateLimit(data, five, 'ada', now())

    await expect(consumeRateLimit(data, five, 'ada', now())).rejects.toThrow('too-many-attempts')
    clock.advance({ minutes: 1, seconds: 1 })
    for (let n = 0; n < 4; n++) await consumeRateLimit(data, five, 'ada', now())
    await expect(consumeRateLimit(data, five, 'ada', now())).rejects.toThrow('too-many-attempts')
  })

  test('is a fault, not a refusal, while the table does not answer', async () => {
    const practice = await createTestPractice()
    answering(practice, () => {
      throw new ProvisionedThroughputExceededException({ message: 'slow down', $metadata: {} })
    })

    await expect(consumeRateLimit(practice.data, five, 'ada', practice.now())).rejects.not.toBeInstanceOf(RefusalError)
  })
})

describe('A-65 where somebody calls from', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
    ['::FFFF:C000:0207', '192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80::/64', 'fe80::/48'],
    ['010.1.1.1', 'unknown', 'unknown'],
    ['1.2', 'unknown', 'unknown'],
    ['nowhere', 'unknown', 'unknown'],
    [undefined, 'unknown', 'unknown'],
  ])('%s is the place %s in the area %s', (address, place, area) => {
    expect(toCallerNetworks(address)).toEqual({ place, area })
  })

  test('is one line of a provider, however many addresses it has', async () => {
    const { data, now } = await createTestPractice()
    const twice: RateLimit = { name: 'of-this-test', tries: 2, minutes: 15 }
    await consumeNetworkRateLimit(data, twice, '2001:db8:1:2::1', now())
    await consumeNetworkRateLimit(data, twice, '2001:db8:1:2:ffff::2', now())

    await expect(consumeNetworkRateLimit(data, twice, '2001:db8:1:2::3', now())).rejects.toThrow('too-many-attempts')
    await expect(consumeNetworkRateLimit(data, twice, '2001:db8:1:3::1', now())).resolves.toBeUndefined()
  })

  test.each([
    ['/24', (n: number) => `192.0.2.${n}`, '192.0.3.1'],
    ['/48', (n: number) => `2001:db8:1:${n}::1`, '2001:db8:2::1'],
  ])('counts in its %s too, five times as much', async (_, within, outside) => {
    const { data, now } = await createTestPractice()
    const twice: RateLimit = { name: 'of-this-test', tries: 2, minutes: 15 }
    for (let n = 0; n < 10; n++) await consumeNetworkRateLimit(data, twice, within(n), now())

    await expect(consumeNetworkRateLimit(data, twice, within(11), now())).rejects.toThrow('too-many-attempts')
    await expect(consumeNetworkRateLimit(data, twice, outside, now())).resolves.toBeUndefined()
  })
})

describe('a write that was turned away', () => {
  test('by its own condition is told apart from one that was throttled', async () => {
    const practice = await createTestPractice()
    const unmet = await refusedWrite(practice)
    answering(practice, () => {
      throw new ProvisionedThroughputExceededException({ message: 'slow down', $metadata: {} })
    })
    const throttled = await refusedWrite(practice)

    expect([isConditionFailure(unmet), isConditionFailure(throttled)]).toEqual([true, false])
  })
})

describe('where a request came from', () => {
  test.each([
    ['203.0.113.7, 130.176.1.1', '203.0.113.7'],
    ['10.0.0.1, 203.0.113.7, 130.176.1.1', '203.0.113.7'],
    ['2001:db8::1,130.176.1.1', '2001:db8::1'],
    ['130.176.1.1', '130.176.1.1'],
    ['', '130.176.1.1'],
  ])('x-forwarded-for %j means %s', (forwarded, address) => {
    const event = createApiGatewayEvent('GET /health', { headers: { 'x-forwarded-for': forwarded } })

    expect(readCallerDetails(event).address).toBe(address)
  })

  test('a browser may call itself what it likes, up to 256 characters', () => {
    const event = createApiGatewayEvent('GET /health', { headers: { 'user-agent': 'x'.repeat(1000) } })

    expect(readCallerDetails(event).userAgent).toHaveLength(256)
  })
})

describe('a receipt', () => {
  const receipt = {
    receiptNumber: '2026-ABC',
    buyerName: 'Łucja 李 Ferrer\n😀',
    concept: 'Primera consulta',
    listCents: 10_000,
    amountCents: 8000,
    issuedAt: '2026-11-21T09:00:00.000Z',
  } as Receipt

  test('is made for every name, also of letters that its fonts do not know', async () => {
    const pdf = await renderReceiptPdf(receipt)

    expect(new TextDecoder().decode(pdf.slice(0, 5))).toBe('%PDF-')
  })

  test('names issuer, NIF, address, base and IVA and the discount, and says that it is no invoice', async () => {
    const lines = extractPdfText(
      await renderReceiptPdf({
        ...receipt,
        issuer: { legalName: 'Robledal, S. L.', taxId: 'B1', address: 'Plaza Mayor, 7', email: 'a@robledal.example' },
        vat: { percent: 21 },
      }),
    ).map((line) => line.replaceAll(/\s/g, ' '))

    expect(lines).toEqual(
      expect.arrayContaining(['Robledal, S. L.', 'B1', 'Plaza Mayor, 7', '100,00 €', '-20,00 €', '66,12 €', '13,88 €']),
    )
    expect(lines).toEqual(
      expect.arrayContaining(['Descuento', 'Base imponible', 'IVA (21 %)', 'Total pagado', '80,00 €']),
    )
    expect(lines.join(' ')).toContain('no es una factura. Si necesitas una, escríbenos a a@robledal.example.')
  })

  test('names the exemption where there is no IVA, and no discount where there was none', async () => {
    const exemption = 'Exento (artículo 20.Uno.3.º de la Ley 37/1992)'
    const lines = extractPdfText(await renderReceiptPdf({ ...receipt, listCents: 8000, vat: { exemption } }))

    expect(lines).toContain(exemption)
    expect(lines).not.toContain('Descuento')
  })

  test('from before these were written down names the practice as it is', async () => {
    const lines = extractPdfText(await renderReceiptPdf(receipt))

    expect(lines).toEqual(expect.arrayContaining([practiceData.legalName, practiceData.taxId]))
  })

  test('is the same bytes however often it is made', async () => {
    expect(await renderReceiptPdf(receipt)).toEqual(await renderReceiptPdf(receipt))
  })
})

test('a variable that is not set is named', () => {
  expect(() => readEnvironment(['TABLE_NAME', 'SITE_URL'], { SITE_URL: 'https://habitat.test' })).toThrow('TABLE_NAME')
})

function answering(practice: TestPractice, answer: (send: () => Promise<unknown>) => unknown): void {
  const { client, name } = practice.table
  const real = client.send.bind(client)
  const spoken = Object.create(client, {
    send: { value: async (command: never) => answer(() => real(command)) },
  }) as DynamoDBClient
  Object.assign(practice, { data: openDatabase({ table: name, client: spoken }) })
  vi.spyOn(Math, 'random').mockReturnValue(0)
}

const refusedWrite = ({ data }: TestPractice) =>
  data.customers
    .patch({ customerId: 'cus_of-nobody' })
    .set({ name: 'x' })
    .go()
    .catch((error: unknown) => error)
