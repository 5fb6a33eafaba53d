import { runOutDay } from '#contract/dosing'
import type { ClientSupplement } from '#contract/supplements'
import { formatPlainDay, formatShortPlainDay } from '../../ui/format.ts'
import { Sheet } from '../../ui/panel.tsx'
import { RecordTable, type Column } from '../../ui/record-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { todayHere } from '../../ui/wall-time.ts'
import { statusText } from './supplement-words.ts'

export const columns: readonly Column<ClientSupplement>[] = [
  { title: 'Suplemento', cell: ({ name }) => <strong>{name}</strong> },
  { title: 'Dosis', cell: ({ dosage }) => <span className="supplement-dosage">{dosage}</span> },
  { title: 'Frecuencia', cell: ({ frequencyText }) => frequencyText },
  { title: 'Desde', cell: ({ startDate }) => formatShortPlainDay(startDate) },
  { title: 'Hasta', cell: endOf },
  {
    title: 'Estado',
    cell: ({ status }) => <StatusBadge good={status === 'active'}>{statusText[status]}</StatusBadge>,
  },
]

/** Also of a pack that was empty before today: then another one is in use, or none. */
const runOutText = (day: string): string =>
  `El envase ${day < todayHere() ? 'se acabó' : 'se acaba'} el ${formatPlainDay(day)}`

function endOf(supplement: ClientSupplement) {
  const { endDate, duration, packDoses, status } = supplement
  const runsOut = status === 'active' && packDoses ? runOutDay(supplement, packDoses) : undefined
  return (
    <div>
      {endDate ? formatShortPlainDay(endDate) : (duration ?? 'Sin fecha')}
      {runsOut && <span className="supplement-run-out">{runOutText(runsOut)}</span>}
    </div>
  )
}

/** 'Mis Suplementos': all of the protocol, what is taken now first. */
export const Protocol = ({ supplements }: { readonly supplements: readonly ClientSupplement[] }) => (
  <Sheet id="supplements-title" title="Mis Suplementos">
    <RecordTable
      caption="Mis Suplementos"
      columns={columns}
      rows={supplements}
      keyOf={({ clientSupplementId }) => clientSupplementId}
    />
  </Sheet>
)

/** 'Instrucciones Especiales': how each is taken, in the labelled lines of the practice. */
export const Instructions = ({ supplements }: { readonly supplements: readonly ClientSupplement[] }) => (
  <Sheet id="instructions-title" title="Instrucciones Especiales">
    <ul className="supplement-instructions">
      {supplements.map(({ clientSupplementId, instructionsText }) => (
        <li key={clientSupplementId}>{instructionsText}</li>
      ))}
    </ul>
  </Sheet>
)
