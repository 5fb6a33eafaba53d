import type { EntityItem } from 'electrodb'
import type { Entities } from '#data/entities'

/** A person who may sign in, as the table holds them. */
export type User = EntityItem<Entities['users']>
