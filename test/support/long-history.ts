import type { TestPractice } from './practice.ts'

export async function recordPastConsultations(
  { data, now }: Pick<TestPractice, 'data' | 'now'>,
  customerId: string,
  count: number,
): Promise<void> {
  const consultations = Array.from({ length: count }, (_, n) => ({
    customerId,
    consultationId: `con_past-${String(n).padStart(4, '0')}`,
    startsAt: new Date(now().getTime() - (n + 1) * 86_400_000).toISOString(),
    durationMinutes: 30,
    type: 'general' as const,
    status: 'completed' as const,
    toConfirm: false,
    version: 1,
    sequence: 0,
    createdAt: '2026-01-02T09:00:00.000Z',
  }))
  await data.consultations.put(consultations).go()
}

export async function recordPastPayments(
  { data }: Pick<TestPractice, 'data'>,
  customerId: string,
  count: number,
): Promise<void> {
  const at = '2026-01-02T09:00:00.000Z'
  const orderIds = Array.from({ length: count }, (_, n) => `ord_past-${n}`)
  const orders = orderIds.map((orderId) => ({
    orderId,
    customerId,
    product: 'primera-consulta' as const,
    status: 'paid' as const,
    version: 1,
    totalCents: 8000,
    currency: 'eur',
    openedAt: at,
    createdAt: at,
  }))
  const payments = orderIds.map((orderId, n) => ({
    customerId,
    orderId,
    paymentId: orderId.replace('ord', 'pay'),
    concept: 'Primera consulta',
    amountCents: 8000,
    refundedCents: 0,
    currency: 'eur' as const,
    status: 'completed' as const,
    paidAt: at,
    receiptNumber: `2026-${n}`,
  }))
  await data.orders.put(orders).go()
  await data.payments.put(payments).go()
}
