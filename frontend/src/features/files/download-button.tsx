import { useMutation } from '@tanstack/react-query'
import { download } from '../../api/download.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notify.ts'

interface DownloadButtonProps {
  readonly fileName: string
  /** Requests the link only on click, because it expires after a minute. */
  readonly link: () => Promise<{ readonly url: string }>
}

export function DownloadButton({ fileName, link }: DownloadButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => download((await link()).url),
    onError: () => notify.failure('Error', 'No se pudo descargar el archivo.'),
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
