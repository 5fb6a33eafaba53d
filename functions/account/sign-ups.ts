import {
  AdminConfirmSignUpCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
  NotAuthorizedException,
  SignUpCommand,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { TOO_MANY_MAILS } from '#contract/client-metadata'
import { triggerCode } from '#platform/cognito-messages'
import { undefinedOnError } from './undefined-on-error.ts'

/** The account that an address has at Cognito. */
export interface AddressAccount {
  readonly sub: string
  readonly status: 'unconfirmed' | 'invited' | 'confirmed'
  /** Whether Google is a way into it. */
  readonly byGoogle: boolean
}

export interface NewSignUp {
  readonly email: string
  readonly password: string
  /** By Cognito's names. */
  readonly attributes: Readonly<Record<string, string>>
  readonly metadata: Readonly<Record<string, string>>
}

/** What the user pool does with accounts whose address is yet to be proven. Every call names the account by its id. */
export interface SignUps {
  readonly find: (email: string) => Promise<AddressAccount | undefined>
  /** Makes an unconfirmed account and has its verification mail sent. Undefined when the address has one already. */
  readonly create: (signUp: NewSignUp) => Promise<{ sub: string; confirmed: boolean } | undefined>
  /** Confirms an account whose address is proven. May be repeated. */
  readonly confirm: (sub: string) => Promise<void>
  /** Makes an account with a proven address and this password. @returns Cognito's subject */
  readonly make: (email: string, password: string) => Promise<string>
  readonly remove: (sub: string) => Promise<void>
}

export function liveSignUps(
  pool: { readonly userPoolId: string; readonly clientId: string },
  client = new CognitoIdentityProviderClient({}),
): SignUps {
  return { ...unprovenAccounts(pool, client), ...proofs(pool, client) }
}

type Pool = Parameters<typeof liveSignUps>[0]

/** What anybody may bring about. */
function unprovenAccounts(
  { userPoolId, clientId }: Pool,
  client: CognitoIdentityProviderClient,
): Pick<SignUps, 'find' | 'create' | 'remove'> {
  const account = (Username: string) => ({ UserPoolId: userPoolId, Username })
  const find: SignUps['find'] = async (email) => {
    const user = await undefinedOnError(UserNotFoundException, () =>
      client.send(new AdminGetUserCommand(account(email))),
    )
    if (!user || user.UserStatus === 'EXTERNAL_PROVIDER') return undefined
    return {
      sub: user.Username ?? unnamed(),
      status: statuses[user.UserStatus ?? ''] ?? 'confirmed',
      byGoogle: (user.UserAttributes ?? []).some(({ Name }) => Name === 'identities'),
    }
  }
  const signUp = ({ email, password, attributes, metadata }: NewSignUp) =>
    client.send(
      new SignUpCommand({
        ClientId: clientId,
        Username: email,
        Password: password,
        UserAttributes: Object.entries({ ...attributes, email }).map(([Name, Value]) => ({ Name, Value })),
        ClientMetadata: { ...metadata },
      }),
    )
  return {
    find,
    create: async (wanted) => {
      try {
        const made = await undefinedOnError(UsernameExistsException, () => signUp(wanted))
        return made && { sub: made.UserSub ?? unnamed(), confirmed: made.UserConfirmed ?? false }
      } catch (error) {
        if (!isUnmailed(error)) throw error
        // Cognito makes the account before it asks for the words of its mail.
        const made = await find(wanted.email)
        return made && { sub: made.sub, confirmed: false }
      }
    },
    remove: async (sub) => {
      await undefinedOnError(UserNotFoundException, () => client.send(new AdminDeleteUserCommand(account(sub))))
    },
  }
}

/** What only whoever proves the address may. */
function proofs({ userPoolId }: Pool, client: CognitoIdentityProviderClient): Pick<SignUps, 'confirm' | 'make'> {
  const account = (Username: string) => ({ UserPoolId: userPoolId, Username })
  return {
    confirm: async (sub) => {
      await undefinedOnError(NotAuthorizedException, () => client.send(new AdminConfirmSignUpCommand(account(sub))))
      const UserAttributes = [{ Name: 'email_verified', Value: 'true' }]
      await client.send(new AdminUpdateUserAttributesCommand({ ...account(sub), UserAttributes }))
    },
    make: async (email, password) => {
      const UserAttributes = [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
      ]
      const { User } = await client.send(
        new AdminCreateUserCommand({ ...account(email), MessageAction: 'SUPPRESS', UserAttributes }),
      )
      const sub = User?.Username ?? unnamed()
      await client.send(new AdminSetUserPasswordCommand({ ...account(sub), Password: password, Permanent: true }))
      return sub
    },
  }
}

const statuses: Readonly<Record<string, AddressAccount['status']>> = {
  UNCONFIRMED: 'unconfirmed',
  FORCE_CHANGE_PASSWORD: 'invited',
}

/** The address has had its mails of the day; whoever asks is answered as ever. */
const isUnmailed = (error: unknown): boolean => triggerCode(error) === TOO_MANY_MAILS

const unnamed = (): never => {
  throw new Error('Cognito told of a user without a name')
}
