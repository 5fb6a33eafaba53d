import * as z from 'zod/mini'
import { apiContract } from '#contract/api'
import type { EndpointRequestInput } from '#contract/endpoint'
import { PRODUCT_SLUG } from '#contract/product'
import { sharedStorage } from './browser-storage.ts'
import { callApi } from './call-api.ts'

const key = `${PRODUCT_SLUG}:sign-up`

const Kept = z.object({ email: z.string(), token: z.string() })

/**
 * Proves that this browser created the account whose email is being verified: random, and useless without the mail.
 * Without storage the page asks for the password.
 */
const signUpTokenStore = {
  of: (email: string): string | undefined => {
    const present = Kept.safeParse(sharedStorage.readJson(key)).data
    return present?.email === email.trim().toLowerCase() ? present.token : undefined
  },
  keep: ({ email, token }: z.infer<typeof Kept>): void =>
    void sharedStorage.write(key, JSON.stringify({ email: email.trim().toLowerCase(), token })),
  forget: (): void => sharedStorage.remove(key),
}

type SignUp = EndpointRequestInput<typeof apiContract.account.signUp>['body']
type Person = Pick<SignUp, 'email' | 'password' | 'firstName' | 'lastName'>

async function createAccount(body: Omit<SignUp, 'acceptedTerms'>) {
  const { token, verified } = await callApi(apiContract.account.signUp, { body: { ...body, acceptedTerms: true } })
  signUpTokenStore.keep({ email: body.email, token })
  return { token, verified }
}

/**
 * @throws {ApiError} `email-taken` when the email has an account
 * @throws {ApiUnreachableError}
 */
export const signUpForPurchase = ({ email, password, firstName, lastName }: Person) =>
  createAccount({ email, password, firstName, lastName, flow: 'purchase' })

/**
 * Creates an account; does not reveal whether the email has one already.
 * @throws {ApiError | ApiUnreachableError}
 */
export const signUpForRegistration = (
  { email, password, firstName, lastName }: Person,
  acceptance: { readonly marketingOptIn: boolean; readonly birthDate: string },
) => createAccount({ email, password, firstName, lastName, ...acceptance, flow: 'registration' })

export interface EmailVerificationLink {
  readonly email: string
  readonly proof: string
}

/**
 * Verifies with the mailed link, and the password or the sign-up token of this browser.
 * @throws {ApiError} `link-invalid`, `password-wrong`, `changed-meanwhile`
 * @throws {ApiUnreachableError}
 */
export async function verifyEmailAddress({ email, proof }: EmailVerificationLink, password?: string) {
  const token = signUpTokenStore.of(email)
  const { state } = await callApi(apiContract.account.verifyAddress, {
    body: { email, proof, ...(token && { token }), ...(password !== undefined && { password }) },
  })
  if (state === 'verified') signUpTokenStore.forget()
  return state
}

/**
 * Replaces an unverified account by one with this password.
 * @throws {ApiError} `link-invalid`, `changed-meanwhile`, and `invalid-input` about a weak `password`
 * @throws {ApiUnreachableError}
 */
export async function chooseFirstPassword({ email, proof }: EmailVerificationLink, password: string): Promise<void> {
  await callApi(apiContract.account.chooseFirstPassword, { body: { email, proof, password } })
  signUpTokenStore.forget()
}

/** Sends nothing if the email does not await verification. */
export const resendVerificationEmail = async (email: string): Promise<void> => {
  await callApi(apiContract.account.mailVerification, { body: { email } })
}
