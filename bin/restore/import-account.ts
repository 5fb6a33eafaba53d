import { randomBytes } from 'node:crypto'
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminGetUserCommand,
  AdminLinkProviderForUserCommand,
  AdminSetUserPasswordCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { ORIGINAL_SUB_ATTRIBUTE } from '#contract/original-sub'
import type { Database } from '#data/database'
import { type StoredUser, toUserId } from '#platform/user'
import type { ExportedUser } from '../../functions/recovery/exported-user.ts'
import { type ImportPlaces, type PoolAccount, recordImport } from './record-import.ts'

/**
 * `closed`: the table has no open account of this person (erased, removed or never verified). `taken`: another account
 * with a profile uses the address.
 */
export type ImportOutcome = 'imported' | 'already-imported' | 'closed' | 'taken'

/**
 * The table decides who is imported and with which role, because it is newer than the export. Every step is repeatable.
 */
export async function importAccount(exported: ExportedUser, places: ImportPlaces): Promise<ImportOutcome> {
  const user = await findOpenUser(exported, places.data)
  if (!user) return 'closed'
  const account = await findAccount(user, places)
  if (account && !isAccountOf(user, account)) {
    if (await hasProfile(account, places.data)) return 'taken'
    // A new account under the address has not verified it.
    await places.cognito.send(new AdminDeleteUserCommand(nameAccount(account.sub, places)))
  }
  const own = account && isAccountOf(user, account) ? account : await makeAccount(user, exported, places)
  await completeAccount(own, user, exported, places)
  return (await recordImport(user, own, places)) ? 'imported' : 'already-imported'
}

async function findOpenUser({ userId }: ExportedUser, data: Database): Promise<StoredUser | undefined> {
  if (!userId) return undefined
  const { data: user } = await data.users.get({ userId }).go()
  return user && user.status !== 'deleted' && user.status !== 'unconfirmed' ? user : undefined
}

const nameAccount = (Username: string, { userPoolId }: ImportPlaces) => ({ UserPoolId: userPoolId, Username })

async function findAccount({ email }: StoredUser, places: ImportPlaces): Promise<PoolAccount | undefined> {
  try {
    const found = await places.cognito.send(new AdminGetUserCommand(nameAccount(email, places)))
    return {
      sub: found.Username ?? '',
      attributes: Object.fromEntries((found.UserAttributes ?? []).map(({ Name = '', Value = '' }) => [Name, Value])),
      hasPassword: found.UserStatus !== 'FORCE_CHANGE_PASSWORD',
      hasTotp: found.UserMFASettingList?.includes('SOFTWARE_TOKEN_MFA') ?? false,
    }
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined
    throw error
  }
}

const isAccountOf = ({ userId }: StoredUser, { attributes }: PoolAccount): boolean =>
  `usr_${attributes[ORIGINAL_SUB_ATTRIBUTE]}` === userId

async function hasProfile(account: PoolAccount, data: Database): Promise<boolean> {
  const { data: user } = await data.users.get({ userId: toUserId(account) }).go()
  return user !== null && user.status !== 'unconfirmed'
}

async function makeAccount(
  { userId, email }: StoredUser,
  exported: ExportedUser,
  places: ImportPlaces,
): Promise<PoolAccount> {
  const attributes = {
    ...exported.attributes,
    email,
    email_verified: 'true',
    [ORIGINAL_SUB_ATTRIBUTE]: userId.slice('usr_'.length),
  }
  const { User } = await places.cognito.send(
    new AdminCreateUserCommand({
      ...nameAccount(email, places),
      MessageAction: 'SUPPRESS',
      UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    }),
  )
  if (!User?.Username) throw new Error('Cognito made a user without a name')
  return { sub: User.Username, attributes, hasPassword: false, hasTotp: false }
}

async function completeAccount(
  { sub, attributes, hasPassword }: PoolAccount,
  { role }: StoredUser,
  { googleSubjects, enabled }: ExportedUser,
  places: ImportPlaces,
): Promise<void> {
  const { cognito } = places
  const account = nameAccount(sub, places)
  // Nobody knows this password. Without a permanent one, Cognito sends no reset mail.
  const Password = `Aa1-${randomBytes(48).toString('base64url')}`
  if (!hasPassword) await cognito.send(new AdminSetUserPasswordCommand({ ...account, Password, Permanent: true }))
  await cognito.send(new AdminAddUserToGroupCommand({ ...account, GroupName: role }))
  const linked = attributes['identities'] ?? '[]'
  // Administrators sign in by password only.
  for (const subject of role === 'cliente' ? googleSubjects : []) {
    if (!linked.includes(`"${subject}"`))
      await cognito.send(new AdminLinkProviderForUserCommand(link(sub, subject, places)))
  }
  if (!enabled) await cognito.send(new AdminDisableUserCommand(account))
}

const link = (sub: string, subject: string, { userPoolId }: ImportPlaces) => ({
  UserPoolId: userPoolId,
  DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: sub },
  SourceUser: {
    ProviderName: 'Google',
    ProviderAttributeName: 'Cognito_Subject',
    ProviderAttributeValue: subject,
  },
})
