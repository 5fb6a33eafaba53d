import { diagnostics } from '#contract/diagnostics'
import { serve } from '#platform/serve'
import { readInvariantResults } from './nightly-invariants.ts'
import { readOutbox, resendFailedMails } from './outbox.ts'
import { checkServicesHealth } from './read-services.ts'
import { type DiagnosticsServices, createDiagnosticsServices } from './services.ts'
import { tableAccess } from './table-access.ts'
import { readTestMail, sendTestMail } from './test-mail.ts'

export const createLambdaServices = createDiagnosticsServices

export const createLambdaHandler = serve<typeof diagnostics, DiagnosticsServices>(
  diagnostics,
  {
    services: checkServicesHealth,
    invariants: readInvariantResults,
    outbox: readOutbox,
    resendFailedMails,
    sendTestMail,
    testMail: readTestMail,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
