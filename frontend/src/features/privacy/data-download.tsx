import { useId } from 'react'
import { type DataExport, missingFileReasonLabels } from '#contract/privacy'
import { Button } from '../../ui/button.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { useOwnDataDownload } from './use-own-data-download.ts'
import './privacy.css'

function describeStatus(data: DataExport | undefined, underWay: boolean): string {
  if (underWay) return `Preparando tu descarga… ${data?.progress ?? 0} %`
  if (data?.download && data.requestedAt) {
    return `La descarga que pediste el ${formatInstantAsDay(data.requestedAt)} está lista hasta el ${formatInstantAsDay(data.download.availableUntil)}.`
  }
  return data?.state === 'failed' ? 'No pudimos preparar tu última descarga.' : ''
}

export function OwnDataDownload() {
  const { data, underWay, make, fetch } = useOwnDataDownload()
  const id = useId()
  return (
    <div className="privacy-line">
      <div>
        <h3 id={id}>Descargar mis datos</h3>
        <p>Un archivo ZIP con todo lo que guardamos sobre ti: tus datos, tus documentos y tus justificantes.</p>
        <p role="status">{describeStatus(data, underWay)}</p>
        {!underWay && data && data.missing.length > 0 && <MissingFiles missing={data.missing} />}
      </div>
      <div className="privacy-buttons">
        {!underWay && data?.download && (
          <Button onClick={fetch} aria-describedby={id}>
            Descargar ZIP
          </Button>
        )}
        <Button variant="secondary" busy={underWay} busyText="Preparando..." onClick={make}>
          {data?.download ? 'Preparar otra' : 'Descargar mis datos'}
        </Button>
      </div>
      {underWay && <progress className="privacy-progress" aria-labelledby={id} value={data?.progress ?? 0} max={100} />}
    </div>
  )
}

const MissingFiles = ({ missing }: Pick<DataExport, 'missing'>) => (
  <div>
    <p>No hemos podido incluir:</p>
    <ul aria-label="Archivos que faltan en la descarga">
      {missing.map(({ fileName, because }) => (
        <li key={fileName}>
          {fileName}: {missingFileReasonLabels[because]}
        </li>
      ))}
    </ul>
  </div>
)
