import { account } from '#contract/account'
import { serve } from '#platform/serve'
import { deactivate, mailReactivation, reactivate } from './deactivation.ts'
import { askGuardian, giveGuardianConsent, readGuardianRequest } from './guardian.ts'
import { changePassword } from './change-password.ts'
import { mailExistingOwner } from './mail-existing-owner.ts'
import { completeRegistration, readRegistration } from './registration.ts'
import { reportFailedSignIn } from './report-failed-sign-in.ts'
import { type AccountServices, liveAccountServices } from './services.ts'
import { readSession } from './session.ts'
import { changeSettings, giveBirthDate, readSettings } from './settings.ts'
import { endOtherSessions, endSession, listSessions, signOut } from './sessions.ts'
import { issueTicket } from './visit-ticket.ts'

export const open = liveAccountServices

export const withServices = serve<typeof account, AccountServices>(account, {
  session: readSession,
  mailExistingOwner,
  completeRegistration,
  readRegistration,
  listSessions,
  endSession,
  signOut,
  endOtherSessions,
  changePassword,
  issueTicket,
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
})

export const handler = withServices(open)
