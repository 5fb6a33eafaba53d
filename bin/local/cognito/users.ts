import type { UserStatusType } from '@aws-sdk/client-cognito-identity-provider'
import { StandInServiceError } from '../json-protocol.ts'
import type { DocumentCollection, DocumentStore } from '../document-store.ts'
import { requireTextParameter } from './attributes.ts'
import type { SrpVerifier } from './srp.ts'

interface Identity {
  readonly providerName: string
  readonly userId: string
  readonly dateCreated: number
  readonly primary: boolean
}

interface SoftwareToken {
  readonly secret: string
  readonly enabled: boolean
  readonly preferred: boolean
  readonly usedSteps: readonly number[]
}

export interface LocalCognitoUser {
  /** Also the `sub` of native users; `google_<subject>` for users who exist only through Google. */
  readonly username: string
  readonly sub: string
  status: UserStatusType
  enabled: boolean
  /** All attributes but `sub`. */
  attributes: Record<string, string>
  readonly createdAt: number
  changedAt: number
  password?: SrpVerifier
  temporaryPasswordExpiresAt?: number
  pendingEmail?: string
  softwareToken?: SoftwareToken
  softwareTokenCandidate?: string
  identities: Identity[]
  groups: string[]
}

export type LocalCognitoUserStore = ReturnType<typeof openLocalCognitoUserStore>

/** Documents are copies: only `add` and `change` store a change. */
export function openLocalCognitoUserStore(store: DocumentStore, now: () => number) {
  const users = store.collection<LocalCognitoUser>('cognito-users')
  const byEmail = store.collection<string>('cognito-emails')

  const find = (name: string): LocalCognitoUser | undefined =>
    users.get(name) ?? users.get(byEmail.get(name.toLowerCase()) ?? '')

  return {
    get: (username: string): LocalCognitoUser | undefined => users.get(username),
    find,
    all: (): LocalCognitoUser[] => users.all(),

    /** @throws StandInServiceError UserNotFoundException, or InvalidParameterException for what is no user name */
    mustFind(name: unknown): LocalCognitoUser {
      const user = find(requireTextParameter(name, 'username'))
      if (!user) throw new StandInServiceError('UserNotFoundException', 'User does not exist.')
      return user
    },

    /** @throws StandInServiceError UsernameExistsException when a native user already has the address */
    add(user: LocalCognitoUser): void {
      store.transaction(() => {
        const email = emailKey(user)
        if (users.get(user.username) || (email && byEmail.get(email))) {
          throw new StandInServiceError('UsernameExistsException', 'User already exists')
        }
        if (email) byEmail.put(email, user.username)
        users.put(user.username, user)
      })
    },

    /**
     * Edits the stored user: a trigger may have changed it since it was read.
     * @throws StandInServiceError AliasExistsException when the new address belongs to someone else, UserNotFoundException
     */
    change(username: string, edit: (user: LocalCognitoUser) => void): LocalCognitoUser {
      return store.transaction(() => {
        const user = users.get(username)
        if (!user) throw new StandInServiceError('UserNotFoundException', 'User does not exist.')
        const before = emailKey(user)
        edit(user)
        user.changedAt = now()
        const after = emailKey(user)
        if (before !== after) moveEmail(byEmail, username, { before, after })
        users.put(username, user)
        return user
      })
    },

    remove(username: string): void {
      store.transaction(() => {
        const user = users.get(username)
        const email = user && emailKey(user)
        if (email) byEmail.delete(email)
        users.delete(username)
      })
    },

    byIdentity: (providerName: string, userId: string): LocalCognitoUser | undefined =>
      users.all().find(({ identities }) => hasIdentity(identities, providerName, userId)),
  }
}

function hasIdentity(identities: readonly Identity[], providerName: string, userId: string): boolean {
  return identities.some((one) => one.providerName === providerName && one.userId === userId)
}

function emailKey(user: LocalCognitoUser): string | undefined {
  return user.status === 'EXTERNAL_PROVIDER' ? undefined : user.attributes['email']?.toLowerCase()
}

function moveEmail(
  byEmail: DocumentCollection<string>,
  username: string,
  move: { before: string | undefined; after: string | undefined },
): void {
  if (move.after && byEmail.get(move.after)) {
    throw new StandInServiceError('AliasExistsException', 'An account with the email already exists.')
  }
  if (move.before) byEmail.delete(move.before)
  if (move.after) byEmail.put(move.after, username)
}

export function toCognitoAttributeList(user: LocalCognitoUser): { Name: string; Value: string }[] {
  const { sub, attributes, identities } = user
  const linked = identities.length > 0 ? { identities: JSON.stringify(toIdentitiesClaim(user)) } : {}
  return Object.entries({ sub, ...attributes, ...linked }).map(([Name, Value]) => ({ Name, Value }))
}

export function toIdentitiesClaim(user: LocalCognitoUser): Record<string, string | null>[] {
  return user.identities.map(({ userId, providerName, primary, dateCreated }) => ({
    dateCreated: String(dateCreated),
    userId,
    providerName,
    providerType: providerName,
    issuer: null,
    primary: String(primary),
  }))
}
