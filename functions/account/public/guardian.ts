import { ADULT_AGE, hasAge } from '#contract/sign-up'
import type { Data } from '#data/data'
import { dayOf } from '#contract/days'
import { refuse } from '#platform/refusal'
import type { User } from '#platform/user'

interface AgeServices {
  readonly data: Data
  readonly now: () => Date
}

/** What is known of somebody's age, whether they have an account or not. */
interface Aged {
  readonly birthDate?: User['birthDate'] | undefined
  readonly guardianConsentAt?: User['guardianConsentAt'] | undefined
}

/** Whose age is not known is not known to be a minor. */
export const isMinor = ({ birthDate }: Aged, now: Date): boolean =>
  birthDate !== undefined && !hasAge(birthDate, ADULT_AGE, dayOf(now))

/** Whether somebody needs a guardian's consent that is not there. */
export const isMinorWithoutConsent = (user: Aged, now: Date): boolean =>
  user.guardianConsentAt === undefined && isMinor(user, now)

/**
 * Before a client gives health data or books: their age is known, and a minor has a guardian's consent.
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

/** The same before somebody buys, where the age need not be known: the purchase form does not ask for it. */
export function requireConsentIfMinor(user: Aged, now: Date): void {
  if (isMinorWithoutConsent(user, now)) refuse('guardian-consent-required')
}

const userOf = async (userId: string, data: Data): Promise<User> =>
  (await data.users.get({ userId }).go({ consistent: true })).data ?? refuse('profile-missing')
