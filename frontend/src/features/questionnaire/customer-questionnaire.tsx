import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import {
  countAnsweredFields,
  questionnaireFields,
  findChangedQuestionnaireFields,
  type SavedQuestionnaireAnswers,
} from '#contract/questionnaire'
import { toErrorMessage } from '../../api/error-message.ts'
import { formatInstantAsDay } from '../../ui/format.ts'
import { Card, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { formatTime } from '../../ui/wall-time.ts'
import { CustomerQuestionnaireVersions } from './customer-questionnaire-versions.tsx'
import {
  type CustomerQuestionnaireQuery,
  type LastSeenQuestionnaire,
  QUESTIONNAIRE_HASH,
  useCustomerQuestionnaire,
  useMarkQuestionnaireSeen,
} from './use-customer-questionnaire.ts'
import './customer-questionnaire.css'

interface CustomerQuestionnaireProps {
  readonly customerId: string
  readonly opens: boolean
}

const title = 'Cuestionario de salud'

export function CustomerQuestionnaire({ customerId, opens }: CustomerQuestionnaireProps) {
  const read = useCustomerQuestionnaire(customerId)
  const first = read.data?.pages[0]
  if (first?.current) return <Answered {...{ customerId, opens, read }} current={first.current} seen={first.seen} />
  return (
    <Card id="customer-questionnaire" title={title}>
      {read.isPending && <CardLoading text="Cargando cuestionario..." />}
      {!first && read.error && <CardLoadError text={toErrorMessage(read.error)} retry={() => void read.refetch()} />}
      {first && (
        <p className="customer-questionnaire-state">
          Este cliente todavía no ha guardado su cuestionario. Lo tiene en su panel, en la pestaña «Cuestionario».
        </p>
      )}
    </Card>
  )
}

interface AnsweredProps extends CustomerQuestionnaireProps {
  readonly read: CustomerQuestionnaireQuery
  readonly current: SavedQuestionnaireAnswers
  readonly seen: LastSeenQuestionnaire | null
}

function Answered({ customerId, opens, read, current, seen }: AnsweredProps) {
  const id = useId()
  const [open, setOpen] = useState(opens)
  // Fixed when the record is opened: marks of new answers stay although this visit is recorded at once.
  const [lastVisit] = useState(seen)
  const see = useMarkQuestionnaireSeen(customerId)
  const toggle = () => {
    setOpen(!open)
    see(current.version)
  }
  const section = useRef<HTMLElement>(null)
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash !== QUESTIONNAIRE_HASH) return
    setOpen(true)
    see(current.version)
    // After the layout has focused the content of a new page.
    queueMicrotask(() => {
      section.current?.focus({ preventScroll: true })
      section.current?.scrollIntoView?.()
    })
    // oxlint-disable-next-line react/exhaustive-deps -- asked for once by each way that leads here
  }, [hash, key])
  return (
    <section className="sheet customer-questionnaire" ref={section} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <h2 className="customer-questionnaire-title">
        <button type="button" id={`${id}-title`} aria-expanded={open} aria-controls={`${id}-answers`} onClick={toggle}>
          {title}
        </button>
      </h2>
      <p className="customer-questionnaire-state">
        <span>
          Guardado el {formatInstantAsDay(current.savedAt)} a las {formatTime(current.savedAt)}, con{' '}
          {countAnsweredFields(current.answers)} de {questionnaireFields.length} respuestas.
        </span>
        <News current={current} lastVisit={lastVisit} />
      </p>
      <div id={`${id}-answers`} hidden={!open}>
        {open && (
          <CustomerQuestionnaireVersions customerId={customerId} read={read} current={current} lastVisit={lastVisit} />
        )}
      </div>
    </section>
  )
}

function News({
  current,
  lastVisit,
}: {
  readonly current: SavedQuestionnaireAnswers
  readonly lastVisit: LastSeenQuestionnaire | null
}) {
  if (!lastVisit) return <StatusBadge good={false}>Sin leer</StatusBadge>
  const changed = findChangedQuestionnaireFields(lastVisit.answers, current.answers).length
  if (changed === 0) return <StatusBadge good>Sin cambios desde tu última lectura</StatusBadge>
  return (
    <StatusBadge good={false}>
      {changed === 1
        ? '1 respuesta ha cambiado desde tu última lectura'
        : `${changed} respuestas han cambiado desde tu última lectura`}
    </StatusBadge>
  )
}
