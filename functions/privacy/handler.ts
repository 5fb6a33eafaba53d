import { privacy } from '#contract/privacy'
import { serve } from '#platform/serve'
import { requestAccountDeletion, undoAccountDeletion } from './deletion.ts'
import { readLatestDataExport, requestDataExport } from './exports.ts'
import { askAboutRecordOpening, listOwnRecordOpenings, listCustomerRecordOpenings } from './record-openings.ts'
import { createPrivacyServices, type PrivacyServices } from './services.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createPrivacyServices

export const createLambdaHandler = serve<typeof privacy, PrivacyServices>(
  privacy,
  {
    requestExport: requestDataExport,
    latestExport: readLatestDataExport,
    requestDeletion: requestAccountDeletion,
    undoDeletion: undoAccountDeletion,
    listOpenings: listOwnRecordOpenings,
    askAboutOpening: askAboutRecordOpening,
    listOpeningsOfCustomer: listCustomerRecordOpenings,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
