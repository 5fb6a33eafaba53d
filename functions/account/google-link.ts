import { randomBytes } from 'node:crypto'
import {
  AdminGetUserCommand,
  type AdminGetUserCommandOutput,
  AdminLinkProviderForUserCommand,
  AdminListGroupsForUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  type CognitoIdentityProviderClient,
  InvalidParameterException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { cognitoSignUpAttributes } from '#contract/sign-up'
import { Email } from '#contract/value-schemas'
import { createCognitoUser } from '#platform/create-cognito-user'
import { toUserId } from '#platform/user'
import { REPETITION_MS } from './public/cognito-call-ticket.ts'

export interface GoogleIdentity {
  readonly subject: string
  readonly email: string
  readonly emailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

interface LinkedAccount {
  readonly sub: string
  readonly userId: string
  readonly email: string
}

export interface AccountClaims {
  readonly isOwned: (account: LinkedAccount) => Promise<boolean>
  /** Notes that the sessions of an account that is taken over end, before Google proves its address. */
  readonly noteClaim: (account: LinkedAccount) => Promise<void>
}

export interface GoogleLinkResult {
  readonly sub: string
  readonly userId: string
  readonly made: boolean
  /** Cognito's time of the link, which tells a repeated call from a new link. Undefined where Cognito does not say. */
  readonly linkedAt: string | undefined
}

/**
 * Links Google to the account with this address, or to a new one. Only addresses verified by Google count;
 * administrators sign in by password alone. An account whose address was never proven by its password's owner is taken
 * over. May be called again for the same sign-in: what is linked already counts as done, as Cognito refuses to link twice.
 * @throws Error `email-unverified` or `administrator-by-password`; Cognito passes the text to the browser
 */
export async function linkGoogleToAccount(
  identity: GoogleIdentity,
  userPoolId: string,
  client: CognitoIdentityProviderClient,
  { isOwned, noteClaim }: AccountClaims,
): Promise<GoogleLinkResult> {
  const email = Email.safeParse(identity.email)
  if (!identity.emailVerified || !email.success) throw new Error('email-unverified')
  const known = await nativeUser(email.data, userPoolId, client)
  if (known) await requireClient(known, userPoolId, client)

  const username = known?.Username ?? (await makeUser(identity, email.data, userPoolId, client))
  const account = toAccount(username, known, email.data)
  const claimed = known !== undefined && !(isVerified(known) && (await isOwned(account)))
  if (claimed) {
    await lockOutPasswordUser(username, { userPoolId, client })
    await noteClaim(account)
  }
  const linkedAt = await link(identity, account, { userPoolId, client })
  if (claimed) await rename(username, identity, { userPoolId, client })
  return {
    sub: username,
    userId: account.userId,
    made: !known || (claimed && isOfThisSignIn(known, linkedAt)),
    linkedAt,
  }
}

function toAccount(sub: string, known: Native | undefined, email: string) {
  const attributes = Object.fromEntries((known?.UserAttributes ?? []).map(({ Name = '', Value = '' }) => [Name, Value]))
  return { sub, userId: toUserId({ sub, attributes }), email }
}

/**
 * @returns when Cognito linked them, which may have been in an earlier call of the trigger
 * @throws Cognito's error where the identity belongs to another account
 */
async function link(
  { subject }: GoogleIdentity,
  { sub, email }: { readonly sub: string; readonly email: string },
  { userPoolId, client }: Pool,
): Promise<string | undefined> {
  const source = {
    ProviderName: 'Google',
    ProviderAttributeName: 'Cognito_Subject',
    ProviderAttributeValue: subject,
  }
  const destination = { ProviderName: 'Cognito', ProviderAttributeValue: sub }
  const linked = async () => findLink(await nativeUser(email, userPoolId, client), subject)
  try {
    await client.send(
      new AdminLinkProviderForUserCommand({
        UserPoolId: userPoolId,
        DestinationUser: destination,
        SourceUser: source,
      }),
    )
  } catch (error) {
    if (!(error instanceof InvalidParameterException) || !(await linked())) throw error
  }
  return (await linked())?.linkedAt
}

function findLink(user: Native | undefined, subject: string): { readonly linkedAt: string | undefined } | undefined {
  const text = user?.UserAttributes?.find(({ Name }) => Name === 'identities')?.Value ?? '[]'
  const identities = JSON.parse(text) as readonly { providerName?: string; userId?: string; dateCreated?: unknown }[]
  const known = identities.find(({ providerName, userId }) => providerName === 'Google' && userId === subject)
  if (!known) return undefined
  const at = new Date(Number(known.dateCreated))
  return { linkedAt: Number.isNaN(at.getTime()) ? undefined : at.toISOString() }
}

type Native = Pick<AdminGetUserCommandOutput, 'Username' | 'UserStatus' | 'UserAttributes' | 'UserCreateDate'>

const isOfThisSignIn = (user: Native, linkedAt: string | undefined): boolean =>
  isVerified(user) &&
  user.UserCreateDate !== undefined &&
  linkedAt !== undefined &&
  Math.abs(Date.parse(linkedAt) - user.UserCreateDate.getTime()) < REPETITION_MS

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
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
    ...(firstName ? [{ Name: 'given_name', Value: firstName }] : []),
    ...(lastName ? [{ Name: 'family_name', Value: lastName }] : []),
  ]
  const username = await createCognitoUser({ UserPoolId: userPoolId, Username: email, UserAttributes }, client)
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
 * owner accepts separately. An access token outlives the sign-out, hence `noteClaim`.
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
