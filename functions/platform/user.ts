import type { EntityItem } from 'electrodb'
import { ORIGINAL_SUB_ATTRIBUTE } from '#contract/original-sub'
import type { TableEntities } from '#data/entities'

export type StoredUser = EntityItem<TableEntities['users']>

export const isUserRegistered = ({ status, role, registrationDue }: StoredUser): boolean =>
  status !== 'unconfirmed' && !(role === 'cliente' && registrationDue)

interface PoolAccount {
  readonly sub: string
  readonly attributes: Readonly<Record<string, string>>
}

export const toUserId = ({ sub, attributes }: PoolAccount): string => `usr_${attributes[ORIGINAL_SUB_ATTRIBUTE] ?? sub}`

export const toEventUserId = ({
  userName,
  request,
}: {
  readonly userName: string
  readonly request: { readonly userAttributes: Readonly<Record<string, string>> }
}): string => toUserId({ sub: userName, attributes: request.userAttributes })

/** Cognito's user name: the subject in the id, except after an import into another pool. */
export const toCognitoSub = ({ userId, sub }: Pick<StoredUser, 'userId' | 'sub'>): string =>
  sub ?? userId.slice('usr_'.length)
