import { clientMetadata, purchaseFlow } from '#contract/client-metadata'
import { TERMS_VERSION } from '#contract/product'
import { signUpAttributes } from '#contract/sign-up'
import { amplify } from './amplify.ts'
import { asking, authProblem } from './auth-problem.ts'
import { withTicket } from './visit-ticket.ts'

interface Person {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
}

interface Acceptance {
  readonly marketingOptIn: boolean
  /** `YYYY-MM-DD`; the purchase form does not ask for it. */
  readonly birthDate?: string
}

const attributesOf = ({ email, firstName, lastName }: Person, { marketingOptIn, birthDate }: Acceptance) => ({
  email,
  [signUpAttributes.firstName]: firstName,
  [signUpAttributes.lastName]: lastName,
  [signUpAttributes.termsAcceptedAt]: new Date().toISOString(),
  [signUpAttributes.termsVersion]: TERMS_VERSION,
  [signUpAttributes.marketingOptIn]: String(marketingOptIn),
  ...(birthDate && { [signUpAttributes.birthDate]: birthDate }),
})

/** Makes the account and answers its id and whether its address still has to be verified. */
const createAccount = (person: Person, acceptance: Acceptance, metadata: Record<string, string>) =>
  asking(async () => {
    const { signUp } = await amplify()
    const { userId = '', isSignUpComplete } = await signUp({
      username: person.email,
      password: person.password,
      options: { userAttributes: attributesOf(person, acceptance), clientMetadata: metadata },
    })
    return { userId, verified: isSignUpComplete }
  })

/**
 * The account of somebody who is about to pay.
 * @throws {AuthProblem} `account-exists` when the address has an account
 */
export const signUpToPurchase = (person: Person) =>
  createAccount(
    person,
    { marketingOptIn: false },
    {
      [clientMetadata.flow]: purchaseFlow,
      redirect: `${window.location.origin}/auth`,
      first_name: person.firstName,
      last_name: person.lastName,
    },
  )

/**
 * The account of somebody who registers.
 * @throws {AuthProblem} `account-exists` when the address has an account
 */
export const signUpToRegister = (person: Person, acceptance: Required<Acceptance>) =>
  createAccount(person, acceptance, {
    [clientMetadata.flow]: 'registration',
    redirect: `${window.location.origin}/auth/callback`,
    nombre: person.firstName,
    apellidos: person.lastName,
    fecha_de_nacimiento: acceptance.birthDate,
  })

/**
 * Verifies an address with the code that was mailed to it. An address that is verified already is fine.
 * @throws {AuthProblem} `code-expired` or `code-wrong` when the link is old
 */
export async function verifyEmail(email: string, code: string): Promise<'verified'> {
  try {
    const [options, { confirmSignUp }] = await Promise.all([withTicket(), amplify()])
    await confirmSignUp({ username: email, confirmationCode: code, ...options })
  } catch (error) {
    const problem = authProblem(error)
    if (problem.code !== 'already-confirmed') throw problem
  }
  return 'verified'
}

/**
 * Mails a new verification link.
 * @throws {AuthProblem}
 */
export const resendVerification = (email: string): Promise<void> =>
  asking(async () => {
    const { resendSignUpCode } = await amplify()
    await resendSignUpCode({
      username: email,
      options: { clientMetadata: { redirect: `${window.location.origin}/auth/callback` } },
    })
  })
