import { expect, test } from 'vitest'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createPaidOrder } from '../../support/paid-order.ts'

/** Paid on 21 November: the right of withdrawal ends with 5 December. */
const EARLY = '2026-12-01T09:00:00.000Z'
const LATE = '2026-12-10T09:00:00.000Z'

async function aPastConsultation(startsAt: string) {
  const paid = await createPaidOrder()
  const { practice, buyer } = paid
  const { consultationId } = await paid.book(startsAt)
  const mailbox = createOutboxReader(practice)
  practice.clock.advance({ minutes: 11 })
  const before = (await mailbox.post()).length
  practice.clock.set(new Date(Date.parse(startsAt) + 40 * 60_000).toISOString())
  const set = async (status: string, more: object = {}) => {
    const params = { customerId: buyer.customerId, consultationId }
    const { data } = await practice.data.consultations.get(params).go({ consistent: true })
    await paid.setStatus(consultationId, { status, version: data?.version ?? 0, ...more })
  }
  return {
    ...paid,
    set,
    mailsAfter: async (minutes: number) => {
      practice.clock.advance({ minutes })
      return (await mailbox.post()).slice(before)
    },
  }
}

test('A-71 within the 14 days the client reads of an absence until when they may withdraw, and then the rule that they read', async () => {
  const { set, mailsAfter, buyer } = await aPastConsultation(EARLY)
  await set('no_show')

  const soon = await mailsAfter(9)
  const later = await mailsAfter(2)

  expect(soon).toEqual([])
  expect(later.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
    [buyer.email, 'No pudimos verte en tu cita con Hábitat Interior'],
  ])
  const [mail] = later
  expect(mail?.text).toMatch(
    /Desistir: Hasta el sábado 5 de diciembre a las 23:59 puedes desistir de la compra, aunque no asistieras, y te devolvemos 80,00\s€\./,
  )
  expect(mail?.text).toContain('Tu pago: Si no desistes, vale la regla que leíste al pagar: el pago se pierde.')
  expect(mail?.text).toContain('https://habitat.test/client?tab=invoices')
  // The calendar entry stays, because nothing was moved or cancelled.
  expect(mail?.attachments).toEqual([])
})

test('A-71 after the 14 days the client reads of an absence the rule that they read, and nothing of withdrawing', async () => {
  const { set, mailsAfter } = await aPastConsultation(LATE)
  await set('no_show')

  const [mail] = await mailsAfter(11)

  expect(mail?.text).toContain('Tu pago: Para las ausencias vale la regla que leíste al pagar: el pago se pierde.')
  expect(mail?.text).not.toContain('desistir')
})

test('A-71 an absence that is taken back within ten minutes is told to nobody', async () => {
  const { set, mailsAfter } = await aPastConsultation(EARLY)
  await set('no_show')
  await mailsAfter(9)
  await set('scheduled', { undoes: true })

  expect(await mailsAfter(20)).toEqual([])
})

test.each(['completed', 'cancelled'])(
  'A-71 an absence that becomes %s within ten minutes is told to nobody, nor is that',
  async (status) => {
    const { set, mailsAfter } = await aPastConsultation(EARLY)
    await set('no_show')
    await set(status)

    expect(await mailsAfter(20)).toEqual([])
  },
)

test('A-71 an absence that is taken back once its mail was sent is followed by no mail about an hour that is past', async () => {
  const { set, mailsAfter } = await aPastConsultation(EARLY)
  await set('no_show')
  const told = await mailsAfter(11)
  await set('scheduled', { undoes: true })

  expect(await mailsAfter(20)).toHaveLength(told.length)
})
