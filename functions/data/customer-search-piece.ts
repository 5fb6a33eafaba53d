import { Entity, type EntityConfiguration } from 'electrodb'

/**
 * The search index of clients: one item for each place in a text at which a search can match (customer-search-text.ts).
 * It repeats the whole text, so that the other words of a search are looked for in what was read.
 */
export const customerSearchPieceEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'searchPiece', version: '1' },
      attributes: {
        piece: { type: 'string', required: true, readOnly: true },
        place: { type: 'string', required: true, readOnly: true, field: 'sk' },
        createdAt: { type: 'string', required: true, field: 'at' },
        text: { type: 'string', required: true, field: 't' },
      },
      indexes: {
        byPiece: {
          pk: { field: 'pk', composite: ['piece'], template: '$client#piece_${piece}', casing: 'none' },
          sk: { field: 'sk', composite: ['place'], template: '${place}', casing: 'none' },
        },
      },
    },
    config,
  )
