import * as z from 'zod/mini'
import { PRODUCT_SLUG } from '#contract/product'
import { loadAmplify, OAUTH_CALLBACK_PATH } from './amplify.ts'
import { tabStorage } from './browser-storage.ts'
import { findTriggerErrorCode, isAccountJustLinkedMessage } from './cognito-messages.ts'
import { readAuthSession } from './auth-session.ts'
import { clearUnfinishedGoogleSignIn, moveTokensToTabStorage } from './session-storage.ts'

/** The values appear in URLs. */
export const googleSignInProblems = ['start', 'email-unverified', 'administrator-by-password', 'failed'] as const
export type GoogleSignInProblem = (typeof googleSignInProblems)[number]

export type GoogleSignInOutcome = 'success' | GoogleSignInProblem

const Visit = z.object({
  nonce: z.optional(z.string()),
  /** Whether a sign-in in this window stores its tokens in localStorage. */
  keep: z.boolean(),
  retried: z.boolean(),
})
type Visit = z.infer<typeof Visit>

const visitKey = `${PRODUCT_SLUG}:google`

function storedVisit(): Visit {
  const stored = Visit.safeParse(tabStorage.readJson(visitKey))
  return stored.success ? stored.data : { keep: false, retried: false }
}

/** @throws when Google cannot be reached */
async function leaveForGoogle(visit: Visit): Promise<never> {
  tabStorage.write(visitKey, JSON.stringify(visit))
  clearUnfinishedGoogleSignIn()
  const [{ signInWithRedirect }] = await Promise.all([import('./google-functions.ts'), loadAmplify()])
  await signInWithRedirect({ provider: 'Google', options: { prompt: 'SELECT_ACCOUNT' } })
  return new Promise<never>(() => undefined)
}

async function returnedOutcome(search: URLSearchParams, visit: Visit): Promise<GoogleSignInOutcome> {
  const said = search.get('error_description') ?? search.get('error')
  if (said !== null && isAccountJustLinkedMessage(said) && !visit.retried)
    return leaveForGoogle({ ...visit, retried: true })
  if (said !== null) return findTriggerErrorCode(said, googleSignInProblems) ?? 'failed'
  await Promise.all([import('./google-functions.ts'), loadAmplify()])
  return (await readAuthSession()) ? 'success' : 'failed'
}

/** `nonce` identifies the waiting window; undefined without one. */
export async function runGoogleSignInRedirect(
  search: URLSearchParams,
): Promise<{ readonly outcome: GoogleSignInOutcome; readonly nonce: string | undefined }> {
  if (search.has('start')) {
    const nonce = search.get('nonce') ?? undefined
    const visit = { ...(nonce && { nonce }), keep: search.has('keep'), retried: false }
    return { outcome: await leaveForGoogle(visit).catch((): GoogleSignInOutcome => 'start'), nonce }
  }
  const visit = storedVisit()
  const outcome = await returnedOutcome(search, visit).catch((): GoogleSignInOutcome => 'failed')
  tabStorage.remove(visitKey)
  if (!visit.nonce) moveTokensToTabStorage(visit.keep)
  return { outcome, nonce: visit.nonce }
}

export function buildGoogleSignInUrl({ nonce, keep }: { readonly nonce?: string; readonly keep: boolean }): string {
  const search = new URLSearchParams({ start: '1', ...(nonce && { nonce }), ...(keep && { keep: '1' }) })
  return `${OAUTH_CALLBACK_PATH}?${search}`
}
