import { cleanName } from '#contract/person-name'
import { signUpAttributes } from '#contract/sign-up'
import type { Caller } from '#platform/http'

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
  /** Whether whoever chose the password has proven the address. */
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
