import { Entity, type EntityConfiguration } from 'electrodb'

interface SearchPieceModel<Service extends string, Name extends string> {
  readonly service: Service
  readonly entity: Name
}

/**
 * Search index: one item for each position where a search can match (customer-search-text.ts). Contains the whole text,
 * so that other words of a search are compared without another read.
 */
const createSearchPieceEntity = <Service extends string, Name extends string>(
  { service, entity }: SearchPieceModel<Service, Name>,
  config: EntityConfiguration,
) =>
  new Entity(
    {
      model: { service, entity, version: '1' },
      attributes: {
        piece: { type: 'string', required: true, readOnly: true },
        place: { type: 'string', required: true, readOnly: true, field: 'sk' },
        createdAt: { type: 'string', required: true, field: 'at' },
        text: { type: 'string', required: true, field: 't' },
      },
      indexes: {
        byPiece: {
          pk: { field: 'pk', composite: ['piece'], template: `$${service}#piece_\${piece}`, casing: 'none' },
          sk: { field: 'sk', composite: ['place'], template: '${place}', casing: 'none' },
        },
      },
    },
    config,
  )

export const customerSearchPieceEntity = (config: EntityConfiguration) =>
  createSearchPieceEntity({ service: 'client', entity: 'searchPiece' }, config)

export const userSearchPieceEntity = (config: EntityConfiguration) =>
  createSearchPieceEntity({ service: 'identity', entity: 'userSearchPiece' }, config)
