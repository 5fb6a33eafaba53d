import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PersonName } from './person-name.ts'
import { Line, Lines } from './text.ts'
import { Email, Instant, pageOf, PageQuery, WithdrawalId } from './values.ts'

const optionalText = (kind: typeof Line, most: number) =>
  z.optional(
    z.pipe(
      kind.check(z.maxLength(most)),
      z.transform((text) => text || undefined),
    ),
  )

/** What identifies the consumer and the contract (Directive (EU) 2023/2673, article 11a). Reasons are not asked for. */
export const WithdrawalForm = z.strictObject({
  name: PersonName.check(z.minLength(2, { error: 'Escribe tu nombre y apellidos' }), z.maxLength(160)),
  email: Email,
  contract: optionalText(Line, 120),
  comment: optionalText(Lines, 1000),
})
export type WithdrawalForm = z.output<typeof WithdrawalForm>

const Withdrawal = z.object({
  withdrawalId: WithdrawalId,
  name: z.string(),
  email: z.string(),
  contract: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  /** Server time: it decides whether the withdrawal is in time. */
  requestedAt: Instant,
})

export const withdrawals = {
  /**
   * Stores a declaration, mails its acknowledgement and notifies the practice. The answer does not reveal whether the
   * contract exists.
   */
  request: endpoint({
    method: 'POST',
    path: '/withdrawals',
    allow: 'everyone',
    /** The browser creates the id, so that confirming twice is one withdrawal. */
    body: z.strictObject({ ...WithdrawalForm.shape, withdrawalId: WithdrawalId }),
    reply: z.object({
      withdrawalId: WithdrawalId,
      requestedAt: Instant,
      /** False when this address has received too many acknowledgements in a day. */
      mailed: z.boolean(),
    }),
    audit: 'WITHDRAWAL_REQUESTED',
    refusals: [],
  }),
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
