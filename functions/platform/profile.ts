import { signUpAttributes } from '#contract/sign-up'
import type { Data } from '#data/data'
import { entered } from '#data/customer-writes'
import { tallied } from '#data/tallied'
import type { Writing } from '#data/together'
import type { User } from './user.ts'
import { audited } from './audit.ts'
import { closeDeparted } from './departed.ts'
import type { Caller } from './http.ts'
import { adoptWaiting, linked, linkTo, type Owner, waitingCustomer } from './waiting-customer.ts'

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
  /** Where the terms were accepted, when that call is the one that reached us: a verification may come from elsewhere. */
  readonly acceptedFrom?: Caller
  /** Whether the address has been verified. */
  readonly confirmed: boolean
}

/**
 * Whoever comes by Google accepts the terms in a step of their own. The account may have been somebody else's before its
 * address was proven, with what that somebody accepted.
 */
export function signUpOf(sub: string, attributes: Readonly<Record<string, string>>, confirmed: boolean): SignUp {
  const byGoogle = 'identities' in attributes
  return {
    sub,
    email: (attributes['email'] ?? '').toLowerCase(),
    firstName: attributes[signUpAttributes.firstName] ?? '',
    lastName: attributes[signUpAttributes.lastName] ?? '',
    birthDate: attributes[signUpAttributes.birthDate],
    termsAcceptedAt: byGoogle ? undefined : attributes[signUpAttributes.termsAcceptedAt],
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
  if (signUp.confirmed && (!known || known.status === 'unconfirmed')) {
    await closeDeparted({ email: signUp.email, userId }, services)
  }
  if (!known) await makeProfile(signUp, services, caller)

  const made = known ?? (await userOf(userId, services)) ?? lost(userId)
  if (made.status !== 'unconfirmed' || !signUp.confirmed) return made
  // First what waits under the address: were it left for afterwards, a confirmed profile would never come back for it.
  await adoptWaiting(ownerOf(signUp, caller), made.customerId ?? customerIdOf(signUp.sub), services)
  await confirmProfile(signUp, services, caller)
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
    ...(waiting ? linkTo(writing, waiting, ownerOf(signUp, caller)) : createCustomer(writing, signUp, services)),
    ...userWrites(writing, { signUp, customerId: waiting?.customerId ?? customerIdOf(signUp.sub), caller }, services),
    tallied(writing, { clients: waiting ? 0 : 1, users: signUp.confirmed ? 1 : 0 }, services),
    ...(waiting ? [linked(writing, waiting.customerId, ownerOf(signUp, caller), services)] : []),
  ])
  // Not written means that somebody else made this profile a moment ago, or was given the waiting customer first.
  const taken = waiting && !outcome.written && outcome.failed.includes(CUSTOMER_WRITE)
  if (taken) await makeProfile(signUp, services, caller)
}

const nameOf = ({ firstName, lastName, email }: SignUp): string => `${firstName} ${lastName}`.trim() || email

const ownerOf = (signUp: SignUp, caller: Caller | undefined): Owner => ({
  userId: userIdOf(signUp.sub),
  email: signUp.email,
  name: nameOf(signUp),
  caller,
})

const createCustomer = (writing: Writing, signUp: SignUp, { now }: ProfileServices) =>
  entered(writing, {
    customerId: customerIdOf(signUp.sub),
    userId: userIdOf(signUp.sub),
    name: nameOf(signUp),
    email: signUp.email,
    createdAt: now().toISOString(),
  })

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
    ...termsWrites(writing, signUp),
    audited(
      writing,
      { action: 'ACCOUNT_CREATED', by: userId, subjectId: userId, details: { confirmed }, ...(caller && { caller }) },
      services,
    ),
  ]
}

const termsWrites = (writing: Writing, { sub, termsVersion, termsAcceptedAt, marketingOptIn, acceptedFrom }: SignUp) =>
  termsVersion && termsAcceptedAt
    ? [
        writing.termsAcceptances
          .create({
            userId: userIdOf(sub),
            termsVersion,
            acceptedAt: termsAcceptedAt,
            marketingOptIn,
            ...(acceptedFrom && { address: acceptedFrom.address, userAgent: acceptedFrom.userAgent }),
          })
          .commit(),
      ]
    : []

async function confirmProfile({ sub }: SignUp, services: ProfileServices, caller?: Caller): Promise<void> {
  const userId = userIdOf(sub)
  await services.data.together((writing) => [
    writing.users
      .patch({ userId })
      .set({ status: 'active', emailVerifiedAt: services.now().toISOString() })
      .where(({ status }, { eq }) => eq(status, 'unconfirmed'))
      .commit(),
    tallied(writing, { users: 1 }, services),
    audited(
      writing,
      { action: 'ACCOUNT_CONFIRMED', by: userId, subjectId: userId, ...(caller && { caller }) },
      services,
    ),
  ])
}

const lost = (userId: string): never => {
  throw new Error(`profile of ${userId} was not written`)
}
