import { consent } from '#contract/consent'
import { serve } from '#platform/serve'
import { giveHealth, nameBasis, readHealth, readHealthOfCustomer, withdrawHealth } from './health.ts'
import { keepReceipt } from './keep-receipt.ts'
import { type ConsentServices, liveConsentServices } from './services.ts'
import { tableAccess } from './table-access.ts'

export const open = liveConsentServices

export const withServices = serve<typeof consent, ConsentServices>(
  consent,
  {
    keepReceipt,
    readHealth,
    giveHealth,
    withdrawHealth,
    readHealthOfCustomer,
    nameBasis,
  },
  tableAccess.handler,
)

export const handler = withServices(open)
