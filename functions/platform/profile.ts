import type { EntityItem } from 'electrodb'
import { signUpAttributes } from '#contract/sign-up'
import type { Data } from '#data/data'
import type { Entities } from '#data/entities'
import type { Writing } from '#data/together'
import type { User } from './user.ts'
import { audited } from './audit.ts'
import type { Caller } from './http.ts'

/** What somebody left when they signed up, as Cognito keeps it. */
export interface SignUp {
  readonly sub: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string | undefined
  readonly termsAcceptedAt: string | undefined
  readonly termsVersion: string | undefined
  readonly marketingOptIn: boolean
  /** Whether the address has been verified. */
  readonly confirmed: boolean
}

export function signUpOf(sub: string, attributes: Readonly<Record<string, string>>, confirmed: boolean): SignUp {
  return {
    sub,
    email: (attributes['email'] ?? '').toLowerCase(),
    firstName: attributes[signUpAttributes.firstName] ?? '',
    lastName: attributes[signUpAttributes.lastName] ?? '',
    birthDate: attributes[signUpAttributes.birthDate],
    termsAcceptedAt: attributes[signUpAttributes.termsAcceptedAt],
    termsVersion: attributes[signUpAttributes.termsVersion],
    marketingOptIn: attributes[signUpAttributes.marketingOptIn] === 'true',
    confirmed,
  }
}

/** The file that an account gets when it has none: the same id however often it is made. */
const customerIdOf = (sub: string): string => `cus_${sub}`
export const userIdOf = (sub: string): string => `usr_${sub}`

interface ProfileServices {
  readonly data: Data
  readonly now: () => Date
  readonly newId: (prefix: string) => string
}

/**
 * Makes user, customer and terms acceptance in one transaction, or confirms the ones that the purchase made before the
 * address was verified. Does nothing when all is there, so whoever is unsure may call it again.
 */
export async function ensureProfile(signUp: SignUp, services: ProfileServices, caller?: Caller): Promise<User> {
  const userId = userIdOf(signUp.sub)
  const known = await userOf(userId, services)
  if (!known) await makeProfile(signUp, services, caller)

  const made = known ?? (await userOf(userId, services)) ?? lost(userId)
  if (made.status !== 'unconfirmed' || !signUp.confirmed) return made
  await confirmProfile(signUp, services)
  await adoptWaiting(signUp, made.customerId ?? customerIdOf(signUp.sub), services)
  return (await userOf(userId, services)) ?? lost(userId)
}

const userOf = async (userId: string, { data }: ProfileServices): Promise<User | undefined> =>
  (await data.users.get({ userId }).go({ consistent: true })).data ?? undefined

/** Position of the customer among the writes of a profile. */
const CUSTOMER_WRITE = 0

async function makeProfile(signUp: SignUp, services: ProfileServices, caller?: Caller): Promise<void> {
  // A client whom the practice entered is theirs only once the address is proven; before that anyone could claim it.
  const waiting = signUp.confirmed ? await waitingCustomer(signUp.email, services.data) : undefined
  const outcome = await services.data.together((writing) => [
    waiting ? link(writing, waiting, signUp) : createCustomer(writing, signUp, services),
    ...userWrites(writing, { signUp, customerId: waiting?.customerId ?? customerIdOf(signUp.sub), caller }, services),
    ...(waiting ? [linked(writing, waiting.customerId, signUp, services)] : []),
  ])
  // Not written means that somebody else made this profile a moment ago, or was given the waiting customer first.
  const taken = waiting && !outcome.written && outcome.failed.includes(CUSTOMER_WRITE)
  if (taken) await makeProfile(signUp, services, caller)
}

type Customer = EntityItem<Entities['customers']>

/** The oldest client with this address who has no account yet. */
async function waitingCustomer(email: string, data: Data): Promise<Customer | undefined> {
  const { data: found } = await data.customers.query.byEmail({ email }).go({ pages: 'all' })
  for (const { customerId } of found.filter(({ userId }) => userId === undefined)) {
    // The index may lag behind; the item itself knows whether somebody has been given it.
    const { data: customer } = await data.customers.get({ customerId }).go({ consistent: true })
    if (customer && customer.userId === undefined) return customer
  }
  return undefined
}

const nameOf = ({ firstName, lastName, email }: SignUp): string => `${firstName} ${lastName}`.trim() || email

/** Whoever paid without giving a name was filed under their address; they have said their name now. */
const link = (writing: Writing, { customerId, name, email }: Customer, signUp: SignUp) =>
  writing.customers
    .patch({ customerId })
    .set({ userId: userIdOf(signUp.sub), ...(name === email && { name: nameOf(signUp) }) })
    .where(({ userId }, { notExists }) => notExists(userId))
    .commit()

const linked = (writing: Writing, customerId: string, { sub }: SignUp, services: ProfileServices) =>
  audited(writing, { action: 'CUSTOMER_LINKED', by: userIdOf(sub), subjectId: customerId }, services)

/**
 * Brings what is filed under a proven address into the file of its owner, who had one of their own already because they
 * bought before proving it. Each waiting client is brought over in one transaction, once.
 */
async function adoptWaiting(signUp: SignUp, customerId: string, services: ProfileServices): Promise<void> {
  const { data } = services
  const waiting = await waitingCustomer(signUp.email, data)
  if (!waiting) return
  const { data: payments } = await data.payments.query
    .byCustomer({ customerId: waiting.customerId })
    .go({ pages: 'all', consistent: true })
  const outcome = await data.together((writing) => [
    writing.customers
      .delete({ customerId: waiting.customerId })
      .where(({ userId }, { notExists }) => notExists(userId))
      .commit(),
    ...payments.flatMap(({ paymentId, orderId, ...payment }) => [
      writing.payments.delete({ customerId: waiting.customerId, paymentId }).commit(),
      writing.payments.create({ ...payment, paymentId, orderId, customerId }).commit(),
      writing.orders
        .patch({ orderId })
        .set({ customerId, userId: userIdOf(signUp.sub) })
        .commit(),
    ]),
    linked(writing, waiting.customerId, signUp, services),
  ])
  if (outcome.written) await adoptWaiting(signUp, customerId, services)
}

const createCustomer = (writing: Writing, signUp: SignUp, { now }: ProfileServices) =>
  writing.customers
    .create({
      customerId: customerIdOf(signUp.sub),
      userId: userIdOf(signUp.sub),
      name: nameOf(signUp),
      email: signUp.email,
      createdAt: now().toISOString(),
    })
    .commit()

function userWrites(
  writing: Writing,
  { signUp, customerId, caller }: { signUp: SignUp; customerId: string; caller: Caller | undefined },
  services: ProfileServices,
) {
  const { sub, email, firstName, lastName, birthDate, confirmed } = signUp
  const userId = userIdOf(sub)
  const at = services.now().toISOString()
  return [
    writing.users
      .create({
        userId,
        email,
        firstName,
        lastName,
        ...(birthDate && { birthDate }),
        role: 'cliente',
        status: confirmed ? 'active' : 'unconfirmed',
        ...(confirmed && { emailVerifiedAt: at }),
        customerId,
        createdAt: at,
      })
      .commit(),
    ...termsWrites(writing, signUp, caller),
    audited(
      writing,
      { action: 'ACCOUNT_CREATED', by: userId, subjectId: userId, details: { confirmed }, ...(caller && { caller }) },
      services,
    ),
  ]
}

const termsWrites = (
  writing: Writing,
  { sub, termsVersion, termsAcceptedAt, marketingOptIn }: SignUp,
  caller?: Caller,
) =>
  termsVersion && termsAcceptedAt
    ? [
        writing.termsAcceptances
          .create({
            userId: userIdOf(sub),
            termsVersion,
            acceptedAt: termsAcceptedAt,
            marketingOptIn,
            ...(caller && { address: caller.address, userAgent: caller.userAgent }),
          })
          .commit(),
      ]
    : []

async function confirmProfile({ sub }: SignUp, services: ProfileServices): Promise<void> {
  const userId = userIdOf(sub)
  await services.data.together((writing) => [
    writing.users
      .patch({ userId })
      .set({ status: 'active', emailVerifiedAt: services.now().toISOString() })
      .where(({ status }, { eq }) => eq(status, 'unconfirmed'))
      .commit(),
    audited(writing, { action: 'ACCOUNT_CONFIRMED', by: userId, subjectId: userId }, services),
  ])
}

const lost = (userId: string): never => {
  throw new Error(`profile of ${userId} was not written`)
}
