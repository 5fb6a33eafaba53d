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
import { signUpAttributes } from '#contract/sign-up'
import { Email } from '#contract/values'

/** Somebody whom Google has sent, as Google describes them. */
export interface GoogleIdentity {
  /** Google's own, lasting id of the person. */
  readonly subject: string
  readonly email: string
  readonly emailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

/** Whether the address of an account, or an earlier way in by Google, was proven by whoever chose its password. */
type IsOwned = (account: { readonly sub: string; readonly email: string }) => Promise<boolean>

/** The outcome, for the audit log. */
export interface LinkedAccount {
  readonly sub: string
  readonly made: boolean
}

/**
 * Makes Google another way into the account with this address: the one there is, or a new one. Only an address that
 * Google has verified counts, and administrators sign in by password alone.
 * An account that its password's owner has not proven is taken from them.
 *
 * @throws Error `email-unverified` or `administrator-by-password`; Cognito hands the text on to the browser
 */
export async function linkGoogle(
  identity: GoogleIdentity,
  userPoolId: string,
  client: CognitoIdentityProviderClient,
  isOwned: IsOwned,
): Promise<LinkedAccount> {
  const email = Email.safeParse(identity.email)
  if (!identity.emailVerified || !email.success) throw new Error('email-unverified')
  const pool = { UserPoolId: userPoolId }
  const known = await nativeUser(email.data, userPoolId, client)
  if (known) await requireClient(known, userPoolId, client)

  const username = known?.Username ?? (await makeUser(identity, email.data, userPoolId, client))
  const claimed = known !== undefined && !(isVerified(known) && (await isOwned({ sub: username, email: email.data })))
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
  return { sub: username, made: known === undefined }
}

type Native = Pick<AdminGetUserCommandOutput, 'Username' | 'UserStatus' | 'UserAttributes'>

async function nativeUser(
  email: string,
  userPoolId: string,
  client: CognitoIdentityProviderClient,
): Promise<Native | undefined> {
  try {
    // People are known by their address here, so it names one account at once; a search of the pool's list lags behind.
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

/** Whether Cognito takes the account's address for verified, which does not say by whom. */
const isVerified = ({ UserStatus, UserAttributes = [] }: Native): boolean =>
  UserStatus === 'CONFIRMED' && UserAttributes.some(({ Name, Value }) => Name === 'email_verified' && Value === 'true')

interface Pool {
  readonly userPoolId: string
  readonly client: CognitoIdentityProviderClient
}

/**
 * An account whose address nobody has verified may have been made by somebody else, with a password that they know. The
 * owner of the address takes it over: that password is gone before Google is let in. Each step may be done again, so a
 * sign-in that was cut off here goes on with the next one.
 *
 * What that somebody agreed to stays with Cognito, where it cannot be changed; it is not read from an account that Google
 * is a way into (`signUpOf`), whose owner accepts for themselves.
 */
async function lockOutPasswordUser(username: string, { userPoolId, client }: Pool): Promise<void> {
  await setUnknownPassword(username, userPoolId, client)
  await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: username }))
}

/** Google's names in place of those of whoever made the account. Each later sign-in by Google writes them again. */
async function rename(username: string, { firstName, lastName }: GoogleIdentity, { userPoolId, client }: Pool) {
  await client.send(
    new AdminUpdateUserAttributesCommand({
      UserPoolId: userPoolId,
      Username: username,
      UserAttributes: [
        { Name: 'email_verified', Value: 'true' },
        { Name: signUpAttributes.firstName, Value: firstName },
        { Name: signUpAttributes.lastName, Value: lastName },
      ],
    }),
  )
}

/** Confirms the account with a password that nobody knows; its owner sets one by mail if they ever want one. */
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
