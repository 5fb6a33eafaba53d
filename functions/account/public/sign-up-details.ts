import { cleanPersonName } from '#contract/person-name'
import { cognitoSignUpAttributes } from '#contract/sign-up'
import type { CallerDetails } from '#platform/http'
import { toUserId } from '#platform/user'

export interface SignUpDetails {
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string | undefined
  readonly termsAcceptedAt: string | undefined
  readonly termsVersion: string | undefined
  readonly marketingOptIn: boolean
  readonly acceptedFrom?: CallerDetails
  readonly confirmed: boolean
  /** Sessions that began until then are not the owner's. */
  readonly revokedAt?: string | undefined
}

/**
 * Google users accept the terms in a separate step: before its address was proven the account may have been somebody
 * else's, with that person's acceptance.
 */
export function toSignUpDetails(
  account: { readonly sub: string; readonly attributes: Readonly<Record<string, string>> },
  confirmed: boolean,
): SignUpDetails {
  const { attributes } = account
  const byGoogle = 'identities' in attributes
  return {
    userId: toUserId(account),
    email: (attributes['email'] ?? '').toLowerCase(),
    // Google's names, and those changed directly at Cognito, have passed no form.
    firstName: cleanPersonName(attributes[cognitoSignUpAttributes.firstName]),
    lastName: cleanPersonName(attributes[cognitoSignUpAttributes.lastName]),
    birthDate: attributes[cognitoSignUpAttributes.birthDate],
    termsAcceptedAt: byGoogle ? undefined : attributes[cognitoSignUpAttributes.termsAcceptedAt],
    termsVersion: attributes[cognitoSignUpAttributes.termsVersion],
    marketingOptIn: attributes[cognitoSignUpAttributes.marketingOptIn] === 'true',
    confirmed,
  }
}
