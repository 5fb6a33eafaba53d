import { mfa } from '#contract/mfa'
import { serve } from '#platform/serve'
import { disableMfa } from './disable.ts'
import { allowEnrolment, confirmFactor, enrolFactor } from './enrol.ts'
import { proveFactor } from './prove.ts'
import { readMfa } from './read.ts'
import { recoverCode } from './recover.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { liveMfaServices, type MfaServices } from './services.ts'
import { tableAccess } from './table-access.ts'

export const open = liveMfaServices

export const withServices = serve<typeof mfa, MfaServices>(
  mfa,
  {
    read: readMfa,
    allowEnrolment,
    enrol: enrolFactor,
    confirm: confirmFactor,
    prove: proveFactor,
    disable: disableMfa,
    renewRecoveryCodes,
    recover: recoverCode,
  },
  tableAccess.handler,
)

export const handler = withServices(open)
