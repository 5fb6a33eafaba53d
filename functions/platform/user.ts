import type { EntityItem } from 'electrodb'
import { ORIGINAL_SUB_ATTRIBUTE } from '#contract/original-sub'
import type { TableEntities } from '#data/entities'

export type StoredUser = EntityItem<TableEntities['users']>

/**
 * Whether registration is complete. Not so for a purchase with an unverified address, nor for an account created by the
 * practice whose client has not accepted the terms.
 */
export const isUserRegistered = ({ status, role, registrationDue }: StoredUser): boolean =>
  status !== 'unconfirmed' && !(role === 'cliente' && registrationDue)

interface PoolAccount {
  readonly sub: string
  readonly attributes: Readonly<Record<string, string>>
}

/** Our id of an account of the user pool. */
export const toUserId = ({ sub, attributes }: PoolAccount): string => `usr_${attributes[ORIGINAL_SUB_ATTRIBUTE] ?? sub}`

/** Of the account that a trigger is about. */
export const toEventUserId = ({
  userName,
  request,
}: {
  readonly userName: string
  readonly request: { readonly userAttributes: Readonly<Record<string, string>> }
}): string => toUserId({ sub: userName, attributes: request.userAttributes })

/** Cognito's name of a user's account: the one in the id, but for whoever was imported into another pool. */
export const toCognitoSub = ({ userId, sub }: Pick<StoredUser, 'userId' | 'sub'>): string =>
  sub ?? userId.slice('usr_'.length)
