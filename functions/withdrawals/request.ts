import type { withdrawals } from '#contract/withdrawals'
import type { WithdrawalStatement } from '#data/mail'
import { audited } from '#platform/audit'
import { queued } from '#platform/outbox'
import { hasTryLeft, type Limit, takeTry } from '#platform/rate-limit'
import { refuse } from '#platform/refusal'
import type { Action, Call } from '#platform/serve'
import type { WithdrawalServices } from './services.ts'

const BY_CALLER: Limit = { name: 'withdrawal-by-caller', tries: 10, minutes: 60 }
/** Anybody may type anybody's address. Beyond this the declaration still counts, but its acknowledgement is not mailed. */
const BY_EMAIL: Limit = { name: 'withdrawal-mail', tries: 5, minutes: 24 * 60 }

type Body = Call<typeof withdrawals.request>['body']

/**
 * Records a declaration with its acknowledgement, whether or not we know of such a contract: the right does not depend on
 * our finding it, and the answer tells nobody who is a client. The practice is mailed with it, acknowledged or not.
 */
export const requestWithdrawal: Action<typeof withdrawals.request, WithdrawalServices> = async (
  { actor, body },
  services,
) => {
  const { data, now, wallClock, practiceMail } = services
  await takeTry(data, BY_CALLER, actor.address, wallClock())
  const before = await recorded(body, services)
  if (before) return before

  const mailed = await hasTryLeft(data, BY_EMAIL, body.email, wallClock())
  const statement = statementOf(body, now())
  const { written } = await data.together((writing) => [
    writing.withdrawals.create({ ...statement, mailed }).commit(),
    audited(
      writing,
      { action: 'WITHDRAWAL_REQUESTED', by: 'visitor', subjectId: statement.withdrawalId, caller: actor },
      services,
    ),
    queued(writing, { to: practiceMail, content: { kind: 'withdrawal-received', ...statement } }, services),
    ...(mailed
      ? [queued(writing, { to: statement.email, content: { kind: 'withdrawal-requested', ...statement } }, services)]
      : []),
  ])
  if (written) return { withdrawalId: body.withdrawalId, requestedAt: statement.requestedAt, mailed }
  return (await recorded(body, services)) ?? lost(body.withdrawalId)
}

/** What was answered when this very declaration came before. The same id with other words is nobody's double click. */
async function recorded(body: Body, { data }: WithdrawalServices) {
  const { withdrawalId } = body
  const { data: known } = await data.withdrawals.get({ withdrawalId }).go({ consistent: true })
  if (!known) return undefined
  const same = (['name', 'email', 'contract', 'comment'] as const).every((field) => known[field] === body[field])
  return same ? { withdrawalId, requestedAt: known.requestedAt, mailed: known.mailed } : refuse('invalid-input')
}

const statementOf = ({ withdrawalId, name, email, contract, comment }: Body, at: Date): WithdrawalStatement => ({
  withdrawalId,
  name,
  email,
  ...(contract && { contract }),
  ...(comment && { comment }),
  requestedAt: at.toISOString(),
})

const lost = (withdrawalId: string): never => {
  throw new Error(`withdrawal ${withdrawalId} was neither written nor there`)
}
