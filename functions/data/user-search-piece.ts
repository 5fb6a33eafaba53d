import { Entity, type EntityConfiguration } from 'electrodb'

/** The search index of accounts, as `searchPieces` is that of clients; written after the account (user-search-index.ts). */
export const userSearchPieceEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'identity', entity: 'userSearchPiece', version: '1' },
      attributes: {
        piece: { type: 'string', required: true, readOnly: true },
        place: { type: 'string', required: true, readOnly: true, field: 'sk' },
        createdAt: { type: 'string', required: true, field: 'at' },
        text: { type: 'string', required: true, field: 't' },
      },
      indexes: {
        byPiece: {
          pk: { field: 'pk', composite: ['piece'], template: '$identity#piece_${piece}', casing: 'none' },
          sk: { field: 'sk', composite: ['place'], template: '${place}', casing: 'none' },
        },
      },
    },
    config,
  )
