import type { EntityItem } from 'electrodb'
import type { Entities } from '#data/entities'

export type User = EntityItem<Entities['users']>

/**
 * Whether registration is complete. Not so for a purchase with an unverified address, nor for an account created by the
 * practice whose client has not accepted the terms.
 */
export const isRegistered = ({ status, role, registrationDue }: User): boolean =>
  status !== 'unconfirmed' && !(role === 'cliente' && registrationDue)

export const userIdOf = (sub: string): string => `usr_${sub}`
