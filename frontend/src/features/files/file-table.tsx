import type { ReactNode } from 'react'
import type { ClientFile } from '#contract/files'
import { formatBytes, formatDay } from '../../ui/format.ts'
import { RecordTable, type Column } from '../../ui/record-table.tsx'

const columns: readonly Column<ClientFile>[] = [
  {
    title: 'Archivo',
    cell: ({ fileName, description }) => (
      <div>
        <span className="file-name">{fileName}</span>
        {description && <span className="file-description">{description}</span>}
      </div>
    ),
  },
  { title: 'Fecha', cell: ({ createdAt }) => formatDay(createdAt) },
  { title: 'Tamaño', cell: ({ sizeBytes }) => formatBytes(sizeBytes), figures: true },
]

interface FileTableProps {
  /** Read to whoever cannot see what the table is about. */
  readonly caption: string
  readonly files: readonly ClientFile[]
  /** What can be done with a file. */
  readonly actions: (file: ClientFile) => ReactNode
}

export const FileTable = ({ caption, files, actions }: FileTableProps) => (
  <RecordTable
    caption={caption}
    columns={[...columns, { title: 'Acciones', cell: actions }]}
    rows={files}
    keyOf={({ fileId }) => fileId}
  />
)
