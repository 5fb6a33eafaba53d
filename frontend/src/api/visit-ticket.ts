import { api } from '#contract/api'
import { clientMetadata } from '#contract/client-metadata'
import { SIGN_IN_LINK } from '#contract/sign-up'
import { SecretToken } from '#contract/values'
import { call } from './call.ts'
import { knownBrowsers } from './known-browsers.ts'
import { setStrongPasswordsEnforced } from './strong-passwords.ts'

/** The ticket only serves the audit log; a sign-in does not wait longer for it. */
const timeoutMs = 2000

export interface Options {
  readonly options?: { readonly clientMetadata: Record<string, string> }
}

export const optionsWith = (ticket: string | undefined): Options =>
  ticket === undefined ? {} : { options: { clientMetadata: { [clientMetadata.ticket]: ticket } } }

let recoveryLink: string | undefined

/** Marks the next sign-in as that of a known visitor: its password was just chosen by a mailed link. */
export const setRecoveryLink = (token: string | undefined): void => {
  recoveryLink = token
}

export const credentialsOfVisit = () => {
  const link = SecretToken.safeParse(new URLSearchParams(window.location.search).get(SIGN_IN_LINK) ?? recoveryLink)
  return { browsers: knownBrowsers(), ...(link.success && { link: link.data }) }
}

export const issueTicket = (): Promise<string | undefined> =>
  call(api.account.issueTicket, { body: credentialsOfVisit() }, AbortSignal.timeout(timeoutMs)).then(
    ({ ticket, strongPasswords }) => {
      setStrongPasswordsEnforced(strongPasswords)
      return ticket
    },
    () => undefined,
  )

/**
 * Options for an Amplify call that tie it to the caller's origin in the audit log. Empty when no ticket could be had.
 */
export const withTicket = async (): Promise<Options> => optionsWith(await issueTicket())
