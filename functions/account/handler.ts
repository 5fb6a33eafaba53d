import { account } from '#contract/account'
import { serve } from '#platform/serve'
import { issueBrowserToken, reportFailedSignIn, issueTicket } from './attempts.ts'
import { changePassword } from './change-password.ts'
import { deactivate, mailReactivation, reactivate } from './deactivation.ts'
import { askGuardian, giveGuardianConsent, readGuardianRequest } from './guardian.ts'
import { askForVerification } from './mail-verification.ts'
import { completeRegistration, readRegistration } from './registration.ts'
import { checkResetLink } from './reset-link.ts'
import { type AccountServices, liveAccountServices } from './services.ts'
import { readSession, endOtherSessions, endSession, listSessions, signOut } from './sessions.ts'
import { changeSettings, giveBirthDate, readSettings } from './settings.ts'
import { mailSignInLink } from './sign-in-link.ts'
import { signUp } from './sign-up.ts'
import { tableAccess } from './table-access.ts'
import { chooseFirstPassword, verifyAddress } from './verify-address.ts'

export const open = liveAccountServices

export const withServices = serve<typeof account, AccountServices>(
  account,
  {
    session: readSession,
    signUp,
    verifyAddress,
    chooseFirstPassword,
    mailVerification: askForVerification,
    completeRegistration,
    readRegistration,
    listSessions,
    endSession,
    signOut,
    endOtherSessions,
    changePassword,
    issueTicket,
    keepBrowser: issueBrowserToken,
    mailSignInLink,
    checkResetLink,
    reportFailedSignIn,
    readSettings,
    changeSettings,
    giveBirthDate,
    askGuardian,
    readGuardianRequest,
    giveGuardianConsent,
    deactivate,
    mailReactivation,
    reactivate,
  },
  tableAccess.handler,
)

export const handler = withServices(open)
