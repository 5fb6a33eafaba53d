import type { RecordOpening } from '#contract/record-openings'
import { openedRecordPartLabels, recordOpeningQuestionLabels } from '#contract/record-opening-labels'
import { Button } from '../../ui/button.tsx'
import { formatDayAndTime } from '../../ui/format.ts'
import { type RecordOpeningGroup, groupOpeningsByVisit } from './record-opening-groups.ts'
import './openings.css'

interface OpeningsListProps {
  readonly openings: readonly RecordOpening[]
  readonly asked: string
  /** @default no questions can be asked */
  readonly ask?: (visit: RecordOpeningGroup) => void
}

/** Grouped by visit, because a record is opened part by part. Newest first. */
export const RecordOpeningsList = ({ openings, asked, ask }: OpeningsListProps) => (
  <ol className="openings">
    {groupOpeningsByVisit(openings).map((visit) => (
      <li key={visit.latest.auditId}>
        <p className="openings-who">
          <strong>{toRecordOpenerName(visit.latest)}</strong>
          <span>{roleOf(visit.latest)}</span>
          <time dateTime={visit.latest.at}>{formatDayAndTime(visit.latest.at)}</time>
        </p>
        <ul className="openings-parts" aria-label="Qué abrió">
          {visit.openings.map(({ auditId, part }) => (
            <li key={auditId}>{openedRecordPartLabels[part]}</li>
          ))}
        </ul>
        {visit.openings.map((opening) => (
          <Question key={opening.auditId} opening={opening} asked={asked} />
        ))}
        {ask && <Ask visit={visit} ask={() => ask(visit)} />}
      </li>
    ))}
  </ol>
)

export const toRecordOpenerName = ({ name }: RecordOpening): string => name ?? 'Alguien del equipo'

const roleOf = ({ role }: RecordOpening): string => (role ? 'Administración' : 'Ya no está en el equipo')

const Question = ({ opening: { question, part }, asked }: { opening: RecordOpening; asked: string }) =>
  question && (
    <p className="openings-question">
      {asked} el {formatDayAndTime(question.askedAt)} sobre «{openedRecordPartLabels[part]}»:{' '}
      <q>{recordOpeningQuestionLabels[question.reason]}</q>
    </p>
  )

const Ask = ({ visit, ask }: { readonly visit: RecordOpeningGroup; readonly ask: () => void }) =>
  visit.openings.some(({ question }) => question === null) && (
    <div>
      <Button variant="secondary" size="small" onClick={ask}>
        Preguntar{' '}
        <span className="visually-hidden">
          por lo que abrió {toRecordOpenerName(visit.latest)} el {formatDayAndTime(visit.latest.at)}
        </span>
      </Button>
    </div>
  )
