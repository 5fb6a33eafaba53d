import { privacy } from '#contract/privacy'
import { serve } from '#platform/serve'
import { requestDeletion, undoDeletion } from './deletion.ts'
import { latestExport, requestExport } from './exports.ts'
import { livePrivacyServices, type PrivacyServices } from './services.ts'

export const open = livePrivacyServices

export const withServices = serve<typeof privacy, PrivacyServices>(privacy, {
  requestExport,
  latestExport,
  requestDeletion,
  undoDeletion,
})

export const handler = withServices(open)
