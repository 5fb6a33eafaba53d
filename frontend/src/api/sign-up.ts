import { api } from '#contract/api'
import type { RequestInput } from '#contract/endpoint'
import { call } from './call.ts'
import { signUpToken } from './sign-up-token.ts'

type SignUp = RequestInput<typeof api.account.signUp>['body']
type Person = Pick<SignUp, 'email' | 'password' | 'firstName' | 'lastName'>

/** Makes the account; this browser keeps the token that spares its owner the password at the mailed link. */
async function createAccount(body: Omit<SignUp, 'acceptedTerms'>) {
  const { token, verified } = await call(api.account.signUp, { body: { ...body, acceptedTerms: true } })
  signUpToken.keep({ email: body.email, token })
  return { token, verified }
}

/**
 * The account of somebody who is about to pay.
 * @throws {ApiError} `email-taken` when the address has an account
 * @throws {UnreachableError}
 */
export const signUpToPurchase = ({ email, password, firstName, lastName }: Person) =>
  createAccount({ email, password, firstName, lastName, flow: 'purchase' })

/**
 * The account of somebody who registers; an address that has an account is answered like any other.
 * @throws {ApiError | UnreachableError}
 */
export const signUpToRegister = (
  { email, password, firstName, lastName }: Person,
  acceptance: { readonly marketingOptIn: boolean; readonly birthDate: string },
) => createAccount({ email, password, firstName, lastName, ...acceptance, flow: 'registration' })

/** The link of a verification mail. */
export interface AddressLink {
  readonly email: string
  readonly proof: string
}

/**
 * Proves an address with the mailed link, and the password or what this browser kept of the sign-up.
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
 * Throws the account of an address away that nobody has proven, and makes one with this password.
 * @throws {ApiError} `link-invalid`
 * @throws {UnreachableError}
 */
export async function chooseFirstPassword({ email, proof }: AddressLink, password: string): Promise<void> {
  await call(api.account.chooseFirstPassword, { body: { email, proof, password } })
  signUpToken.forget()
}

/**
 * Mails a new verification link, if the address waits for one.
 * @throws {ApiError | UnreachableError}
 */
export const resendVerification = async (email: string): Promise<void> => {
  await call(api.account.mailVerification, { body: { email } })
}
