import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { IsoInstant } from './value-schemas.ts'

export const SIGN_IN_STATISTICS_DAYS = 7

export const HourlySignInCounts = z.object({
  at: IsoInstant,
  succeeded: z.int().check(z.nonnegative()),
  /** Wrong passwords and codes, and attempts refused by a limit. */
  failed: z.int().check(z.nonnegative()),
})
export type HourlySignInCounts = z.infer<typeof HourlySignInCounts>

export const signInStatisticsEndpoints = {
  signIns: defineEndpoint({
    method: 'GET',
    path: '/security/sign-ins',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ hours: z.array(HourlySignInCounts).check(z.maxLength(SIGN_IN_STATISTICS_DAYS * 24)) }),
    audit: 'none',
    refusals: [],
  }),
}
