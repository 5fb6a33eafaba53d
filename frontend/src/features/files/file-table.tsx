import type { ReactNode } from 'react'
import { type ClientFile, fileTextFields } from '#contract/client-file'
import { getObjectKeys } from '#contract/record-fields'
import { formatBytes, formatInstantAsDay } from '../../ui/format.ts'
import { FileReviewState } from './review-state.tsx'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'

const prefixes: Readonly<Record<keyof typeof fileTextFields, string>> = { description: '' }

const columns: readonly TableColumn<ClientFile>[] = [
  {
    title: 'Archivo',
    cell: (file) => (
      <div>
        <span className="file-name">{file.fileName}</span>
        {getObjectKeys(fileTextFields).map(
          (field) =>
            file[field] && (
              <span key={field} className="file-description">
                {prefixes[field]}
                {file[field]}
              </span>
            ),
        )}
        <FileReviewState file={file} />
      </div>
    ),
  },
  { title: 'Fecha', cell: ({ createdAt }) => formatInstantAsDay(createdAt) },
  { title: 'Tamaño', cell: ({ sizeBytes }) => formatBytes(sizeBytes), figures: true },
]

interface FileTableProps {
  readonly caption: string
  readonly files: readonly ClientFile[]
  readonly actions: (file: ClientFile) => ReactNode
}

export const FileTable = ({ caption, files, actions }: FileTableProps) => (
  <ResponsiveTable
    caption={caption}
    columns={[...columns, { title: 'Acciones', cell: actions }]}
    rows={files}
    keyOf={({ fileId }) => fileId}
  />
)
