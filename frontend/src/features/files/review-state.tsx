import type { ClientFile, FileRejectionReason } from '#contract/client-file'
import { fileStatusLabels } from '#contract/status-labels'
import { StatusBadge } from '../../ui/status-badge.tsx'

export const fileRejectionSentences: Readonly<Record<FileRejectionReason, string>> = {
  'threats-found':
    'Contenía software malicioso y lo hemos borrado. No lo abras en tu ordenador y pide una copia nueva a quien te lo envió.',
  'scan-unsupported':
    'No se ha podido revisar, casi siempre porque lleva contraseña. Guárdalo sin ella y vuelve a subirlo.',
  'scan-failed': 'La revisión ha fallado. Vuelve a subir el archivo.',
  'scan-missing':
    'La revisión no ha terminado en 24 horas. Vuelve a subir el archivo y, si se repite, avisa a quien mantiene la aplicación.',
  'type-mismatch': 'El contenido del archivo no corresponde a su tipo. Comprueba que se abre bien y vuelve a subirlo.',
  'consent-withdrawn':
    'El cliente ha retirado su consentimiento para el uso de sus datos de salud, así que no podemos guardarlo.',
}

export function FileReviewState({ file: { status, rejectedBecause } }: { readonly file: ClientFile }) {
  if (status === 'available') return null
  return (
    <span className="file-review">
      <StatusBadge good={false}>{fileStatusLabels[status]}</StatusBadge>
      <span className="file-description">
        {rejectedBecause
          ? fileRejectionSentences[rejectedBecause]
          : 'El cliente lo verá y recibirá el aviso cuando termine.'}
      </span>
    </span>
  )
}
