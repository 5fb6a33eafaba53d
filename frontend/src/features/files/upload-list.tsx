import { Button } from '../../ui/button.tsx'
import type { FileUploadInProgress } from './use-customer-file-uploads.ts'

const stateText: Record<Exclude<FileUploadInProgress['state'], 'failed'>, string> = {
  waiting: 'En espera',
  sending: 'Subiendo...',
  checking: 'Comprobando...',
  done: 'Subido',
}

interface UploadListProps {
  readonly uploads: readonly FileUploadInProgress[]
  readonly drop: (key: string) => void
}

export const FileUploadList = ({ uploads, drop }: UploadListProps) => (
  <ul className="uploads" aria-label="Subidas" aria-live="polite">
    {uploads.map(({ key, file, part, state, problem }) => (
      <li key={key} className={`upload-${state}`}>
        <span className="file-name">{file.name}</span>
        {state === 'failed' ? (
          <span className="field-error">{problem}</span>
        ) : (
          <>
            <progress value={part} max={1} aria-label={`Progreso de ${file.name}`} />
            <span>{stateText[state]}</span>
          </>
        )}
        <Button variant="plain" size="small" aria-label={`${dropText(state)} ${file.name}`} onClick={() => drop(key)}>
          {dropText(state)}
        </Button>
      </li>
    ))}
  </ul>
)

const dropText = (state: FileUploadInProgress['state']): string =>
  state === 'done' || state === 'failed' ? 'Quitar' : 'Cancelar'
