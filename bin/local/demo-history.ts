import type { AuditAction } from '../../functions/contract/audit.ts'
import { toPracticeDay, toUtcMonth } from '#contract/calendar-days'
import type { Database } from '#data/database'
import { toPaymentId } from '#data/payment-id'
import { DEMO_ORDER_ID } from './demo-orders.ts'
import { buildDemoProtocolAuditEntries } from './demo-protocol.ts'
import { createEntryOnce } from './once.ts'

interface History {
  readonly customerId: string
  readonly userId: string
  readonly by: string
}

interface Deed {
  readonly at: string
  readonly action: AuditAction
  readonly who: 'owner' | 'stripe' | 'practice'
  readonly on: 'account' | 'file'
  readonly details: Readonly<Record<string, unknown>>
}

/** Sums and hours are read from the record, so that they agree with it. */
async function listDeeds(data: Database, customerId: string, now: Date): Promise<readonly Deed[]> {
  const at = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  const held = await readConsultation(data, { customerId, consultationId: 'con_demo-primera' })
  const coming = await readConsultation(data, { customerId, consultationId: 'con_demo-seguimiento' })
  const { data: order } = await data.orders.get({ orderId: DEMO_ORDER_ID }).go()
  if (!order) throw new Error(`there is no ${DEMO_ORDER_ID}`)
  const { orderId, totalCents } = order
  const closed = { ...held.details, version: held.version, old_status: 'scheduled', status: 'completed' }
  const invoice = { fileId: 'fil_demo-factura', fileType: 'invoice' }
  const analytics = { fileId: 'fil_demo-analitica', fileType: 'analytics' }
  const payment = { orderId, paymentId: toPaymentId(orderId), totalCents }
  return [
    { at: at(28), action: 'ACCOUNT_CREATED', who: 'owner', on: 'account', details: { confirmed: true } },
    { at: at(27), action: 'PAYMENT_COMPLETED', who: 'stripe', on: 'file', details: payment },
    { at: at(26), action: 'CONSULTATION_BOOKED', who: 'practice', on: 'file', details: held.details },
    { at: at(25.9), action: 'FILE_ADDED', who: 'practice', on: 'file', details: invoice },
    { at: held.endsAt, action: 'CONSULTATION_STATUS_SET', who: 'practice', on: 'file', details: closed },
    { at: at(16), action: 'FILE_ADDED', who: 'practice', on: 'file', details: analytics },
    { at: at(11.9), action: 'CONSULTATION_BOOKED', who: 'practice', on: 'file', details: coming.details },
  ]
}

async function readConsultation(data: Database, key: { readonly customerId: string; readonly consultationId: string }) {
  const { data: found } = await data.consultations.get(key).go()
  if (!found) throw new Error(`there is no ${key.consultationId}`)
  const { consultationId, startsAt, durationMinutes, orderId, budgetId, version } = found
  return {
    version,
    endsAt: new Date(Date.parse(startsAt) + durationMinutes * 60_000).toISOString(),
    details: { consultationId, startsAt, ...(orderId && { orderId }), ...(budgetId && { budgetId }) },
  }
}

/** Every write is repeatable. */
export async function seedAuditHistory(data: Database, { customerId, userId, by }: History, now: Date): Promise<void> {
  const who = { owner: userId, stripe: 'stripe', practice: by }
  const subjects = { account: userId, file: customerId }
  const done = (await listDeeds(data, customerId, now)).map(({ at, action, who: doer, on, details }) => ({
    createdAt: at,
    action,
    userId: who[doer],
    subjectId: subjects[on],
    details,
  }))
  const prescribed = buildDemoProtocolAuditEntries(customerId, toPracticeDay(now)).map((entry) => ({
    ...entry,
    userId: by,
    subjectId: customerId,
  }))
  for (const [position, entry] of [...done, ...prescribed].entries()) {
    const auditId = `aud_demo-${String(position).padStart(4, '0')}`
    await createEntryOnce(data.auditEntries.create({ ...entry, auditId, month: toUtcMonth(entry.createdAt) }))
  }
}
