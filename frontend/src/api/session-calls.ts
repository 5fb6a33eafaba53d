import type { SignedInAccount } from '#contract/account'
import { apiContract } from '#contract/api'
import { callApi } from './call-api.ts'

/** Loaded only with a session: visitors do not need the reply schemas. */
export const readAccount = (signal: AbortSignal): Promise<SignedInAccount> =>
  callApi(apiContract.account.session, {}, signal)

export const endServerSession = (): Promise<unknown> => callApi(apiContract.account.signOut, {})
