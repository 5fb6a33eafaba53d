import { randomBytes } from 'node:crypto'
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  type AdminGetUserCommandOutput,
  AdminLinkProviderForUserCommand,
  AdminListGroupsForUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  type CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { cognitoSignUpAttributes } from '#contract/sign-up'
import { Email } from '#contract/value-schemas'
import { toUserId } from '#platform/user'

export interface GoogleIdentity {
  readonly subject: string
  readonly email: string
  readonly emailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

type IsOwned = (account: { readonly sub: string; readonly userId: string; readonly email: string }) => Promise<boolean>

export interface GoogleLinkResult {
  readonly userId: string
  readonly made: boolean
}

/**
 * Links Google to the account with this address, or to a new one. Only addresses verified by Google count;
 * administrators sign in by password alone. An account whose address was never proven by its password's owner is taken
 * over.
 * @throws Error `email-unverified` or `administrator-by-password`; Cognito passes the text to the browser
 */
export async function linkGoogleToAccount(
  identity: GoogleIdentity,
  userPoolId: string,
  client: CognitoIdentityProviderClient,
  isOwned: IsOwned,
): Promise<GoogleLinkResult> {
  const email = Email.safeParse(identity.email)
  if (!identity.emailVerified || !email.success) throw new Error('email-unverified')
  const pool = { UserPoolId: userPoolId }
  const known = await nativeUser(email.data, userPoolId, client)
  if (known) await requireClient(known, userPoolId, client)

  const username = known?.Username ?? (await makeUser(identity, email.data, userPoolId, client))
  const attributes = Object.fromEntries((known?.UserAttributes ?? []).map(({ Name = '', Value = '' }) => [Name, Value]))
  const account = { sub: username, userId: toUserId({ sub: username, attributes }), email: email.data }
  const claimed = known !== undefined && !(isVerified(known) && (await isOwned(account)))
  if (claimed) await lockOutPasswordUser(username, { userPoolId, client })
  await client.send(
    new AdminLinkProviderForUserCommand({
      ...pool,
      DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: username },
      SourceUser: {
        ProviderName: 'Google',
        ProviderAttributeName: 'Cognito_Subject',
        ProviderAttributeValue: identity.subject,
      },
    }),
  )
  if (claimed) await rename(username, identity, { userPoolId, client })
  return { userId: account.userId, made: known === undefined }
}

type Native = Pick<AdminGetUserCommandOutput, 'Username' | 'UserStatus' | 'UserAttributes'>

async function nativeUser(
  email: string,
  userPoolId: string,
  client: CognitoIdentityProviderClient,
): Promise<Native | undefined> {
  try {
    // The pool's user names are addresses, so this is exact at once; ListUsers lags.
    const user = await client.send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username: email }))
    return user.UserStatus === 'EXTERNAL_PROVIDER' ? undefined : user
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined
    throw error
  }
}

async function requireClient({ Username }: Native, userPoolId: string, client: CognitoIdentityProviderClient) {
  const { Groups = [] } = await client.send(new AdminListGroupsForUserCommand({ UserPoolId: userPoolId, Username }))
  if (Groups.some(({ GroupName }) => GroupName === 'administrador')) throw new Error('administrator-by-password')
}

async function makeUser(
  { firstName, lastName }: GoogleIdentity,
  email: string,
  userPoolId: string,
  client: CognitoIdentityProviderClient,
): Promise<string> {
  const { User } = await client.send(
    new AdminCreateUserCommand({
      UserPoolId: userPoolId,
      Username: email,
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
        ...(firstName ? [{ Name: 'given_name', Value: firstName }] : []),
        ...(lastName ? [{ Name: 'family_name', Value: lastName }] : []),
      ],
    }),
  )
  const username = User?.Username ?? missingUsername()
  await setUnknownPassword(username, userPoolId, client)
  return username
}

/** Cognito's flag, which does not say who verified the address. */
const isVerified = ({ UserStatus, UserAttributes = [] }: Native): boolean =>
  UserStatus === 'CONFIRMED' && UserAttributes.some(({ Name, Value }) => Name === 'email_verified' && Value === 'true')

interface Pool {
  readonly userPoolId: string
  readonly client: CognitoIdentityProviderClient
}

/**
 * An account with an unverified address may belong to a stranger who knows its password, so the password is replaced
 * before Google is linked. Each step is idempotent: an interrupted sign-in continues with the next one. The stranger's
 * acceptance of terms cannot be changed at Cognito; `toSignUpDetails` ignores it for accounts linked to Google, whose
 * owner accepts separately.
 */
async function lockOutPasswordUser(username: string, { userPoolId, client }: Pool): Promise<void> {
  await setUnknownPassword(username, userPoolId, client)
  await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: username }))
}

async function rename(username: string, { firstName, lastName }: GoogleIdentity, { userPoolId, client }: Pool) {
  await client.send(
    new AdminUpdateUserAttributesCommand({
      UserPoolId: userPoolId,
      Username: username,
      UserAttributes: [
        { Name: 'email_verified', Value: 'true' },
        { Name: cognitoSignUpAttributes.firstName, Value: firstName },
        { Name: cognitoSignUpAttributes.lastName, Value: lastName },
      ],
    }),
  )
}

const setUnknownPassword = (username: string, userPoolId: string, client: CognitoIdentityProviderClient) =>
  client.send(
    new AdminSetUserPasswordCommand({
      UserPoolId: userPoolId,
      Username: username,
      Password: `Aa1-${randomBytes(48).toString('base64url')}`,
      Permanent: true,
    }),
  )

const missingUsername = (): never => {
  throw new Error('Cognito made a user without a name')
}
