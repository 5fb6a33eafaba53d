import { consent } from '#contract/consent'
import { serve } from '#platform/serve'
import {
  giveHealthConsent,
  setHealthDataLegalBasis,
  readHealthConsent,
  readCustomerHealthConsent,
  withdrawHealthConsent,
  registerHealthConsentWithdrawal,
} from './health-consent.ts'
import { saveConsentReceipt } from './keep-receipt.ts'
import { type ConsentServices, createConsentServices } from './services.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createConsentServices

export const createLambdaHandler = serve<typeof consent, ConsentServices>(
  consent,
  {
    keepReceipt: saveConsentReceipt,
    readHealth: readHealthConsent,
    giveHealth: giveHealthConsent,
    withdrawHealth: withdrawHealthConsent,
    readHealthOfCustomer: readCustomerHealthConsent,
    withdrawHealthOfCustomer: registerHealthConsentWithdrawal,
    nameBasis: setHealthDataLegalBasis,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
