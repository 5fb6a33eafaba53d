import { ADULT_AGE, hasAge } from '#contract/sign-up'
import type { Data } from '#data/data'
import { dayOf } from './madrid-day.ts'
import { refuse } from './refusal.ts'
import type { User } from './user.ts'

interface AgeServices {
  readonly data: Data
  readonly now: () => Date
}

/** Whether somebody needs a guardian's consent that is not there. Whose age is not known is not known to be a minor. */
export const lacksConsent = ({ birthDate, guardianConsentAt }: User, now: Date): boolean =>
  birthDate !== undefined && guardianConsentAt === undefined && !hasAge(birthDate, ADULT_AGE, dayOf(now))

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
export function requireConsentIfMinor(user: User, now: Date): void {
  if (lacksConsent(user, now)) refuse('guardian-consent-required')
}

const userOf = async (userId: string, data: Data): Promise<User> =>
  (await data.users.get({ userId }).go({ consistent: true })).data ?? refuse('profile-missing')
