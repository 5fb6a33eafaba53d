import { ADULT_AGE_YEARS, hasReachedAge } from '#contract/sign-up'
import type { Database } from '#data/database'
import { toPracticeDay } from '#contract/calendar-days'
import { throwRefusal } from '#platform/refusal-error'
import type { StoredUser } from '#platform/user'

interface AgeServices {
  readonly data: Database
  readonly now: () => Date
}

interface Aged {
  readonly birthDate?: StoredUser['birthDate'] | undefined
  readonly guardianConsentAt?: StoredUser['guardianConsentAt'] | undefined
}

/** An unknown age does not count as a minor. */
export const isMinor = ({ birthDate }: Aged, now: Date): boolean =>
  birthDate !== undefined && !hasReachedAge(birthDate, ADULT_AGE_YEARS, toPracticeDay(now))

export const isMinorWithoutGuardianConsent = (user: Aged, now: Date): boolean =>
  user.guardianConsentAt === undefined && isMinor(user, now)

/**
 * Before a client gives health data or books.
 * @throws Refusal `birth-date-missing` or `guardian-consent-required`
 */
export async function requireAdultOrGuardianConsent(
  { userId }: { readonly userId: string },
  { data, now }: AgeServices,
): Promise<void> {
  const user = await userOf(userId, data)
  if (!user.birthDate) throwRefusal('birth-date-missing')
  requireGuardianConsentIfMinor(user, now())
}

export function requireGuardianConsentIfMinor(user: Aged, now: Date): void {
  if (isMinorWithoutGuardianConsent(user, now)) throwRefusal('guardian-consent-required')
}

/**
 * Where a client books by a mailed link, without a session. A client without an account has no known age.
 * @throws Refusal `guardian-consent-required`
 */
export async function requireGuardianConsentOfCustomer(
  { userId }: { readonly userId?: string | undefined },
  { data, now }: AgeServices,
): Promise<void> {
  const { data: user } = userId ? await data.users.get({ userId }).go() : { data: null }
  if (user) requireGuardianConsentIfMinor(user, now())
}

const userOf = async (userId: string, data: Database): Promise<StoredUser> =>
  (await data.users.get({ userId }).go()).data ?? throwRefusal('profile-missing')
