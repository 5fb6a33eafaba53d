import { Entity, type EntityConfiguration } from 'electrodb'

/**
 * Numbers of accounts that can sign in and of clients (neither deleted nor staff), updated in the transactions that
 * change them: the sum of all items. `practice` also lists hidden imports, so that one write shows and counts their
 * clients; `practice-1` and so on have numbers alone.
 */
export const practiceCounterEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'counter', version: '1' },
      attributes: {
        of: { type: 'string', required: true, readOnly: true },
        users: { type: 'number' },
        clients: { type: 'number' },
        hiddenImports: { type: 'set', items: 'string' },
        changes: { type: 'number' },
        changedAt: { type: 'string' },
        recountedAt: { type: 'string' },
        dosingRules: { type: 'number' },
        searchPieces: { type: 'number' },
      },
      indexes: { byName: { pk: { field: 'pk', composite: ['of'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )
