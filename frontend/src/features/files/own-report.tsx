import { useMutation } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { callApi } from '../../api/call-api.ts'
import { fetchFileBytes } from '../../api/download-file.ts'
import { Button } from '../../ui/button.tsx'
import { CardLoading } from '../../ui/panel.tsx'
import { FileDownloadButton } from './download-button.tsx'
import { lazy, WhileLoading } from '../../ui/lazy.tsx'

const PdfViewer = lazy(async () => ({ default: (await import('./pdf-viewer.tsx')).PdfViewer }))

const requestLink = (fileId: string) => callApi(apiContract.files.downloadMine, { params: { fileId } })

/** Null for any other kind of file, which is downloaded instead of drawn. */
async function fetchPdf(fileId: string): Promise<Uint8Array | null> {
  const { url, fileName } = await requestLink(fileId)
  return fileName.toLowerCase().endsWith('.pdf') ? fetchFileBytes(url) : null
}

export function OwnReport({ fileId }: { readonly fileId: string }) {
  const { mutate, data, isPending, isError } = useMutation({ mutationFn: () => fetchPdf(fileId) })
  return (
    <section className="own-analysis-part own-report" aria-labelledby="own-report-title">
      <h3 id="own-report-title">El informe completo</h3>
      <p className="own-analysis-hint">Como lo envió el laboratorio.</p>
      {data && (
        <WhileLoading show={<CardLoading text="Abriendo el informe…" />}>
          <PdfViewer bytes={data} />
        </WhileLoading>
      )}
      {data === null && <p role="status">Este informe no es un PDF: descárgalo para abrirlo.</p>}
      {isError && <p role="alert">No se ha podido abrir aquí. Puedes descargarlo o intentarlo otra vez.</p>}
      <div className="own-report-actions">
        {!data && data !== null && (
          <Button size="small" busy={isPending} busyText="Abriendo el informe…" onClick={() => mutate()}>
            Ver el informe
          </Button>
        )}
        <FileDownloadButton fileName="el informe" link={() => requestLink(fileId)} />
      </div>
    </section>
  )
}
