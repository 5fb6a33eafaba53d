import { api } from '#contract/api'
import type { RequestInput } from '#contract/endpoint'
import { call } from './call.ts'
import { signUpToken } from './sign-up-token.ts'

type SignUp = RequestInput<typeof api.account.signUp>['body']
type Person = Pick<SignUp, 'email' | 'password' | 'firstName' | 'lastName'>

async function createAccount(body: Omit<SignUp, 'acceptedTerms'>) {
  const { token, verified } = await call(api.account.signUp, { body: { ...body, acceptedTerms: true } })
  signUpToken.keep({ email: body.email, token })
  return { token, verified }
}

/**
 * Creates an account before a payment.
 * @throws {ApiError} `email-taken` when the email has an account
 * @throws {UnreachableError}
 */
export const signUpToPurchase = ({ email, password, firstName, lastName }: Person) =>
  createAccount({ email, password, firstName, lastName, flow: 'purchase' })

/**
 * Creates an account; does not reveal whether the email has one already.
 * @throws {ApiError | UnreachableError}
 */
export const signUpToRegister = (
  { email, password, firstName, lastName }: Person,
  acceptance: { readonly marketingOptIn: boolean; readonly birthDate: string },
) => createAccount({ email, password, firstName, lastName, ...acceptance, flow: 'registration' })

export interface AddressLink {
  readonly email: string
  readonly proof: string
}

/**
 * Verifies with the mailed link, and the password or the sign-up token of this browser.
 * @throws {ApiError} `link-invalid`, `password-wrong`
 * @throws {UnreachableError}
 */
export async function verifyAddress({ email, proof }: AddressLink, password?: string) {
  const token = signUpToken.of(email)
  const { state } = await call(api.account.verifyAddress, {
    body: { email, proof, ...(token && { token }), ...(password !== undefined && { password }) },
  })
  if (state === 'verified') signUpToken.forget()
  return state
}

/**
 * Replaces an unverified account by one with this password.
 * @throws {ApiError} `link-invalid`
 * @throws {UnreachableError}
 */
export async function chooseFirstPassword({ email, proof }: AddressLink, password: string): Promise<void> {
  await call(api.account.chooseFirstPassword, { body: { email, proof, password } })
  signUpToken.forget()
}

/**
 * Sends nothing if the email does not await verification.
 * @throws {ApiError | UnreachableError}
 */
export const resendVerification = async (email: string): Promise<void> => {
  await call(api.account.mailVerification, { body: { email } })
}
