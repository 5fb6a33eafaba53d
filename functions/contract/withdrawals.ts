import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { PersonName } from './person-name.ts'
import { SingleLineText, MultilineText } from './text-schemas.ts'
import { Email, IsoInstant, createPageSchema, PageQuery, ContractWithdrawalId } from './value-schemas.ts'

const optionalText = (kind: typeof SingleLineText, most: number) =>
  z.optional(
    z.pipe(
      kind.check(z.maxLength(most)),
      z.transform((text) => text || undefined),
    ),
  )

/**
 * What identifies the consumer and the contract (Directive 2011/83/EU, article 11a, added by Directive (EU) 2023/2673).
 * Reasons are not asked for.
 */
export const ContractWithdrawalForm = z.strictObject({
  name: PersonName.check(z.minLength(2, { error: 'Escribe tu nombre y apellidos' }), z.maxLength(160)),
  email: Email,
  contract: optionalText(SingleLineText, 120),
  comment: optionalText(MultilineText, 1000),
})
export type ContractWithdrawalForm = z.output<typeof ContractWithdrawalForm>

const Withdrawal = z.object({
  withdrawalId: ContractWithdrawalId,
  name: z.string(),
  email: z.string(),
  contract: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  /** Server time: it decides whether the withdrawal is in time. */
  requestedAt: IsoInstant,
})

export const withdrawals = {
  /**
   * Stores a declaration, mails its acknowledgement and notifies the practice. The reply does not reveal whether the
   * contract exists.
   */
  request: defineEndpoint({
    method: 'POST',
    path: '/withdrawals',
    allow: 'everyone',
    /** The browser creates the id, so that confirming twice is one withdrawal. */
    body: z.strictObject({ ...ContractWithdrawalForm.shape, withdrawalId: ContractWithdrawalId }),
    reply: z.object({
      withdrawalId: ContractWithdrawalId,
      requestedAt: IsoInstant,
      /** False after too many acknowledgements to this address in a day. */
      mailed: z.boolean(),
    }),
    audit: 'WITHDRAWAL_REQUESTED',
    refusals: [],
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/withdrawals',
    allow: ['administrador'],
    opens: 'list',
    query: PageQuery,
    reply: createPageSchema(Withdrawal),
    audit: 'none',
    refusals: [],
  }),
}
