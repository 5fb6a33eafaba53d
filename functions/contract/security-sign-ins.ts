import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './values.ts'

/** So many days of sign-ins are counted. */
export const SIGN_IN_DAYS = 7

/** What happened within one hour, which begins at `at`. */
export const SignInHour = z.object({
  at: Instant,
  /** Sessions that began. */
  succeeded: z.int().check(z.nonnegative()),
  /** Wrong passwords and codes, and tries that were not let try. */
  failed: z.int().check(z.nonnegative()),
})
export type SignInHour = z.infer<typeof SignInHour>

export const signInEndpoints = {
  /** The sign-ins of the last seven days by the hour, the oldest first, the present hour included. Names nobody. */
  signIns: endpoint({
    method: 'GET',
    path: '/security/sign-ins',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ hours: z.array(SignInHour).check(z.maxLength(SIGN_IN_DAYS * 24)) }),
    audit: 'none',
    refusals: [],
  }),
}
