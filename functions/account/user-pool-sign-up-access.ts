import {
  AdminConfirmSignUpCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  CodeDeliveryFailureException,
  CognitoIdentityProviderClient,
  NotAuthorizedException,
  SignUpCommand,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { TOO_MANY_MAILS_ERROR } from '#contract/cognito-metadata-keys'
import { parseTriggerErrorCode } from '#platform/cognito-errors'
import { createCognitoUser, mailInvitation } from '#platform/create-cognito-user'
import { openServiceClient } from '#data/service-clients'
import { toUserId } from '#platform/user'
import { undefinedOnError } from './undefined-on-error.ts'

export interface CognitoAccount {
  readonly sub: string
  readonly userId: string
  readonly status: 'unconfirmed' | 'invited' | 'confirmed'
  readonly byGoogle: boolean
}

export interface NewCognitoAccount {
  readonly email: string
  readonly password: string
  readonly attributes: Readonly<Record<string, string>>
  readonly metadata: Readonly<Record<string, string>>
}

interface CreatedAccount {
  readonly sub: string
  readonly confirmed: boolean
  /**
   * The mail service refused the verification mail, and Cognito does not repeat it.
   * @default false
   */
  readonly mailLost?: boolean
}

export interface UserPoolSignUpAccess {
  readonly find: (email: string) => Promise<CognitoAccount | undefined>
  readonly create: (signUp: NewCognitoAccount) => Promise<CreatedAccount | undefined>
  /** Idempotent. */
  readonly confirm: (sub: string) => Promise<void>
  readonly make: (email: string, password: string) => Promise<string>
  /** Mails an invited owner, who has chosen no password, a new link. */
  readonly inviteAgain: (email: string) => Promise<void>
  readonly remove: (sub: string) => Promise<void>
}

export function createUserPoolSignUpAccess(
  pool: { readonly userPoolId: string; readonly clientId: string },
  client = openServiceClient(CognitoIdentityProviderClient, 'userPool'),
): UserPoolSignUpAccess {
  return { ...unprovenAccounts(pool, client), ...proofs(pool, client) }
}

type Pool = Parameters<typeof createUserPoolSignUpAccess>[0]

function unprovenAccounts(
  { userPoolId, clientId }: Pool,
  client: CognitoIdentityProviderClient,
): Pick<UserPoolSignUpAccess, 'find' | 'create' | 'remove'> {
  const account = (Username: string) => ({ UserPoolId: userPoolId, Username })
  const find: UserPoolSignUpAccess['find'] = async (email) => {
    const user = await undefinedOnError(UserNotFoundException, () =>
      client.send(new AdminGetUserCommand(account(email))),
    )
    if (!user || user.UserStatus === 'EXTERNAL_PROVIDER') return undefined
    const sub = user.Username ?? unnamed()
    const attributes = Object.fromEntries((user.UserAttributes ?? []).map(({ Name = '', Value = '' }) => [Name, Value]))
    return {
      sub,
      userId: toUserId({ sub, attributes }),
      status: statuses[user.UserStatus ?? ''] ?? 'confirmed',
      byGoogle: 'identities' in attributes,
    }
  }
  const signUp = ({ email, password, attributes, metadata }: NewCognitoAccount) =>
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
        const mailLost = error instanceof CodeDeliveryFailureException
        if (!mailLost && !isUnmailed(error)) throw error
        // Cognito creates the account before it calls the custom-message trigger and sends the mail.
        const made = await find(wanted.email)
        return made && { sub: made.sub, confirmed: false, mailLost }
      }
    },
    remove: async (sub) => {
      await undefinedOnError(UserNotFoundException, () => client.send(new AdminDeleteUserCommand(account(sub))))
    },
  }
}

function proofs(
  { userPoolId }: Pool,
  client: CognitoIdentityProviderClient,
): Pick<UserPoolSignUpAccess, 'confirm' | 'make' | 'inviteAgain'> {
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
      const sub = await createCognitoUser({ ...account(email), UserAttributes }, client)
      await client.send(new AdminSetUserPasswordCommand({ ...account(sub), Password: password, Permanent: true }))
      return sub
    },
    inviteAgain: (email) => mailInvitation(account(email), client),
  }
}

const statuses: Readonly<Record<string, CognitoAccount['status']>> = {
  UNCONFIRMED: 'unconfirmed',
  FORCE_CHANGE_PASSWORD: 'invited',
}

const isUnmailed = (error: unknown): boolean => parseTriggerErrorCode(error) === TOO_MANY_MAILS_ERROR

const unnamed = (): never => {
  throw new Error('Cognito told of a user without a name')
}
