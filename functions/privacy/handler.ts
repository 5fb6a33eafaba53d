import { privacy } from '#contract/privacy'
import { serve } from '#platform/serve'
import { requestDeletion, undoDeletion } from './deletion.ts'
import { latestExport, requestExport } from './exports.ts'
import { askAboutOpening, listOpenings, listOpeningsOfCustomer } from './record-openings.ts'
import { livePrivacyServices, type PrivacyServices } from './services.ts'
import { tableAccess } from './table-access.ts'

export const open = livePrivacyServices

export const withServices = serve<typeof privacy, PrivacyServices>(
  privacy,
  {
    requestExport,
    latestExport,
    requestDeletion,
    undoDeletion,
    listOpenings,
    askAboutOpening,
    listOpeningsOfCustomer,
  },
  tableAccess.handler,
)

export const handler = withServices(open)
