import { apiContract } from '#contract/api'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { SecretToken } from '#contract/value-schemas'
import { callApi } from './call-api.ts'
import { readKnownBrowserTokens } from './known-browsers.ts'
import { setStrongPasswordsEnforced } from './strong-password-setting.ts'

/** The ticket only serves the audit log; a sign-in waits no longer for it. */
const timeoutMs = 5000

export interface AmplifyTicketOptions {
  readonly options?: { readonly clientMetadata: Record<string, string> }
}

export const toAmplifyTicketOptions = (ticket: string | undefined): AmplifyTicketOptions =>
  ticket === undefined ? {} : { options: { clientMetadata: { [cognitoMetadataKeys.ticket]: ticket } } }

let visitorLink: string | undefined

export const setKnownVisitorLink = (token: string | undefined): void => {
  visitorLink = token
}

export const collectKnownVisitorTokens = () => {
  const link = SecretToken.safeParse(visitorLink)
  return { browsers: readKnownBrowserTokens(), ...(link.success && { link: link.data }) }
}

export const requestCognitoCallerTicket = (): Promise<string | undefined> =>
  callApi(apiContract.account.issueTicket, { body: collectKnownVisitorTokens() }, AbortSignal.timeout(timeoutMs)).then(
    ({ ticket, strongPasswords }) => {
      setStrongPasswordsEnforced(strongPasswords)
      return ticket
    },
    () => undefined,
  )

/** Empty if no ticket could be had. */
export const requestAmplifyTicketOptions = async (): Promise<AmplifyTicketOptions> =>
  toAmplifyTicketOptions(await requestCognitoCallerTicket())
