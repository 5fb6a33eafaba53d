import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { apiContract } from '#contract/api'
import type { Consultation } from '#contract/consultation'
import { consultationTypeLabels } from '#contract/status-labels'
import { hasApiErrorCode } from '../api/api-error.ts'
import { endpointPagesQueryOptions, endpointQueryOptions } from '../api/endpoint-query.ts'
import { toErrorMessage } from '../api/error-message.ts'
import { CustomerWeeks, useMarkWeeksReadOnScroll } from '../features/questionnaire/customer-weeks.tsx'
import { EarlierNotes } from '../features/consultations/earlier-notes.tsx'
import { JoinCallLink } from '../features/consultations/join-call.tsx'
import { SessionNotesEditor } from '../features/consultations/session-notes-editor.tsx'
import { type SessionNotesKey, useStoredSessionNotes } from '../features/consultations/use-session-notes.ts'
import { RecentMessages } from '../features/messages/recent-messages.tsx'
import { CustomerAnalysesRead } from '../features/files/customer-analyses.tsx'
import { CustomerNotFoundScreen } from '../features/customers/customer-personal-data-card.tsx'
import {
  AllergyLine,
  ChangesSinceVisit,
  CurrentAnswers,
  type LastVisit,
} from '../features/questionnaire/changes-since-visit.tsx'
import { useMarkQuestionnaireReadOnScroll } from '../features/questionnaire/use-customer-questionnaire.ts'
import { SupplementAdherence } from '../features/supplements/supplement-adherence.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.ts'
import { CardLoadError, CardLoading } from '../ui/panel.tsx'
import { formatTime, formatWeekdayDate } from '../ui/wall-time.ts'
import { usePanelHeader } from './panel-header.tsx'
import './session-notes-page.css'

const panel = { name: 'Administración' } as const

export function SessionNotesPage() {
  usePanelHeader(panel)
  const { customerId = '', consultationId = '' } = useParams()
  const of = { customerId, consultationId }
  const consultation = useQuery(endpointQueryOptions(apiContract.consultations.read, { params: of }))
  const notes = useStoredSessionNotes(of)
  const error = consultation.error ?? notes.error
  const isMissing = [error].some((each) => hasApiErrorCode(each, 'not-found') || hasApiErrorCode(each, 'invalid-input'))
  if (isMissing) return <CustomerNotFoundScreen />
  // A refetch, as after a save or a reconnection, must not unmount the editor.
  if (consultation.data && notes.data && notes.isFetchedAfterMount)
    return <Notes key={consultationId} of={of} consultation={consultation.data} stored={notes.data} />
  return (
    <div className="panel">
      <BackLink to={`/client/${customerId}`}>Volver a la ficha</BackLink>
      <PageHead title="Notas de la consulta" hidden />
      {error ? (
        <CardLoadError
          text={toErrorMessage(error)}
          retry={() => void Promise.all([consultation.refetch(), notes.refetch()])}
        />
      ) : (
        <CardLoading text="Cargando notas..." />
      )}
    </div>
  )
}

interface NotesProps {
  readonly of: SessionNotesKey
  readonly consultation: Consultation
  readonly stored: NonNullable<ReturnType<typeof useStoredSessionNotes>['data']>
}

function Notes({ of, consultation, stored }: NotesProps) {
  const navigate = useNavigate()
  const { customerId } = of
  const { customerName, startsAt, type, message } = consultation
  const lastVisit = useLastVisit(of, startsAt)
  const answers = useRef<HTMLDivElement>(null)
  const weeks = useRef<HTMLDivElement>(null)
  const { read } = useMarkQuestionnaireReadOnScroll(customerId, answers)
  const { read: readWeeks } = useMarkWeeksReadOnScroll(customerId, weeks)
  const leave = () => {
    read()
    readWeeks()
    void navigate(`/client/${customerId}`)
  }
  return (
    <div className="panel notes-page">
      <PageHead title={`Notas de ${customerName}`} hidden />
      <header className="notes-head">
        <BackLink to={`/client/${customerId}`}>Volver a la ficha</BackLink>
        <h1>{customerName}</h1>
        <p>
          {consultationTypeLabels[type]}, {formatWeekdayDate(startsAt)} a las {formatTime(startsAt)} h
        </p>
        <div className="notes-join">
          <JoinCallLink consultation={consultation} />
        </div>
      </header>
      <JumpBar />
      <div className="notes-columns">
        <div className="notes-write" id="notes-write">
          <AllergyLine customerId={customerId} />
          <SessionNotesEditor consultation={consultation} stored={stored} done={leave} />
        </div>
        <aside className="notes-beside" aria-label="Lo que conviene tener a la vista">
          <Part id="notes-changes" title="Desde la última visita">
            <ChangesSinceVisit customerId={customerId} lastVisit={lastVisit} />
            <SupplementAdherence customerId={customerId} />
          </Part>
          <Part id="notes-weeks" title="Semana a semana">
            <div ref={weeks}>
              <CustomerWeeks customerId={customerId} />
            </div>
          </Part>
          <Part id="notes-messages" title="Mensajes">
            <RecentMessages customerId={customerId} name={customerName} />
          </Part>
          <Part id="notes-analyses" title="Analíticas">
            <CustomerAnalysesRead customerId={customerId} />
          </Part>
          {message && (
            <Part id="notes-question" title="Lo que pregunta">
              <blockquote className="notes-question">{message}</blockquote>
            </Part>
          )}
          <Part id="notes-earlier" title="Notas anteriores">
            <EarlierNotes customerId={customerId} before={startsAt} />
          </Part>
          <Part id="notes-answers" title="Cuestionario">
            <div ref={answers}>
              <CurrentAnswers customerId={customerId} />
            </div>
          </Part>
        </aside>
      </div>
    </div>
  )
}

/** Loads further pages until it is found: many consultations may be booked after it. */
function useLastVisit({ customerId }: SessionNotesKey, before: string): LastVisit {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery(
      endpointPagesQueryOptions(apiContract.consultations.listOfCustomer, { params: { customerId }, query: {} }),
    )
  const found = data?.pages
    .flatMap(({ items }) => items)
    .find(({ status, startsAt }) => status === 'completed' && startsAt < before)
  const isBeyond = !found && hasNextPage
  useEffect(() => {
    if (isBeyond && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false })
  }, [isBeyond, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  return {
    startsAt: found?.startsAt ?? (data && !isBeyond ? null : undefined),
    error,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}

const jumps = [
  { id: 'notes-write', text: 'Escribir' },
  { id: 'notes-changes', text: 'Cambios' },
  { id: 'notes-earlier', text: 'Anteriores' },
  { id: 'notes-answers', text: 'Cuestionario' },
] as const

/** Scrolls within the page, so that the text being written stays mounted. */
const JumpBar = () => (
  <nav className="notes-jumps" aria-label="Partes de la página">
    {jumps.map(({ id, text }) => (
      <Button
        key={id}
        variant="plain"
        size="small"
        onClick={() => {
          const part = document.getElementById(id)
          part?.scrollIntoView()
          part?.querySelector<HTMLElement>('textarea, h2')?.focus({ preventScroll: true })
        }}
      >
        {text}
      </Button>
    ))}
  </nav>
)

const Part = ({
  id,
  title,
  children,
}: {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}) => (
  <section id={id} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`} tabIndex={-1}>
      {title}
    </h2>
    {children}
  </section>
)
