import { computeDoseTimes, computePackRunOutDay } from '#contract/dosing'
import { type ClientSupplement, needsSupplementReview, computeSupplementStatus } from '#contract/client-supplement'
import { formatCalendarDay, formatShortCalendarDay } from '../../ui/format.ts'
import { Card } from '../../ui/panel.tsx'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { getPracticeToday } from '../../ui/wall-time.ts'
import { pickFirstSupplementPerGroup, toSupplementGroupHeading, sortSupplementsByGroup } from './supplement-groups.ts'
import { supplementStatusLabels } from '#contract/status-labels'
import { formatDoseAmount, formatSupplementInstructions, supplementUnderReviewText } from './supplement-words.ts'

export const supplementTableColumns: readonly TableColumn<ClientSupplement>[] = [
  { title: 'Suplemento', cell: ({ name }) => <strong>{name}</strong> },
  { title: 'Dosis', cell: (supplement) => <span className="supplement-dosage">{formatDoseAmount(supplement)}</span> },
  { title: 'Frecuencia', cell: ({ frequencyText }) => frequencyText },
  { title: 'Desde', cell: ({ startDate }) => formatShortCalendarDay(startDate), whole: true },
  { title: 'Hasta', cell: endOf },
  {
    title: 'Estado',
    cell: (supplement) => <Status status={computeSupplementStatus(supplement, getPracticeToday())} />,
  },
]

const Status = ({ status }: Pick<ClientSupplement, 'status'>) => (
  <StatusBadge good={status === 'active'}>{supplementStatusLabels[status]}</StatusBadge>
)

const runOutText = (day: string): string =>
  `El envase ${day < getPracticeToday() ? 'se acabó' : 'se acaba'} el ${formatCalendarDay(day)}`

function endOf(supplement: ClientSupplement) {
  const { endDate, duration, packDoses } = supplement
  const runsOut =
    computeSupplementStatus(supplement, getPracticeToday()) === 'active' && packDoses
      ? computePackRunOutDay(supplement, packDoses)
      : undefined
  return (
    <div>
      {endDate ? (
        <span className="supplement-day">{formatShortCalendarDay(endDate)}</span>
      ) : (
        (duration ?? 'Sin fecha de fin')
      )}
      {runsOut && <span className="supplement-note">{runOutText(runsOut)}</span>}
    </div>
  )
}

/** A contradictory prescription shows only what the calendar shows, with a note that it is under review. */
const frequencyToTake = (supplement: ClientSupplement) => {
  if (!needsSupplementReview(supplement, getPracticeToday())) return supplement.frequencyText
  const times = computeDoseTimes(supplement)
  return (
    <div>
      {times.length > 0 ? `Por ahora: ${times.join(', ')}` : 'Por ahora, ninguna toma'}
      <span className="supplement-note">{supplementUnderReviewText}</span>
    </div>
  )
}

const ownColumns = supplementTableColumns.map((column) =>
  column.title === 'Frecuencia' ? { ...column, cell: frequencyToTake } : column,
)

export const OwnSupplementsCard = ({ supplements }: { readonly supplements: readonly ClientSupplement[] }) => (
  <Card id="supplements-title" title="Mis Suplementos">
    <ResponsiveTable
      caption="Mis Suplementos"
      columns={ownColumns}
      rows={sortSupplementsByGroup(supplements)}
      headingOf={toSupplementGroupHeading}
      keyOf={({ clientSupplementId }) => clientSupplementId}
    />
  </Card>
)

export const SupplementInstructionsCard = ({ supplements }: { readonly supplements: readonly ClientSupplement[] }) => (
  <Card id="instructions-title" title="Instrucciones Especiales">
    <ul className="supplement-instructions">
      {pickFirstSupplementPerGroup(supplements).map((supplement) => (
        <li key={supplement.clientSupplementId}>{formatSupplementInstructions(supplement)}</li>
      ))}
    </ul>
  </Card>
)
