import type { EntityConfiguration } from 'electrodb'
import { registerEntityKeys } from './enforce-table-access.ts'
import type { EntityKind } from './key-prefixes.ts'

interface AnyEntity {
  readonly schema: { readonly model: { readonly service: string; readonly entity: string } }
}

type Makers = Readonly<Partial<Record<EntityKind, (config: EntityConfiguration) => AnyEntity>>>

/** Creates each entity on first use: creating all takes 50 ms of every cold start. */
export function createLazyEntities(makers: Makers, config: EntityConfiguration): object {
  const entities = {}
  for (const [name, make] of Object.entries(makers)) {
    const get = () => {
      const value = make(config)
      registerEntityKeys(name as EntityKind, value.schema.model)
      Object.defineProperty(entities, name, { value })
      return value
    }
    Object.defineProperty(entities, name, { get, enumerable: true, configurable: true })
  }
  return entities
}
