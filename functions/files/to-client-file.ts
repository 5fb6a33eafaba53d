import type { EntityItem } from 'electrodb'
import { ClientFile } from '#contract/client-file'
import type { TableEntities } from '#data/entities'
import { toReply } from '#data/stored-record'

export type StoredClientFile = EntityItem<TableEntities['clientFiles']>

export const toClientFile = (stored: StoredClientFile): ClientFile => toReply(ClientFile, stored)
