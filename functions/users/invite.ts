import type { users } from '#contract/users'
import { assignEmailIfHolderUnchanged, findEmailHolder } from '#data/email-holders'
import { countsIn } from '#data/practice-counter'
import { createCustomerWrites } from '#data/customer-writes'
import { findUserByEmail } from '#data/user-queries'
import type { Actor } from '#platform/actor'
import { toEmailAddressId } from '#platform/email-address-id'
import { advancePendingSignUp, isEmailProven, findPendingSignUp } from '../account/public/email-proof.ts'
import { createUserSearchFollowUp } from '#data/user-search-index'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import {
  type FormerCustomer,
  listClosedAccountCustomers,
  createAccountDetachWrite,
} from '../customers/public/former-customer.ts'
import { refundRateLimitAttempt, type RateLimit, consumeRateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction, ActionCall } from '#platform/serve'
import { findUnclaimedCustomer } from '../customers/public/unclaimed-customer.ts'
import { writeUserRole } from './change-role.ts'
import { toUserId } from '#platform/user'
import type { UserServices } from './services.ts'
import { requireUser, toUser } from './to-user.ts'
import { clearUnfinishedUserChange, finishUserRemoval } from './unfinished-user-changes.ts'

/**
 * A client gets the record that the practice created before only once the address is proven, at the first sign-in.
 * Cognito creates the account first, because the id is Cognito's, and mails last: after an interruption nobody has a
 * password for an incomplete account, and repeating the invitation finishes it.
 */
export const inviteUser: EndpointAction<typeof users.invite, UserServices> = async (call, services) => {
  const { data, wallClock } = services
  const addressId = toEmailAddressId(call.body.email)
  await consumeRateLimit(data, UNDER_WAY, addressId, wallClock())
  try {
    return await inviteOnce(call, services)
  } finally {
    await refundRateLimitAttempt(data, UNDER_WAY, addressId)
  }
}

const UNDER_WAY: RateLimit = { name: 'invitation-under-way', tries: 1, minutes: 1 }

const inviteOnce: EndpointAction<typeof users.invite, UserServices> = async ({ actor, body }, services) => {
  const { email } = body
  const { accounts } = services
  const known = await findUserByEmail(services.data, email)
  if (known && known.unfinished !== 'invitation') throwRefusal('email-taken')

  const former = body.role === 'cliente' ? await listClosedAccountCustomers(email, services) : []
  if (former.length > 0 && body.handOver === undefined) throwRefusal('former-record')
  await requireInvitationLeft(email, services)
  const { sub, userId } = (await openInvitation(email, services)) ?? (await makeAccount(email, services))
  if (body.handOver) await release(former, actor, services)
  await writeAccount({ actor, body, userId }, services)
  const account = await requireUser(userId, services)
  const { role } = body
  if (account.role !== role) await writeUserRole(actor, account, role, services)
  await accounts.setRole(sub, role)
  await accounts.invite(email)
  await clearUnfinishedUserChange({ userId, change: account.role === role ? 'invitation' : 'role', role }, services)
  return toUser(await requireUser(userId, services))
}

interface InvitedAccount {
  readonly sub: string
  readonly userId: string
}

async function makeAccount(email: string, { accounts }: UserServices): Promise<InvitedAccount> {
  const sub = await accounts.make(email)
  return { sub, userId: toUserId({ sub, attributes: {} }) }
}

async function release(former: readonly FormerCustomer[], actor: Actor, services: UserServices): Promise<void> {
  for (const each of former) {
    const outcome = await services.data.transact((entities) => ({
      customer: createAccountDetachWrite(entities, each),
      audit: appendAuditEntry(
        entities,
        {
          action: 'CUSTOMER_RELEASED',
          by: actor.userId,
          subjectId: each.customer.customerId,
          details: { from: each.user.userId },
          caller: actor,
        },
        services,
      ),
    }))
    // The record's owner was changed concurrently: the invitation must not claim to have returned it.
    requireTransactionWritten(outcome)
  }
}

const INVITATIONS: RateLimit = { name: 'invitations', tries: 5, minutes: 24 * 60 }

const requireInvitationLeft = (email: string, { data, wallClock }: UserServices): Promise<void> =>
  consumeRateLimit(data, INVITATIONS, toEmailAddressId(email), wallClock())

async function openInvitation(email: string, services: UserServices): Promise<InvitedAccount | undefined> {
  const present = await services.accounts.progress(email)
  if (!present) return undefined
  const { data: known } = await services.data.users.get({ userId: present.userId }).go()
  if (known?.status === 'deleted') {
    await finishUserRemoval(known.userId, services)
    return undefined
  }
  if (present.state === 'invited') return present
  if (present.state === 'confirmed') throwRefusal('email-taken')
  await takeOver(email, present, services)
  return undefined
}

async function takeOver(
  email: string,
  { sub, userId }: InvitedAccount,
  { data, accounts, now }: UserServices,
): Promise<void> {
  const byGoogle = (await accounts.googleSubjects(sub)).length > 0
  if (await isEmailProven({ sub, userId, email, byGoogle }, data)) throwRefusal('email-taken')
  const before = await findPendingSignUp(email, data)
  if (!(await advancePendingSignUp(email, before, {}, { data, now }))) throwRefusal('email-taken')
  await accounts.remove(sub)
  await data.pendingSignUps.delete({ addressId: toEmailAddressId(email) }).go()
}

interface Invited extends Pick<ActionCall<typeof users.invite>, 'body'> {
  readonly actor: Actor
  readonly userId: string
}

async function writeAccount({ actor, body: { email, role }, userId }: Invited, services: UserServices): Promise<void> {
  const customerId = userId.replace('usr_', 'cus_')
  const holder = await findEmailHolder(email, services.data)
  const needsFile = role === 'cliente' && !(await findUnclaimedCustomer(email, services.data))
  const createdAt = services.now().toISOString()
  const outcome = await services.data.transact((entities) => ({
    user: entities.users
      .create({
        userId,
        email,
        firstName: '',
        lastName: '',
        role,
        status: 'active',
        registrationDue: true,
        ...(needsFile && { customerId }),
        unfinished: 'invitation',
        createdAt,
      })
      .commit(),
    search: createUserSearchFollowUp(userId),
    customer: needsFile && createCustomerWrites(entities, { customerId, userId, name: email, email, createdAt }),
    clientAddress: needsFile && assignEmailIfHolderUnchanged(entities, { customerId, email }, holder),
    counter: countsIn(entities, { users: 1, clients: needsFile ? 1 : 0 }, services),
    audit: appendAuditEntry(
      entities,
      {
        action: 'USER_INVITED',
        by: actor.userId,
        subjectId: userId,
        details: { role, ...(needsFile && { customerId }) },
        caller: actor,
      },
      services,
    ),
  }))
  // A record was created under the address meanwhile, which may be the invited person's.
  if (!outcome.written && outcome.failed === 'clientAddress')
    await writeAccount({ actor, body: { email, role }, userId }, services)
}

export const resendInvitation: EndpointAction<typeof users.resend, UserServices> = async (
  { actor, params },
  services,
) => {
  const { data, accounts } = services
  const { email, userId, role, unfinished } = await requireUser(params.userId, services)
  const progress = (await accounts.progress(email)) ?? throwRefusal('not-found')
  if (progress.state === 'confirmed') {
    await clearUnfinishedUserChange({ userId, change: 'invitation' }, services)
    return throwRefusal('already-confirmed')
  }
  await requireInvitationLeft(email, services)
  // An interrupted invitation may not have set the role at Cognito.
  if (unfinished === 'invitation') await accounts.setRole(progress.sub, role)
  await (progress.state === 'invited' ? accounts.invite(email) : accounts.verifyAgain(email))
  await data.transact((entities) => ({
    audit: appendAuditEntry(
      entities,
      { action: 'USER_INVITED', by: actor.userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  await clearUnfinishedUserChange({ userId, change: 'invitation' }, services)
  return { sent: true }
}
