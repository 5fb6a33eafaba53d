import type { SignedInAccount } from '#contract/account'
import { apiContract } from '#contract/api'
import { callApi } from './call-api.ts'

/** Loaded for whoever has a session: a visitor's page does without the schemas of replies. */
export const readAccount = (signal: AbortSignal): Promise<SignedInAccount> =>
  callApi(apiContract.account.session, {}, signal)

export const endServerSession = (): Promise<unknown> => callApi(apiContract.account.signOut, {})
