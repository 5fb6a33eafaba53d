import type { EntityItem } from 'electrodb'
import type { TableEntities } from '#data/entities'

export type StoredUser = EntityItem<TableEntities['users']>

/**
 * Whether registration is complete. Not so for a purchase with an unverified address, nor for an account created by the
 * practice whose client has not accepted the terms.
 */
export const isUserRegistered = ({ status, role, registrationDue }: StoredUser): boolean =>
  status !== 'unconfirmed' && !(role === 'cliente' && registrationDue)

export const toUserId = (sub: string): string => `usr_${sub}`
