import { diagnostics } from '#contract/diagnostics'
import { serve } from '#platform/serve'
import { readInvariants } from './nights.ts'
import { readServices } from './read-services.ts'
import { type DiagnosticsServices, liveDiagnosticsServices } from './services.ts'
import { tableAccess } from './table-access.ts'
import { readTestMail, sendTestMail } from './test-mail.ts'

export const open = liveDiagnosticsServices

export const withServices = serve<typeof diagnostics, DiagnosticsServices>(
  diagnostics,
  {
    services: readServices,
    invariants: readInvariants,
    sendTestMail,
    testMail: readTestMail,
  },
  tableAccess.handler,
)

export const handler = withServices(open)
