import type { Database } from '#data/database'

export async function recordSampleNotice({ data }: { readonly data: Database }): Promise<void> {
  const at = '2026-11-21T10:00:00.000Z'
  await data.users
    .put({
      userId: 'usr_00000001',
      firstName: 'Elena',
      lastName: 'Mora',
      email: 'direccion@habitat.test',
      role: 'administrador',
      status: 'active',
      createdAt: at,
    })
    .go()
  await data.practiceNotices
    .put({
      noticeId: 'ntc_00000001',
      customerId: 'cus_nobody-here',
      kind: 'payment',
      startsAt: '2026-12-01T09:00:00.000Z',
      amountCents: 8000,
      happenedAt: at,
      createdAt: at,
      expiresAtEpoch: 1_900_000_000,
    })
    .go()
}

interface SampleOrder {
  readonly orderId: string
  readonly customerId: string
}

export const recordSampleConsultation = async (
  { data }: { readonly data: Database },
  { orderId, customerId }: SampleOrder,
): Promise<unknown> =>
  data.consultations
    .put({
      orderId,
      customerId,
      consultationId: 'con_00000001',
      startsAt: '2026-12-01T09:00:00.000Z',
      durationMinutes: 30,
      type: 'primera_consulta',
      status: 'cancelled',
      toConfirm: false,
      priceCents: 8000,
      version: 2,
      sequence: 1,
      createdAt: '2026-11-21T10:00:00.000Z',
    })
    .go()

export const recordSampleReceipt = async (
  { data }: { readonly data: Database },
  { orderId, customerId }: SampleOrder,
): Promise<unknown> =>
  data.receipts
    .put({
      orderId,
      customerId,
      receiptNumber: '2026-ABC',
      paymentId: 'pay_00000001',
      buyerName: 'Lucía Ferrer',
      concept: 'Primera consulta',
      listCents: 10_000,
      amountCents: 8000,
      issuedAt: '2026-11-21T10:00:00.000Z',
      fileKey: `${customerId}/receipt/1.pdf`,
    })
    .go()

export async function recordSampleRefusal({ data }: { readonly data: Database }): Promise<void> {
  const at = '2026-11-21T10:00:00.000Z'
  const of = { customerId: 'cus_00000001', createdAt: at }
  await data.orders
    .put({
      ...of,
      orderId: 'ord_00000002',
      product: 'consulta',
      bookedConsultationId: 'con_00000002',
      status: 'failed',
      totalCents: 8000,
      currency: 'eur',
      version: 1,
      openedAt: at,
    })
    .go()
  await data.consultations
    .put({
      ...of,
      consultationId: 'con_00000002',
      startsAt: '2026-12-01T09:00:00.000Z',
      durationMinutes: 30,
      type: 'general',
      status: 'scheduled',
      toConfirm: false,
      priceCents: 8000,
      version: 1,
      sequence: 0,
    })
    .go()
}
