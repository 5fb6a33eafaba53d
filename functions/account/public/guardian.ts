import { ADULT_AGE, hasAge } from '#contract/sign-up'
import type { Data } from '#data/data'
import { dayOf } from '#contract/days'
import { refuse } from '#platform/refusal'
import type { User } from '#platform/user'

interface AgeServices {
  readonly data: Data
  readonly now: () => Date
}

interface Aged {
  readonly birthDate?: User['birthDate'] | undefined
  readonly guardianConsentAt?: User['guardianConsentAt'] | undefined
}

/** An unknown age does not count as a minor. */
export const isMinor = ({ birthDate }: Aged, now: Date): boolean =>
  birthDate !== undefined && !hasAge(birthDate, ADULT_AGE, dayOf(now))

export const isMinorWithoutConsent = (user: Aged, now: Date): boolean =>
  user.guardianConsentAt === undefined && isMinor(user, now)

/**
 * Before a client gives health data or books.
 * @throws Refusal `birth-date-missing` or `guardian-consent-required`
 */
export async function requireAdultOrConsented(
  { userId }: { readonly userId: string },
  { data, now }: AgeServices,
): Promise<void> {
  const user = await userOf(userId, data)
  if (!user.birthDate) refuse('birth-date-missing')
  requireConsentIfMinor(user, now())
}

/** For purchases the age need not be known: the purchase form does not ask for it. */
export function requireConsentIfMinor(user: Aged, now: Date): void {
  if (isMinorWithoutConsent(user, now)) refuse('guardian-consent-required')
}

const userOf = async (userId: string, data: Data): Promise<User> =>
  (await data.users.get({ userId }).go({ consistent: true })).data ?? refuse('profile-missing')
