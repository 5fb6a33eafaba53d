import type { ReactNode } from 'react'
import { type ClientFile, fileTexts } from '#contract/files'
import { keysOf } from '#contract/record'
import { formatBytes, formatDay } from '../../ui/format.ts'
import { RecordTable, type Column } from '../../ui/record-table.tsx'

/** What stands before a text of a file, where it does not speak for itself. */
const prefixes: Readonly<Record<keyof typeof fileTexts, string>> = { description: '' }

const columns: readonly Column<ClientFile>[] = [
  {
    title: 'Archivo',
    cell: (file) => (
      <div>
        <span className="file-name">{file.fileName}</span>
        {keysOf(fileTexts).map(
          (field) =>
            file[field] && (
              <span key={field} className="file-description">
                {prefixes[field]}
                {file[field]}
              </span>
            ),
        )}
      </div>
    ),
  },
  { title: 'Fecha', cell: ({ createdAt }) => formatDay(createdAt) },
  { title: 'Tamaño', cell: ({ sizeBytes }) => formatBytes(sizeBytes), figures: true },
]

interface FileTableProps {
  readonly caption: string
  readonly files: readonly ClientFile[]
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
