import { mfa } from '#contract/mfa'
import { serve } from '#platform/serve'
import { disableMfa } from './disable.ts'
import { allowMfaEnrolment, confirmMfaEnrolment, beginMfaEnrolment } from './enrol.ts'
import { proveSecondFactor } from './prove.ts'
import { readMfaStatus } from './read.ts'
import { exchangeRecoveryCodeForTotp } from './recover.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { createMfaServices, type MfaServices } from './services.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createMfaServices

export const createLambdaHandler = serve<typeof mfa, MfaServices>(
  mfa,
  {
    read: readMfaStatus,
    allowEnrolment: allowMfaEnrolment,
    enrol: beginMfaEnrolment,
    confirm: confirmMfaEnrolment,
    prove: proveSecondFactor,
    disable: disableMfa,
    renewRecoveryCodes,
    recover: exchangeRecoveryCodeForTotp,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
