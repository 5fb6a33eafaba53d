import { useMutation } from '@tanstack/react-query'
import { downloadFile } from '../../api/download-file.ts'
import { Button } from '../../ui/button.tsx'
import { showNotice } from '../../ui/show-notice.ts'

interface DownloadButtonProps {
  readonly fileName: string
  /** Requests the link only on click, because it expires after a minute. */
  readonly link: () => Promise<{ readonly url: string }>
}

export function FileDownloadButton({ fileName, link }: DownloadButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => downloadFile((await link()).url),
    onError: () => showNotice.failure('Error', 'No se pudo descargar el archivo.'),
  })
  return (
    <Button
      variant="secondary"
      size="small"
      busy={isPending}
      busyText="Preparando..."
      aria-label={`Descargar ${fileName}`}
      onClick={() => mutate()}
    >
      Descargar
    </Button>
  )
}
