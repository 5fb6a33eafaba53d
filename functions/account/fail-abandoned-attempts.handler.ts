import { withAccess } from '#data/table-scope'
import { environment } from '#platform/environment'
import { liveBasics } from '#platform/services'
import type { LedgerServices } from '#platform/ledger-writes'
import { failAbandonedAttempts } from './abandoned-attempts.ts'
import { tableAccess } from './table-access.ts'

export const open = (): LedgerServices => liveBasics(environment(['TABLE_NAME']).TABLE_NAME)

/** Counts sign-ins as failed that somebody began minutes ago and left, and writes down how often a place was refused. */
export const withServices = (openServices: () => LedgerServices) => {
  let services: LedgerServices | undefined
  return withAccess(tableAccess['fail-abandoned-attempts'], async (): Promise<{ failed: number }> => {
    services ??= openServices()
    return { failed: await failAbandonedAttempts(services) }
  })
}

export const handler = withServices(open)
