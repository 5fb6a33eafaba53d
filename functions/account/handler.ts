import { account } from '#contract/account-domain'
import { serve } from '#platform/serve'
import { issueKnownBrowserToken, reportFailedSignIn, issueCognitoCallTicket } from './attempts.ts'
import { changePassword } from './change-password.ts'
import { deactivateAccount, mailReactivationLink, reactivateAccount } from './deactivation.ts'
import { requestGuardianConsent, giveGuardianConsent, readGuardianConsentRequest } from './guardian.ts'
import { requestVerificationMail } from './mail-verification.ts'
import { completeRegistration, readRegistration } from './registration.ts'
import { checkPasswordResetLink } from './reset-link.ts'
import { type AccountServices, createAccountServices } from './services.ts'
import { readCurrentSession, endOtherSessions, endSignInSession, listSignInSessions, signOut } from './sessions.ts'
import { changeAccountSettings, saveOwnTimeZone, saveOwnBirthDate, readAccountSettings } from './settings.ts'
import { mailSignInUnlockLink } from './sign-in-unlock-link.ts'
import { signUp } from './sign-up.ts'
import { tableAccess } from './table-access.ts'
import { chooseFirstPassword, verifyEmailAddress } from './verify-address.ts'

export const createLambdaServices = createAccountServices

export const createLambdaHandler = serve<typeof account, AccountServices>(
  account,
  {
    session: readCurrentSession,
    signUp,
    verifyAddress: verifyEmailAddress,
    chooseFirstPassword,
    mailVerification: requestVerificationMail,
    completeRegistration,
    readRegistration,
    listSessions: listSignInSessions,
    endSession: endSignInSession,
    signOut,
    endOtherSessions,
    changePassword,
    issueTicket: issueCognitoCallTicket,
    keepBrowser: issueKnownBrowserToken,
    mailSignInLink: mailSignInUnlockLink,
    checkResetLink: checkPasswordResetLink,
    reportFailedSignIn,
    readSettings: readAccountSettings,
    changeSettings: changeAccountSettings,
    saveTimeZone: saveOwnTimeZone,
    giveBirthDate: saveOwnBirthDate,
    askGuardian: requestGuardianConsent,
    readGuardianRequest: readGuardianConsentRequest,
    giveGuardianConsent,
    deactivate: deactivateAccount,
    mailReactivation: mailReactivationLink,
    reactivate: reactivateAccount,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
