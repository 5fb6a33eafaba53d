import { formatInteger } from '../../ui/format.ts'
import type { MonitoredService } from '#contract/diagnostics'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { formatTime } from '../../ui/wall-time.ts'
import { serviceLabels } from './service-labels.ts'
import { type ServiceHealthLine, useServiceHealth } from './use-service-health.ts'
import './diagnostics.css'

const purpose: Record<MonitoredService, string> = {
  table: 'Todo: los paneles, las compras y los accesos',
  files: 'Facturas, analíticas y documentos',
  mail: 'Avisos, justificantes e invitaciones',
  payments: 'La compra de la primera consulta',
  'sign-in': 'Entrar, registrarse y cambiar la contraseña',
}

const stateText: Record<ServiceHealthLine['state'], string> = {
  ok: 'Funciona',
  slow: 'Va lento',
  failed: 'No responde',
  unknown: 'Sin comprobar',
}

const listing = new Intl.ListFormat('es-ES')

const columns: readonly TableColumn<ServiceHealthLine>[] = [
  {
    title: 'Servicio',
    cell: ({ service }) => (
      <span className="diagnostics-name">
        <strong>{serviceLabels[service]}</strong> <span>{purpose[service]}</span>
      </span>
    ),
  },
  { title: 'Estado', cell: ({ state }) => <StatusBadge good={state === 'ok'}>{stateText[state]}</StatusBadge> },
  {
    title: 'Latencia',
    figures: true,
    cell: ({ latencyMs }) => (latencyMs === undefined ? '–' : `${formatInteger(latencyMs)} ms`),
  },
]

export function ServiceHealthCard() {
  const services = useServiceHealth()
  return (
    <Card id="services-title" title="Servicios">
      <div className="sheet-lead">
        <p>Pregunta ahora mismo a cada servicio del que depende la web. Cada uno tiene tres segundos para contestar.</p>
        <Button
          variant="secondary"
          busy={services.isFetching}
          busyText="Comprobando..."
          onClick={() => void services.again()}
        >
          Volver a comprobar
        </Button>
      </div>
      <Lines {...services} />
    </Card>
  )
}

function Lines({ lines, isPending, error, checkedAt, again }: ReturnType<typeof useServiceHealth>) {
  if (isPending) return <CardLoading text="Comprobando los servicios..." />
  if (!lines) {
    return <CardLoadError text={`No se han podido comprobar. ${toErrorMessage(error)}`} retry={() => void again()} />
  }
  return (
    <>
      <p className="diagnostics-summary" role="status">
        {summaryOf(lines)}
        {checkedAt && ` Comprobado a las ${formatTime(checkedAt)}.`}
      </p>
      <ResponsiveTable caption="Servicios" columns={columns} rows={lines} keyOf={({ service }) => service} />
    </>
  )
}

function summaryOf(lines: readonly ServiceHealthLine[]): string {
  const named = (state: ServiceHealthLine['state']) =>
    listing.format(lines.filter((line) => line.state === state).map(({ service }) => serviceLabels[service]))
  const failed = named('failed')
  const slow = named('slow')
  if (!failed && !slow) return 'Todo funciona.'
  return [failed && `No responde: ${failed}.`, slow && `Va lento: ${slow}.`].filter(Boolean).join(' ')
}
