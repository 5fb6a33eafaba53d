import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PersonName } from './person-name.ts'
import { Line, Lines } from './text.ts'
import { Email, Instant, pageOf, PageQuery, WithdrawalId } from './values.ts'

/** What is left empty is not said. */
const optionalText = (kind: typeof Line, most: number) =>
  z.optional(
    z.pipe(
      kind.check(z.maxLength(most)),
      z.transform((text) => text || undefined),
    ),
  )

/** What identifies whoever withdraws and the contract (Directive (EU) 2023/2673, article 11a). Reasons are not asked for. */
export const WithdrawalForm = z.strictObject({
  name: PersonName.check(z.minLength(2, { error: 'Escribe tu nombre y apellidos' }), z.maxLength(160)),
  email: Email,
  /** Number of the receipt or the order, or the day of the purchase. */
  contract: optionalText(Line, 120),
  comment: optionalText(Lines, 1000),
})
export type WithdrawalForm = z.output<typeof WithdrawalForm>

/** A declaration of withdrawal as the practice keeps it. */
const Withdrawal = z.object({
  withdrawalId: WithdrawalId,
  name: z.string(),
  email: z.string(),
  contract: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  /** When it reached us, by our clock: this instant decides whether it came in time. */
  requestedAt: Instant,
})

export const withdrawals = {
  /** Records a declaration, mails its acknowledgement and tells the practice. The answer says nothing of whether there is such a contract. */
  request: endpoint({
    method: 'POST',
    path: '/withdrawals',
    allow: 'everyone',
    /** The browser makes the id of what is about to be confirmed, so that confirming twice is one withdrawal. */
    body: z.strictObject({ ...WithdrawalForm.shape, withdrawalId: WithdrawalId }),
    reply: z.object({
      withdrawalId: WithdrawalId,
      requestedAt: Instant,
      /** Whether an acknowledgement is on its way; false when this address has been sent too many in a day. */
      mailed: z.boolean(),
    }),
    audit: 'WITHDRAWAL_REQUESTED',
    refusals: [],
  }),
  /** Every declaration, newest first. */
  list: endpoint({
    method: 'GET',
    path: '/withdrawals',
    allow: ['administrador'],
    opens: 'list',
    query: PageQuery,
    reply: pageOf(Withdrawal),
    audit: 'none',
    refusals: [],
  }),
}
