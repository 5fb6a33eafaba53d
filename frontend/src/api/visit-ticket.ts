import { api } from '#contract/api'
import { clientMetadata } from '#contract/client-metadata'
import { call } from './call.ts'

/** Nobody waits longer than this to sign in for the sake of the audit log. */
const patienceMilliseconds = 2000

interface Options {
  readonly options?: { readonly clientMetadata: Record<string, string> }
}

/**
 * What is given to Amplify so that the server's record of this call knows where it comes from. Without an answer nothing
 * is given, and the call goes on as it would.
 */
export const withTicket = (): Promise<Options> =>
  call(api.account.issueTicket, {}, AbortSignal.timeout(patienceMilliseconds)).then(
    ({ ticket }) => ({ options: { clientMetadata: { [clientMetadata.ticket]: ticket } } }),
    () => ({}),
  )
