import type { Database } from '#data/database'
import { findPaymentsByUnverifiedEmail } from '#data/unverified-email-payments'
import type { PendingSignUp } from './public/email-proof.ts'
import { queueMail } from '#platform/outbox'

export interface BuyerReminderServices {
  readonly data: Database
  readonly now: () => Date
  readonly newId: (prefix: string) => string
}

const REMINDERS_HOURS = [72, 24]

const HOUR_MS = 3_600_000

const PAGE_ITEMS = 100

export async function remindUnverifiedBuyers(
  cursor: string | null,
  services: BuyerReminderServices,
): Promise<{ readonly cursor: string | null; readonly reminded: number }> {
  const page = await services.data.pendingSignUps.query
    .oldestFirst({ state: 'unproven' })
    .go({ cursor, limit: PAGE_ITEMS })
  let reminded = 0
  for (const pending of page.data) reminded += await remind(pending, services)
  return { cursor: page.cursor, reminded }
}

async function remind({ email }: PendingSignUp, services: BuyerReminderServices): Promise<number> {
  const { data, now } = services
  const [latest] = (await findPaymentsByUnverifiedEmail(email, data)).toSorted((one, other) =>
    other.paidAt.localeCompare(one.paidAt),
  )
  if (!latest) return 0
  const hours = (now().getTime() - Date.parse(latest.paidAt)) / HOUR_MS
  const reminder = REMINDERS_HOURS.find((after) => hours >= after)
  if (reminder === undefined) return 0
  const { customerId, orderId } = latest
  const mailId = `mai_${orderId.slice('ord_'.length)}-verify-${reminder}`
  const { written } = await data.transact((entities) => ({
    mail: queueMail(
      entities,
      { mailId, to: email, customerId, content: { kind: 'verification', wish: 'paid' } },
      services,
    ),
  }))
  return written ? 1 : 0
}
