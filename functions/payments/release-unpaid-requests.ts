import type { EntityItem } from 'electrodb'
import { UNPAID_REQUEST_CONFIRMATION_HOURS, MAX_UNPAID_CONSULTATION_MINUTES } from '#contract/consultation'
import { hasConsultationRequestLapsed, hasCustomerPaid } from '#data/consultation-queries'
import type { TableEntities } from '#data/entities'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { appendAuditEntry } from '#platform/audit'
import { queueClientNotice, toConsultationNotice } from '../notifications/public/client-notice.ts'
import type { PaymentSettlementServices } from './services.ts'
import { prepareConsultationCancellation } from './order-consultation-cancellation.ts'

type Consultation = EntityItem<TableEntities['consultations']>
type Customer = EntityItem<TableEntities['customers']>
type FreeRequestServices = Pick<PaymentSettlementServices, 'data' | 'now' | 'newId'>

interface UnpaidCustomer {
  readonly customerId: string
  readonly by: string
}

const FREE_REQUEST_MS = UNPAID_REQUEST_CONFIRMATION_HOURS * 3_600_000
const TRIES = 5

/** Each change is its own transaction; after an interruption Stripe's repeated event continues. */
export async function applyUnpaidRequestRules(unpaid: UnpaidCustomer, services: FreeRequestServices): Promise<void> {
  const { data } = services
  const { customerId } = unpaid
  for (let tries = 0; tries < TRIES; tries++) {
    if (await hasCustomerPaid(data, customerId)) return
    const { data: customer } = await data.customers.get({ customerId }).go()
    if (!customer) return
    const { kept, others } = await unconfirmedOf(customerId, services)
    const changes = [
      ...(kept && kept.lapsesAt === undefined ? [() => setTerm({ stored: kept, customer, ...unpaid }, services)] : []),
      ...others.map((stored) => () => cancel({ stored, customer, ...unpaid }, services)),
    ]
    let refused = false
    for (const change of changes) refused = !(await change()) || refused
    if (!refused) return
  }
  throw new Error(`the requests of ${customerId} were not held`)
}

async function unconfirmedOf(customerId: string, { data, now }: FreeRequestServices) {
  const instant = now().toISOString()
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
  const pending = all
    .filter((each) => each.status === 'scheduled' && each.toConfirm && each.startsAt > instant)
    .filter((each) => !hasConsultationRequestLapsed(each, instant))
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
  const kept = pending.find(isFree)
  return { kept, others: pending.filter((each) => each !== kept) }
}

const isFree = ({ durationMinutes }: Consultation): boolean => durationMinutes <= MAX_UNPAID_CONSULTATION_MINUTES

interface Change extends UnpaidCustomer {
  readonly stored: Consultation
  readonly customer: Customer
}

async function setTerm({ stored, customer, customerId, by }: Change, services: FreeRequestServices): Promise<boolean> {
  const { consultationId, startsAt } = stored
  const term = Math.min(services.now().getTime() + FREE_REQUEST_MS, Date.parse(startsAt))
  const wanted = {
    lapsesAt: new Date(term).toISOString(),
    version: stored.version + 1,
    sequence: stored.sequence + 1,
  }
  const notice = toConsultationNotice('consultation_changed', { ...stored, ...wanted })
  const { lapsesAt, version } = wanted
  const outcome = await services.data.transact((entities) => ({
    consultation: entities.consultations
      .patch({ customerId, consultationId })
      .set({ ...wanted, startsAt })
      .remove(['pendingNotice'])
      .where((present, operations) => createUnchangedCondition(present.version, stored.version, operations))
      .commit(),
    mail: queueClientNotice(entities, { customer, notice }, services),
    audit: appendAuditEntry(
      entities,
      {
        action: 'CONSULTATION_CHANGED',
        by,
        subjectId: customerId,
        details: { consultationId, version, lapsesAt },
      },
      services,
    ),
  }))
  return outcome.written
}

async function cancel({ stored, customer, by }: Change, services: FreeRequestServices): Promise<boolean> {
  const writes = await prepareConsultationCancellation({ stored, customer, by }, services)
  const { written } = await services.data.transact((entities) => ({ consultation: writes(entities) }))
  return written
}
