import { api } from '#contract/api'
import { clientMetadata } from '#contract/client-metadata'
import { SIGN_IN_LINK } from '#contract/sign-up'
import { SecretToken } from '#contract/values'
import { call } from './call.ts'
import { knownBrowsers } from './known-browsers.ts'
import { setStrongPasswordsEnforced } from './strong-passwords.ts'

/** Nobody waits longer than this to sign in for the sake of the audit log. */
const timeoutMs = 2000

/** What is given to Amplify with a call. */
export interface Options {
  readonly options?: { readonly clientMetadata: Record<string, string> }
}

export const optionsWith = (ticket: string | undefined): Options =>
  ticket === undefined ? {} : { options: { clientMetadata: { [clientMetadata.ticket]: ticket } } }

/** The link of the recovery mail or invitation with which a password was, or is being, chosen in this page. */
let recoveryLink: string | undefined

/** Whoever has chosen a password by mail is no stranger, and signs in with it next. */
export const setRecoveryLink = (token: string | undefined): void => {
  recoveryLink = token
}

/** What shows the server that this is no stranger: a link from a mail, browsers' tokens from earlier sign-ins. */
export const credentialsOfVisit = () => {
  const link = SecretToken.safeParse(new URLSearchParams(window.location.search).get(SIGN_IN_LINK) ?? recoveryLink)
  return { browsers: knownBrowsers(), ...(link.success && { link: link.data }) }
}

/** Undefined without an answer: nobody waits long to sign in for the sake of the audit log. */
export const issueTicket = (): Promise<string | undefined> =>
  call(api.account.issueTicket, { body: credentialsOfVisit() }, AbortSignal.timeout(timeoutMs)).then(
    ({ ticket, strongPasswords }) => {
      setStrongPasswordsEnforced(strongPasswords)
      return ticket
    },
    () => undefined,
  )

/**
 * What is given to Amplify so that the server's record of this call knows where it comes from. Without an answer nothing
 * is given, and the call goes on as it would.
 */
export const withTicket = async (): Promise<Options> => optionsWith(await issueTicket())
