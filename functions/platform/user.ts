import type { EntityItem } from 'electrodb'
import type { Entities } from '#data/entities'

/** A person who may sign in, as the table holds them. */
export type User = EntityItem<Entities['users']>

/**
 * Whether there is nothing left to complete. What a purchase left before its address was verified is nobody's
 * registration yet, nor is an account that the practice made for a client who has accepted nothing.
 */
export const isRegistered = ({ status, role, registrationDue }: User): boolean =>
  status !== 'unconfirmed' && !(role === 'cliente' && registrationDue)

/** The id of the account with this subject at Cognito. */
export const userIdOf = (sub: string): string => `usr_${sub}`
