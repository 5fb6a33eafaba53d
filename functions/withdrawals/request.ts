import type { EndpointReply } from '#contract/endpoint'
import type { withdrawals } from '#contract/withdrawals'
import { findNewestContractWithdrawals } from '#data/contract-withdrawal-queries'
import { appendAuditEntry } from '#platform/audit'
import { queueMail } from '#platform/outbox'
import { consumeNetworkRateLimit, tryConsumeRateLimit, type RateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction, ActionCall } from '#platform/serve'
import { toWithdrawalAcknowledgementMailId, computeWithdrawalDigestMail } from './public/withdrawal-mails.ts'
import type { ContractWithdrawalServices } from './services.ts'

const BY_CALLER: RateLimit = { name: 'withdrawal-by-caller', tries: 10, minutes: 60 }
/**
 * Anybody can type anybody's address. Beyond this the declaration still counts, but its acknowledgement is not mailed.
 */
const BY_EMAIL: RateLimit = { name: 'withdrawal-mail', tries: 5, minutes: 24 * 60 }

type Body = ActionCall<typeof withdrawals.request>['body']

/**
 * Recorded and acknowledged even for an unknown contract: the right does not depend on it, and the reply reveals no
 * clients. The practice's mailbox gets one mail a day.
 */
export const requestContractWithdrawal: EndpointAction<typeof withdrawals.request, ContractWithdrawalServices> = async (
  call,
  services,
) => {
  const { data, wallClock } = services
  const { actor, body } = call
  await consumeNetworkRateLimit(data, BY_CALLER, actor.address, wallClock())
  const before = await recorded(body, services)
  if (before) return before

  const mailed = await tryConsumeRateLimit(data, BY_EMAIL, body.email, wallClock())
  return recordWithdrawal(call, mailed, services)
}

async function recordWithdrawal(
  call: ActionCall<typeof withdrawals.request>,
  mailed: boolean,
  services: ContractWithdrawalServices,
): Promise<EndpointReply<typeof withdrawals.request>> {
  const { data, now } = services
  const { actor, body } = call
  const requestedAt = now().toISOString()
  const { withdrawalId, name, email, contract, comment } = body
  const told = await digestIfMissing(services)
  const acknowledgement = { mailId: toWithdrawalAcknowledgementMailId(withdrawalId) }
  const { written } = await data.transact((entities) => ({
    withdrawal: entities.withdrawals
      .create({
        withdrawalId,
        name,
        email,
        ...(contract && { contract }),
        ...(comment && { comment }),
        requestedAt,
        mailed,
      })
      .commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'WITHDRAWAL_REQUESTED', by: 'visitor', subjectId: withdrawalId, caller: actor },
      services,
    ),
    digest: told && queueMail(entities, told, services),
    mail:
      mailed &&
      queueMail(
        entities,
        { ...acknowledgement, to: email, content: { kind: 'withdrawal-requested', withdrawalId, requestedAt } },
        services,
      ),
  }))
  if (written) return { withdrawalId, requestedAt, mailed }
  const before = await recorded(body, services)
  if (before) return before
  return told ? recordWithdrawal(call, mailed, services) : lost(withdrawalId)
}

async function recorded(body: Body, { data }: ContractWithdrawalServices) {
  const { withdrawalId } = body
  const { data: known } = await data.withdrawals.get({ withdrawalId }).go()
  if (!known) return undefined
  const same = (['name', 'email', 'contract', 'comment'] as const).every((field) => known[field] === body[field])
  return same ? { withdrawalId, requestedAt: known.requestedAt, mailed: known.mailed } : throwRefusal('invalid-input')
}

const lost = (withdrawalId: string): never => {
  throw new Error(`withdrawal ${withdrawalId} was neither written nor there`)
}

async function digestIfMissing({ data, now, practiceMail }: ContractWithdrawalServices) {
  const digest = computeWithdrawalDigestMail(now())
  const { data: waiting } = await data.mails.get({ mailId: digest.mailId }).go()
  return waiting ? undefined : { ...digest, to: practiceMail }
}

export const listContractWithdrawals: EndpointAction<typeof withdrawals.list> = async ({ query }, { data }) => {
  const { items, next } = await findNewestContractWithdrawals(data, query)
  return {
    items: items.map(({ withdrawalId, name, email, contract, comment, requestedAt }) => ({
      withdrawalId,
      name,
      email,
      contract: contract ?? null,
      comment: comment ?? null,
      requestedAt,
    })),
    next,
  }
}
