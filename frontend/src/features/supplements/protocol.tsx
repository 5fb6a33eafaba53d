import { doseTimes, runOutDay } from '#contract/dosing'
import { type ClientSupplement, needsReview, statusOn } from '#contract/client-supplement'
import { formatPlainDay, formatShortPlainDay } from '../../ui/format.ts'
import { Card } from '../../ui/panel.tsx'
import { RecordTable, type Column } from '../../ui/record-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { todayHere } from '../../ui/wall-time.ts'
import { firstOfEach, headingOf, inGroups } from './groups.ts'
import { supplementStatusText } from '#contract/status-words'
import { amountText, instructionsToRead, underReviewText } from './supplement-words.ts'

export const columns: readonly Column<ClientSupplement>[] = [
  { title: 'Suplemento', cell: ({ name }) => <strong>{name}</strong> },
  { title: 'Dosis', cell: (supplement) => <span className="supplement-dosage">{amountText(supplement)}</span> },
  { title: 'Frecuencia', cell: ({ frequencyText }) => frequencyText },
  { title: 'Desde', cell: ({ startDate }) => formatShortPlainDay(startDate), whole: true },
  { title: 'Hasta', cell: endOf },
  {
    title: 'Estado',
    cell: (supplement) => <Status status={statusOn(supplement, todayHere())} />,
  },
]

const Status = ({ status }: Pick<ClientSupplement, 'status'>) => (
  <StatusBadge good={status === 'active'}>{supplementStatusText[status]}</StatusBadge>
)

/** Also for a pack that ran out before today. */
const runOutText = (day: string): string =>
  `El envase ${day < todayHere() ? 'se acabó' : 'se acaba'} el ${formatPlainDay(day)}`

function endOf(supplement: ClientSupplement) {
  const { endDate, duration, packDoses } = supplement
  const runsOut =
    statusOn(supplement, todayHere()) === 'active' && packDoses ? runOutDay(supplement, packDoses) : undefined
  return (
    <div>
      {endDate ? (
        <span className="supplement-day">{formatShortPlainDay(endDate)}</span>
      ) : (
        (duration ?? 'Sin fecha de fin')
      )}
      {runsOut && <span className="supplement-note">{runOutText(runsOut)}</span>}
    </div>
  )
}

/** For a contradictory prescription only what the calendar shows, with a note that it is under review. */
const frequencyToTake = (supplement: ClientSupplement) => {
  if (!needsReview(supplement, todayHere())) return supplement.frequencyText
  const times = doseTimes(supplement)
  return (
    <div>
      {times.length > 0 ? `Por ahora: ${times.join(', ')}` : 'Por ahora, ninguna toma'}
      <span className="supplement-note">{underReviewText}</span>
    </div>
  )
}

const ownColumns = columns.map((column) =>
  column.title === 'Frecuencia' ? { ...column, cell: frequencyToTake } : column,
)

export const Protocol = ({ supplements }: { readonly supplements: readonly ClientSupplement[] }) => (
  <Card id="supplements-title" title="Mis Suplementos">
    <RecordTable
      caption="Mis Suplementos"
      columns={ownColumns}
      rows={inGroups(supplements)}
      headingOf={headingOf}
      keyOf={({ clientSupplementId }) => clientSupplementId}
    />
  </Card>
)

export const Instructions = ({ supplements }: { readonly supplements: readonly ClientSupplement[] }) => (
  <Card id="instructions-title" title="Instrucciones Especiales">
    <ul className="supplement-instructions">
      {firstOfEach(supplements).map((supplement) => (
        <li key={supplement.clientSupplementId}>{instructionsToRead(supplement)}</li>
      ))}
    </ul>
  </Card>
)
