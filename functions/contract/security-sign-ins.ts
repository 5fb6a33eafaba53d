import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './values.ts'

export const SIGN_IN_DAYS = 7

export const SignInHour = z.object({
  at: Instant,
  succeeded: z.int().check(z.nonnegative()),
  /** Wrong passwords and codes, and attempts refused by a limit. */
  failed: z.int().check(z.nonnegative()),
})
export type SignInHour = z.infer<typeof SignInHour>

export const signInEndpoints = {
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
