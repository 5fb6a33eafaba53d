import type { AttributeType } from '@aws-sdk/client-cognito-identity-provider'
import { ORIGINAL_SUB_ATTRIBUTE } from '#contract/original-sub'
import { signUpEvidenceAttributes } from '#contract/sign-up'
import { StandInServiceError } from '../json-protocol.ts'

const STANDARD = new Set(
  `address birthdate email email_verified family_name gender given_name locale middle_name name nickname phone_number
   phone_number_verified picture preferred_username profile updated_at website zoneinfo`.split(/\s+/),
)
/** The pool's custom attributes. Others are taken too, so that tests can try what an attacker may want to claim. */
const IMMUTABLE: ReadonlySet<string> = new Set([...signUpEvidenceAttributes, ORIGINAL_SUB_ATTRIBUTE])
const NOT_OF_THE_CLIENT = ['email_verified', 'phone_number_verified', ORIGINAL_SUB_ATTRIBUTE]
const LONGEST_CUSTOM_VALUE = 64
/** Of the API reference; an address may be longer. */
const LONGEST_NAME: Readonly<Record<string, number>> = { username: 128, groupName: 128 }
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** @throws StandInServiceError InvalidParameterException for an attribute outside the schema or a malformed value */
export function parseUserAttributes(list: readonly AttributeType[] | undefined): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const { Name: name = '', Value: value = '' } of list ?? []) {
    checkAttribute(name, value)
    attributes[name] = value
  }
  return attributes
}

/**
 * @throws StandInServiceError as `parseUserAttributes`, and InvalidParameterException for an attribute that the schema calls
 * immutable
 */
export function parseUserAttributeChanges(list: readonly AttributeType[] | undefined): Record<string, string> {
  const attributes = parseUserAttributes(list)
  const fixed = Object.keys(attributes).find((name) => IMMUTABLE.has(name))
  if (fixed) throw malformed(`user.${fixed}: Attribute cannot be updated.`)
  return attributes
}

function checkAttribute(name: string, value: unknown): void {
  if (!STANDARD.has(name) && !name.startsWith('custom:')) {
    throw malformed(`Attributes did not conform to the schema: Type for attribute {${name}} could not be determined`)
  }
  if (typeof value !== 'string' || value.length > 2048) throw malformed(`Value of ${name} is too long.`)
  if (IMMUTABLE.has(name) && value.length > LONGEST_CUSTOM_VALUE) {
    throw malformed(
      `Attributes did not conform to the schema: ${name}: String must be no longer than ${LONGEST_CUSTOM_VALUE} characters`,
    )
  }
  if (name === 'birthdate' && !/^\d{4}-\d\d-\d\d$/.test(value)) {
    throw malformed('Attributes did not conform to the schema: birthdate: Invalid birthdate format')
  }
  if (name === 'email') requireEmailAddress(value, 'Invalid email address format.')
}

/**
 * @throws StandInServiceError as `parseUserAttributes`, and NotAuthorizedException for an attribute that only the
 * service or an administrator sets
 */
export function parseSelfServiceAttributes(list: readonly AttributeType[] | undefined): Record<string, string> {
  const attributes = parseUserAttributes(list)
  if (NOT_OF_THE_CLIENT.some((name) => name in attributes)) {
    throw new StandInServiceError('NotAuthorizedException', 'A client attempted to write unauthorized attribute')
  }
  return attributes
}

/** @throws StandInServiceError InvalidParameterException with `message` */
export function requireEmailAddress(value: unknown, message: string): asserts value is string {
  if (typeof value !== 'string' || !EMAIL.test(value)) throw malformed(message)
}

/** @throws StandInServiceError InvalidParameterException when the parameter is missing, no string or too long */
export function requireTextParameter(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.length === 0) throw createConstraintError(`at '${name}'`, 'must not be null')
  const longest = LONGEST_NAME[name] ?? Infinity
  if (value.length <= longest) return value
  throw createConstraintError(`at '${name}'`, `must have length less than or equal to ${longest}`)
}

/** `where` as in `at 'username'`; `rule` as in `must not be null`. */
export const createConstraintError = (where: string, rule: string): StandInServiceError =>
  malformed(`1 validation error detected: Value ${where} failed to satisfy constraint: Member ${rule}`)

function malformed(message: string): StandInServiceError {
  return new StandInServiceError('InvalidParameterException', message)
}
