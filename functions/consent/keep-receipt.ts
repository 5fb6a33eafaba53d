import { addMonthsToInstant } from '#contract/calendar-days'
import type { consent } from '#contract/consent'
import { COOKIE_CHOICE_MONTHS } from '#contract/product'
import { isConditionFailure } from '#data/database'
import { toEpochSeconds } from '#data/table'
import { consumeNetworkRateLimit, type RateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'

/** Generous: many people share one address of a mobile network, and the browser repeats a refused receipt later. */
const BY_CALLER: RateLimit = { name: 'consent-receipt', tries: 60, minutes: 10 }

/** The proof must outlive the choice it documents. */
const EXTRA_MONTHS = 1

export const saveConsentReceipt: EndpointAction<typeof consent.keepReceipt> = async ({ actor, body }, services) => {
  const { data, now, wallClock } = services
  await consumeNetworkRateLimit(data, BY_CALLER, actor.address, wallClock())
  const recordedAt = now()
  const receipt = { ...body, recordedAt: recordedAt.toISOString() }
  try {
    await data.consentReceipts.create({ ...receipt, expiresAtEpoch: toEpochSeconds(expiry(recordedAt)) }).go()
    return receipt
  } catch (error) {
    if (isConditionFailure(error)) return storedReceipt(body.receiptId, services)
    throw error
  }
}

async function storedReceipt(receiptId: string, { data }: ActionServices) {
  const { data: kept } = await data.consentReceipts.get({ receiptId }).go()
  return kept ?? throwRefusal('not-found')
}

const expiry = (recordedAt: Date): Date => addMonthsToInstant(recordedAt, COOKIE_CHOICE_MONTHS + EXTRA_MONTHS)
