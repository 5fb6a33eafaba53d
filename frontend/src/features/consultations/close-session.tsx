import { useState } from 'react'
import type { Consultation } from '#contract/consultation'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { takeFirstWord } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { useCurrentMinute } from '../../ui/use-current-minute.ts'
import { formatShortWeekdayDate, formatTime } from '../../ui/wall-time.ts'
import { explainFollowUp, type FollowUp, followUpWeeks } from './follow-up.ts'
import {
  ClosingError,
  type ClosingStep,
  isHourTaken,
  useCloseSession,
  useProposedFollowUp,
} from './use-close-session.ts'
import { toLeftText } from './included-consultation-field.tsx'
import { findBookable, useIncludedConsultations } from './use-included-consultations.ts'
import type { SessionNotesForm } from './use-session-notes.ts'

interface CloseSessionProps {
  readonly consultation: Consultation
  readonly notesForm: SessionNotesForm
  readonly sharedText: string | undefined
  readonly done: () => void
}

/** The foot of the notes: the next visit, the summary, and one button that closes. */
export function CloseSession({ consultation, notesForm: { form, saver }, sharedText, done }: CloseSessionProps) {
  const [isSharing, setSharing] = useState(true)
  const next = useNextVisit(consultation)
  const closing = useCloseSession(consultation, saver, done)
  const now = useCurrentMinute()
  const { status, startsAt, customerName } = consultation
  const isOpen = status === 'scheduled' || status === 'in_progress'
  const isAhead = isOpen && startsAt > now.toISOString()
  const summary = form.watch('summary').trim()
  const canShare = summary !== '' && summary !== sharedText
  const close = () =>
    closing.mutate({
      startsAt: next.startsAt,
      included: next.included,
      isSummaryShared: canShare && isSharing,
    })
  return (
    <section className="notes-foot" aria-label="Cerrar la consulta">
      {closing.error && <Problem error={closing.error} />}
      <NextVisit {...next} />
      <CheckboxField
        label={`Enviar resumen a ${takeFirstWord(customerName)}`}
        checked={canShare && isSharing}
        disabled={!canShare}
        onChange={({ target }) => setSharing(target.checked)}
      />
      {isAhead && <p className="notes-ahead">Se puede cerrar cuando empiece.</p>}
      <Button
        type="submit"
        busy={closing.isPending}
        busyText="Guardando..."
        disabled={isAhead || next.isWaiting}
        aria-keyshortcuts="Control+Enter"
        onClick={close}
      >
        {isOpen ? 'Guardar y cerrar consulta' : 'Guardar'}
      </Button>
    </section>
  )
}

/** One that a budget includes is used up, unless the practice says otherwise. */
function useNextVisit(consultation: Consultation) {
  const [weeks, choose] = useState<number | null>(null)
  const [isApart, setApart] = useState(false)
  const isWanted = weeks !== null
  const { included: all } = useIncludedConsultations(isWanted ? consultation.customerId : undefined)
  const offer = findBookable(all.filter(({ option }) => option.consultations.type === 'seguimiento'))
  const included = isApart ? undefined : offer
  const durationMinutes = included?.option.consultations.durationMinutes ?? consultation.durationMinutes
  const { data: proposal, error } = useProposedFollowUp({ ...consultation, durationMinutes }, weeks)
  const isWaiting = isWanted && !proposal && !error
  const startsAt = isWanted ? proposal?.startsAt : undefined
  return { weeks, choose, offer, included, setApart, proposal, error, isWaiting, startsAt }
}

const NextVisit = ({ weeks, choose, offer, included, setApart, proposal, error }: ReturnType<typeof useNextVisit>) => (
  <>
    <fieldset className="notes-next">
      <legend>Próxima visita en</legend>
      {[...followUpWeeks, null].map((each) => (
        <label key={each}>
          <input type="radio" name="next-visit" checked={weeks === each} onChange={() => choose(each)} />
          <span>{each === null ? 'sin fecha' : `${each} semanas`}</span>
        </label>
      ))}
    </fieldset>
    {weeks !== null && <ProposedHour proposal={proposal} error={error} />}
    {offer && (
      <CheckboxField
        label={`Incluida en su presupuesto ${offer.option.title} (${toLeftText(offer)})`}
        checked={included !== undefined}
        onChange={({ target }) => setApart(!target.checked)}
      />
    )}
  </>
)

function ProposedHour({ proposal, error }: { readonly proposal: FollowUp | undefined; readonly error: Error | null }) {
  if (error) return <p role="alert">No se han podido mirar las horas libres. {toErrorMessage(error)}</p>
  if (!proposal) return <p role="status">Buscando hora...</p>
  const { startsAt } = proposal
  const why = explainFollowUp(proposal)
  return (
    <p className="notes-hour" role="status">
      {startsAt && (
        <strong>
          {formatShortWeekdayDate(startsAt)}, {formatTime(startsAt)} h
        </strong>
      )}{' '}
      {why}
    </p>
  )
}

/** Said when a step fails: the steps before it are done. */
const heldTexts: Readonly<Record<ClosingStep, string>> = {
  notes: 'No hemos podido guardar las notas, así que la consulta sigue abierta. Lo que has escrito sigue aquí.',
  status: 'Las notas están guardadas. La consulta no se ha cerrado.',
  summary: 'Las notas están guardadas y la consulta, cerrada. El resumen no se ha enviado.',
  next: 'Las notas están guardadas y la consulta, cerrada. Solo falta la próxima visita.',
}

function Problem({ error }: { readonly error: Error }) {
  if (!(error instanceof ClosingError)) return null
  return (
    <NoticeBox kind="problem">
      <p>
        {heldTexts[error.step]}{' '}
        {isHourTaken(error)
          ? 'Esa hora se ha ocupado mientras tanto: mira la nueva propuesta y pulsa otra vez.'
          : error.cause instanceof Error && toErrorMessage(error.cause)}
      </p>
    </NoticeBox>
  )
}
