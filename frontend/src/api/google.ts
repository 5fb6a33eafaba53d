import * as z from 'zod/mini'
import { PRODUCT_SLUG } from '#contract/product'
import { amplify, googleWindowPath } from './amplify.ts'
import { codeToldIn, tellsJustLinked } from './cognito-messages.ts'
import { readSession } from './session.ts'
import { clearGoogleVisit, moveTokensToTab } from './session-storage.ts'

/** Why a Google sign-in failed; the values appear in URLs. */
export const googleProblems = ['start', 'email-unverified', 'administrator-by-password', 'failed'] as const
export type GoogleProblem = (typeof googleProblems)[number]

export type GoogleOutcome = 'success' | GoogleProblem

const Visit = z.object({
  nonce: z.optional(z.string()),
  /** Whether the tokens of a sign-in in this same window go to localStorage. */
  keep: z.boolean(),
  retried: z.boolean(),
})
type Visit = z.infer<typeof Visit>

const visitKey = `${PRODUCT_SLUG}:google`

function storedVisit(): Visit {
  const stored = Visit.safeParse(JSON.parse(window.sessionStorage.getItem(visitKey) ?? 'null'))
  return stored.success ? stored.data : { keep: false, retried: false }
}

/** @throws when Google cannot be reached */
async function leaveForGoogle(visit: Visit): Promise<never> {
  window.sessionStorage.setItem(visitKey, JSON.stringify(visit))
  clearGoogleVisit()
  const [{ signInWithRedirect }] = await Promise.all([import('./google-functions.ts'), amplify()])
  // Without the prompt Cognito's own cookie would bring back whoever was here last.
  await signInWithRedirect({ provider: 'Google', options: { prompt: 'SELECT_ACCOUNT' } })
  return new Promise<never>(() => undefined)
}

async function returnedOutcome(search: URLSearchParams, visit: Visit): Promise<GoogleOutcome> {
  const said = search.get('error_description') ?? search.get('error')
  if (said !== null && tellsJustLinked(said) && !visit.retried) return leaveForGoogle({ ...visit, retried: true })
  if (said !== null) return codeToldIn(said, googleProblems) ?? 'failed'
  await Promise.all([import('./google-functions.ts'), amplify()])
  return (await readSession()) ? 'success' : 'failed'
}

/**
 * The logic of `/oauth-callback`: goes to Google (`?start=1`), or returns from there and reports the outcome. `nonce`
 * identifies the waiting window; undefined without one.
 */
export async function continueGoogleVisit(
  search: URLSearchParams,
): Promise<{ readonly outcome: GoogleOutcome; readonly nonce: string | undefined }> {
  if (search.has('start')) {
    const nonce = search.get('nonce') ?? undefined
    const visit = { ...(nonce && { nonce }), keep: search.has('keep'), retried: false }
    return { outcome: await leaveForGoogle(visit).catch((): GoogleOutcome => 'start'), nonce }
  }
  const visit = storedVisit()
  const outcome = await returnedOutcome(search, visit).catch((): GoogleOutcome => 'failed')
  window.sessionStorage.removeItem(visitKey)
  if (!visit.nonce) moveTokensToTab(visit.keep)
  return { outcome, nonce: visit.nonce }
}

/** The URL that starts the Google sign-in in this window, or for the window that waits with `nonce`. */
export function googleStartUrl({ nonce, keep }: { readonly nonce?: string; readonly keep: boolean }): string {
  const search = new URLSearchParams({ start: '1', ...(nonce && { nonce }), ...(keep && { keep: '1' }) })
  return `${googleWindowPath}?${search}`
}
