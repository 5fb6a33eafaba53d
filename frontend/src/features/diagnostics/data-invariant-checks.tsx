import { formatInteger } from '../../ui/format.ts'
import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { DataInvariantResult, DataInvariantName } from '#contract/diagnostics'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { formatTime } from '../../ui/wall-time.ts'
import { NightlyCheckHistory } from './nightly-check-history.tsx'
import './diagnostics.css'

interface Words {
  readonly says: string
  readonly remedy: string
}

const words: Record<DataInvariantName, Words> = {
  administrators: {
    says: 'Al menos una cuenta de administración puede iniciar sesión',
    remedy: 'Revisa en «Usuarios» las cuentas de administración y su verificación en dos pasos.',
  },
  agenda: {
    says: 'Cada consulta próxima tiene su hora en la agenda, y ninguna hora es de dos',
    remedy: 'Otra persona podría reservar esa hora. Revisa en «Agenda» las próximas consultas.',
  },
  payments: {
    says: 'Cada pedido pagado tiene su pago registrado',
    remedy: 'Compara los pagos de Stripe con los de los clientes.',
  },
  orders: {
    says: 'Cada pedido pagado tiene su consulta o espera una fecha, y ninguno devuelto la tiene',
    remedy: 'Avisa a quien mantiene la web: el registro dice qué pedido es.',
  },
  refunds: {
    says: 'Lo pagado y lo devuelto cuadran en cada pedido',
    remedy: 'Compara las devoluciones de Stripe con las de los clientes antes de devolver nada más.',
  },
  mails: {
    says: 'Ningún correo lleva más de un cuarto de hora esperando',
    remedy: 'Comprueba el servicio de correo: los avisos no están saliendo.',
  },
  erasures: {
    says: 'Nadie espera más de la cuenta a que se borren sus datos',
    remedy: 'Hay un plazo legal: avisa cuanto antes a quien mantiene la web.',
  },
  exports: {
    says: 'Ninguna descarga de datos lleva más de un cuarto de hora sin empezar',
    remedy: 'Puede que tampoco salgan a tiempo avisos ni justificantes: avisa a quien mantiene la web.',
  },
  accounts: {
    says: 'Ningún cambio de una cuenta se ha quedado a medias',
    remedy: 'En «Usuarios» verás cuál es; repite el cambio para terminarlo.',
  },
  search: {
    says: 'El buscador encuentra a cada cliente por sus datos actuales',
    remedy: 'Se corrige solo una vez al día. Mientras tanto, búscalo en la lista.',
  },
}

const stateText: Record<DataInvariantResult['state'], string> = {
  holds: 'Se cumple',
  broken: 'No se cumple',
  unknown: 'Sin comprobar',
}

const columns: readonly TableColumn<DataInvariantResult>[] = [
  {
    title: 'Comprobación',
    cell: ({ name, state }) => (
      <span className="diagnostics-name">
        <strong>{words[name].says}</strong> {state === 'broken' && <span>{words[name].remedy}</span>}
      </span>
    ),
  },
  { title: 'Resultado', cell: ({ state }) => <StatusBadge good={state === 'holds'}>{stateText[state]}</StatusBadge> },
  { title: 'Revisados', figures: true, cell: formatCheckedItems },
]

function formatCheckedItems({ state, looked, broken }: DataInvariantResult): string {
  if (state === 'unknown') return '–'
  return state === 'broken' ? `${formatInteger(broken)} mal de ${formatInteger(looked)}` : formatInteger(looked)
}

export function DataInvariantChecks() {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...endpointQueryOptions(apiContract.diagnostics.invariants, {}),
    retry: false,
    staleTime: 0,
  })
  return (
    <section aria-labelledby="invariants-title" className="diagnostics-part">
      <h3 id="invariants-title">Invariantes</h3>
      <div className="sheet-lead">
        <p>Lo que siempre tiene que ser verdad. De cada cosa se revisan como mucho las 50 más recientes.</p>
        <Button variant="secondary" busy={isFetching} busyText="Comprobando..." onClick={() => void refetch()}>
          Volver a comprobar
        </Button>
      </div>
      {isPending && <CardLoading text="Comprobando los invariantes..." />}
      {error && (
        <CardLoadError text={`No se han podido comprobar. ${toErrorMessage(error)}`} retry={() => void refetch()} />
      )}
      {data && !error && (
        <>
          <p className="diagnostics-summary" role="status">
            {`${summaryOf(data.items)} Comprobado a las ${formatTime(data.checkedAt)}.`}
          </p>
          <ResponsiveTable caption="Invariantes" columns={columns} rows={data.items} keyOf={({ name }) => name} />
          <NightlyCheckHistory nights={data.nights} says={(name) => words[name].says} />
        </>
      )}
    </section>
  )
}

function summaryOf(items: readonly DataInvariantResult[]): string {
  const count = (state: DataInvariantResult['state']) => items.filter((invariant) => invariant.state === state).length
  const broken = count('broken')
  const unknown = count('unknown')
  if (broken === 0 && unknown === 0) return 'Todo se cumple.'
  return [
    broken > 0 && (broken === 1 ? 'Una comprobación no se cumple.' : `${broken} comprobaciones no se cumplen.`),
    unknown > 0 && (unknown === 1 ? 'Una no se ha podido hacer.' : `${unknown} no se han podido hacer.`),
  ]
    .filter(Boolean)
    .join(' ')
}
