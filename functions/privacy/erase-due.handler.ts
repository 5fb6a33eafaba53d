import { FIRST, LAST } from '#data/page'
import { eraseCustomer } from './erase-customer.ts'
import { type EraseServices, liveEraseServices } from './erase-services.ts'

export const open = liveEraseServices

/** People taken up in one run; who is left is due again at the next. */
const MOST = 25

/** Erases everybody whose fourteen days are over. One who cannot be erased now does not keep the others waiting. */
export const withServices = (openServices: () => EraseServices) => {
  let services: EraseServices | undefined
  return async (): Promise<{ erased: number }> => {
    services ??= openServices()
    const { data, now } = services
    const { data: due } = await data.erasures.query
      .due({})
      // The key goes on after the instant: what is due at this very moment lies before what would follow as text.
      .between({ dueAt: FIRST }, { dueAt: `${now().toISOString()}${LAST}` })
      .go({ limit: MOST })
    const failures: unknown[] = []
    for (const erasure of due) {
      await eraseCustomer(erasure, services).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${due.length} were not erased`)
    return { erased: due.length }
  }
}

export const handler = withServices(open)
