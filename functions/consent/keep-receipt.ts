import type { consent } from '#contract/consent'
import { COOKIES_MONTHS } from '#contract/product'
import { conditionFailed } from '#data/data'
import { epochSeconds } from '#data/table'
import { consumeNetworkRateLimit, type RateLimit } from '#platform/rate-limit'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'

/** Generous: many people share one address of a mobile network, and a refused receipt is sent again later. */
const BY_CALLER: RateLimit = { name: 'consent-receipt', tries: 60, minutes: 10 }

/** The proof must outlive the choice it documents. */
const EXTRA_MONTHS = 1

/** The first receipt of an id stands; a repetition gets the stored one. */
export const keepReceipt: Action<typeof consent.keepReceipt> = async ({ actor, body }, services) => {
  const { data, now, wallClock } = services
  await consumeNetworkRateLimit(data, BY_CALLER, actor.address, wallClock())
  const recordedAt = now()
  const receipt = { ...body, recordedAt: recordedAt.toISOString() }
  try {
    await data.consentReceipts.create({ ...receipt, expiresAtEpoch: epochSeconds(expiry(recordedAt)) }).go()
    return receipt
  } catch (error) {
    if (conditionFailed(error)) return storedReceipt(body.receiptId, services)
    throw error
  }
}

async function storedReceipt(receiptId: string, { data }: Services) {
  const { data: kept } = await data.consentReceipts.get({ receiptId }).go({ consistent: true })
  return kept ?? refuse('not-found')
}

function expiry(recordedAt: Date): Date {
  const end = new Date(recordedAt)
  end.setUTCMonth(end.getUTCMonth() + COOKIES_MONTHS + EXTRA_MONTHS)
  return end
}
