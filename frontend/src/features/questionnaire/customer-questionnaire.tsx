import { useId, useState } from 'react'
import { answerFields, changedFields, type SavedAnswers } from '#contract/questionnaire'
import { errorText } from '../../api/error-text.ts'
import { formatDay } from '../../ui/format.ts'
import { Card, CardLoading, CardProblem } from '../../ui/panel.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { formatTime } from '../../ui/wall-time.ts'
import { CustomerVersions } from './customer-versions.tsx'
import { answeredIn } from './sections.ts'
import { type ReadQuestionnaire, type Seen, useCustomerQuestionnaire, useSeeing } from './use-customer-questionnaire.ts'
import './customer-questionnaire.css'

interface CustomerQuestionnaireProps {
  readonly customerId: string
}

const title = 'Cuestionario de salud'

/** Folded; the heading counts the changes since the last visit. */
export function CustomerQuestionnaire({ customerId }: CustomerQuestionnaireProps) {
  const read = useCustomerQuestionnaire(customerId)
  const first = read.data?.pages[0]
  if (first?.current) return <Answered customerId={customerId} read={read} current={first.current} seen={first.seen} />
  return (
    <Card id="customer-questionnaire" title={title}>
      {read.isPending && <CardLoading text="Cargando cuestionario..." />}
      {!first && read.error && <CardProblem text={errorText(read.error)} retry={() => void read.refetch()} />}
      {first && (
        <p className="customer-questionnaire-state">
          Este cliente todavía no ha guardado su cuestionario. Lo tiene en su panel, en la pestaña «Cuestionario».
        </p>
      )}
    </Card>
  )
}

interface AnsweredProps extends CustomerQuestionnaireProps {
  readonly read: ReadQuestionnaire
  readonly current: SavedAnswers
  readonly seen: Seen | null
}

function Answered({ customerId, read, current, seen }: AnsweredProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  // What was new when the record was opened stays so until it is left, also once this visit has been noted.
  const [lastVisit] = useState(seen)
  const see = useSeeing(customerId)
  const toggle = () => {
    setOpen(!open)
    if (!open) see(current.version)
  }
  return (
    <section className="sheet" aria-labelledby={`${id}-title`}>
      <h2 className="customer-questionnaire-title">
        <button type="button" id={`${id}-title`} aria-expanded={open} aria-controls={`${id}-answers`} onClick={toggle}>
          {title}
        </button>
      </h2>
      <p className="customer-questionnaire-state">
        <span>
          Guardado el {formatDay(current.savedAt)} a las {formatTime(current.savedAt)}, con{' '}
          {answeredIn(current.answers, answerFields)} de {answerFields.length} respuestas.
        </span>
        <News current={current} lastVisit={lastVisit} />
      </p>
      <div id={`${id}-answers`} hidden={!open}>
        {open && <CustomerVersions customerId={customerId} read={read} current={current} lastVisit={lastVisit} />}
      </div>
    </section>
  )
}

function News({ current, lastVisit }: { readonly current: SavedAnswers; readonly lastVisit: Seen | null }) {
  if (!lastVisit) return <StatusBadge good={false}>Sin leer</StatusBadge>
  const changed = changedFields(lastVisit.answers, current.answers).length
  if (changed === 0) return <StatusBadge good>Sin cambios desde tu última visita</StatusBadge>
  return (
    <StatusBadge good={false}>
      {changed === 1
        ? '1 respuesta ha cambiado desde tu última visita'
        : `${changed} respuestas han cambiado desde tu última visita`}
    </StatusBadge>
  )
}
