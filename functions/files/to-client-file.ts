import type { EntityItem } from 'electrodb'
import type { ClientFile } from '#contract/files'
import type { Entities } from '#data/entities'

export type StoredFile = EntityItem<Entities['clientFiles']>

export const toClientFile = ({
  fileId,
  fileName,
  fileType,
  sizeBytes,
  description,
  createdAt,
}: StoredFile): ClientFile => ({
  fileId,
  fileName,
  fileType,
  sizeBytes,
  description: description ?? null,
  createdAt,
})
