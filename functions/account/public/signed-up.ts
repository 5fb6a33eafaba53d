import { cleanName } from '#contract/person-name'
import { signUpAttributes } from '#contract/sign-up'
import type { Caller } from '#platform/http'

export interface SignUp {
  readonly sub: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string | undefined
  readonly termsAcceptedAt: string | undefined
  readonly termsVersion: string | undefined
  readonly marketingOptIn: boolean
  /** Set only when the acceptance itself reached us: the verification may come from elsewhere. */
  readonly acceptedFrom?: Caller
  readonly confirmed: boolean
}

/**
 * Google users accept the terms in a separate step: before its address was proven the account may have been somebody
 * else's, with that person's acceptance.
 */
export function signUpOf(sub: string, attributes: Readonly<Record<string, string>>, confirmed: boolean): SignUp {
  const byGoogle = 'identities' in attributes
  return {
    sub,
    email: (attributes['email'] ?? '').toLowerCase(),
    // Google's names, and those that somebody changed at Cognito themselves, have passed no form.
    firstName: cleanName(attributes[signUpAttributes.firstName]),
    lastName: cleanName(attributes[signUpAttributes.lastName]),
    birthDate: attributes[signUpAttributes.birthDate],
    termsAcceptedAt: byGoogle ? undefined : attributes[signUpAttributes.termsAcceptedAt],
    termsVersion: attributes[signUpAttributes.termsVersion],
    marketingOptIn: attributes[signUpAttributes.marketingOptIn] === 'true',
    confirmed,
  }
}
