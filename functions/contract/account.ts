import * as z from 'zod'
import { endpoint, roles } from './endpoint.ts'
import { CustomerId, Email, Instant, UserId } from './values.ts'

/** Who is signed in, as the server knows it at this moment. */
export const AccountSession = z.object({
  userId: UserId,
  email: z.string(),
  displayName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  customerId: CustomerId.nullable(),
  emailVerifiedAt: Instant.nullable(),
  mfaEnabled: z.boolean(),
  /** How this session signed in. */
  origin: z.enum(['password', 'google']),
  /** True when this session may use everything its role allows; false while a second factor is missing or unproven. */
  assured: z.boolean(),
})
export type AccountSession = z.infer<typeof AccountSession>

export const account = {
  /** The caller's role and assurance. Makes the profile when the sign-up's own writing of it failed. */
  session: endpoint({
    method: 'GET',
    path: '/account/session',
    allow: roles,
    assurance: 'enrolling',
    reply: AccountSession,
    audit: 'ACCOUNT_CONFIRMED',
    refusals: [],
  }),
  /** Somebody tried to sign up with an address that has an account: its owner gets a mail, the caller learns nothing. */
  mailExistingOwner: endpoint({
    method: 'POST',
    path: '/account/existing-owner',
    allow: 'everyone',
    body: z.strictObject({ email: Email, product: z.literal('primera-consulta').optional() }),
    reply: z.object({ accepted: z.literal(true) }),
    audit: 'EXISTING_OWNER_MAILED',
    refusals: [],
  }),
}
