import { Entity, type EntityConfiguration } from 'electrodb'

/**
 * How many there are, changed in the transactions that make them more or fewer: accounts that can sign in, and clients
 * who are neither deleted nor work here. The imports whose clients nobody sees yet stand here too, because one write
 * then shows and counts them all.
 */
export const counterEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'counter', version: '1' },
      attributes: {
        of: { type: 'string', required: true, readOnly: true },
        users: { type: 'number' },
        clients: { type: 'number' },
        hiddenImports: { type: 'set', items: 'string' },
        /** Counts the changes, so that a recount knows whether it was overtaken. */
        changes: { type: 'number' },
        changedAt: { type: 'string' },
        recountedAt: { type: 'string' },
        /** The rules by which the stored prescriptions were gone over last (`DOSING_RULES`). */
        dosingRules: { type: 'number' },
      },
      indexes: { byName: { pk: { field: 'pk', composite: ['of'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )
