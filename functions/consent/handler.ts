import { consent } from '#contract/consent'
import { serve } from '#platform/serve'
import {
  giveHealthConsent,
  setHealthDataLegalBasis,
  readHealthConsent,
  readCustomerHealthConsent,
  withdrawHealthConsent,
} from './health-consent.ts'
import { saveConsentReceipt } from './keep-receipt.ts'
import { type ConsentServices, createConsentServices } from './services.ts'
import { tableAccess } from './table-access.ts'

export const open = createConsentServices

export const withServices = serve<typeof consent, ConsentServices>(
  consent,
  {
    keepReceipt: saveConsentReceipt,
    readHealth: readHealthConsent,
    giveHealth: giveHealthConsent,
    withdrawHealth: withdrawHealthConsent,
    readHealthOfCustomer: readCustomerHealthConsent,
    nameBasis: setHealthDataLegalBasis,
  },
  tableAccess.handler,
)

export const handler = withServices(open)
