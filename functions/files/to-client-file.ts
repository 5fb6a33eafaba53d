import type { EntityItem } from 'electrodb'
import { ClientFile } from '#contract/files'
import type { Entities } from '#data/entities'
import { toReply } from '#data/record'

export type StoredFile = EntityItem<Entities['clientFiles']>

export const toClientFile = (stored: StoredFile): ClientFile => toReply(ClientFile, stored)
