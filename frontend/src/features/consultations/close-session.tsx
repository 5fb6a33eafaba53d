import { useState } from 'react'
import type { Consultation } from '#contract/consultation'
import { consultationTypeLabels } from '#contract/status-labels'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { takeFirstWord } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCurrentMinute } from '../../ui/use-current-minute.ts'
import { formatShortWeekdayDate, formatTime } from '../../ui/wall-time.ts'
import { useCustomerConsultationList } from './agenda-queries.ts'
import { explainFollowUp, type FollowUpProposal, followUpWeeks } from './follow-up.ts'
import {
  ClosingError,
  type ClosingStep,
  isHourTaken,
  useCloseSession,
  useProposedFollowUp,
  type WantedVisit,
} from './use-close-session.ts'
import { AdminBookingFormData } from './admin-booking-values.ts'
import { IncludedConsultationField } from './included-consultation-field.tsx'
import { findBookable, type IncludedConsultations, useIncludedConsultations } from './use-included-consultations.ts'
import type { SessionNotesForm } from './use-session-notes.ts'

interface CloseSessionProps {
  readonly consultation: Consultation
  readonly notesForm: SessionNotesForm
  readonly sharedText: string | undefined
  readonly done: () => void
}

export function CloseSession({ consultation, notesForm: { form, saver }, sharedText, done }: CloseSessionProps) {
  const [isSharing, setSharing] = useState(true)
  const { closing, unanswered } = useCloseSession(consultation, saver, done)
  const next = useNextVisit(consultation, unanswered)
  const now = useCurrentMinute()
  const { status, startsAt, customerName } = consultation
  const isOpen = status === 'scheduled' || status === 'in_progress'
  const isAhead = isOpen && startsAt > now.toISOString()
  const summary = form.watch('summary').trim()
  const canShare = summary !== '' && summary !== sharedText
  const close = () =>
    closing.mutate({
      visit: next,
      priceCents: next.priceCents,
      isSummaryShared: canShare && isSharing,
    })
  return (
    <section className="notes-foot" aria-label="Cerrar la consulta">
      {closing.error && <Problem error={closing.error} />}
      <NextVisit {...next} consultation={consultation} />
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
        disabled={isAhead || next.isWaiting || next.priceProblem !== undefined}
        aria-keyshortcuts="Control+Enter"
        onClick={close}
      >
        {isOpen ? 'Guardar y cerrar consulta' : 'Guardar'}
      </Button>
    </section>
  )
}

function useNextVisit(consultation: Consultation, unanswered: WantedVisit | undefined) {
  const [weeks, choose] = useState<number | null>(null)
  const [payment, setPayment] = useState<string>()
  const [price, setPrice] = useState('')
  const isWanted = weeks !== null
  const offer = useIncludedConsultations(isWanted ? consultation.customerId : undefined)
  const choice = JSON.stringify([weeks, payment, price])
  const asked = unanswered?.choice === choice ? unanswered : undefined
  // The server knows a visit that may be booked by its budget too: one that is moved to another week keeps it.
  const included =
    unanswered && unanswered.payment === payment ? unanswered.included : findIncluded(offer.included, payment)
  const { proposal, error } = useProposal({ consultation, included, weeks, asked })
  // Until the budgets are loaded, it is not known whether it has to be paid.
  const isWaiting = isWanted && ((!proposal && !error) || offer.isLoading)
  const startsAt = proposal?.startsAt
  return {
    choice,
    payment,
    weeks,
    choose,
    offer,
    included,
    setPayment,
    price,
    setPrice,
    ...parsePrice(startsAt && !included ? price : ''),
    proposal,
    error,
    isWaiting,
    startsAt,
  }
}

interface Proposing {
  readonly consultation: Consultation
  readonly included: IncludedConsultations | undefined
  readonly weeks: number | null
  readonly asked: WantedVisit | undefined
}

function useProposal({ consultation, included, weeks, asked }: Proposing) {
  const durationMinutes = included?.option.consultations.durationMinutes ?? consultation.durationMinutes
  const { data, error } = useProposedFollowUp({ ...consultation, durationMinutes }, weeks)
  return asked ? { proposal: asked.proposal, error: null } : { proposal: data, error }
}

const findIncluded = (all: readonly IncludedConsultations[], payment: string | undefined) =>
  payment
    ? all.find(({ budgetId, consultations }) => budgetId === payment && consultations.free > 0)
    : findBookable(all.filter(({ option }) => option.consultations.type === 'seguimiento'))

function parsePrice(text: string) {
  const { data = null, error } = AdminBookingFormData.shape.price.safeParse(text)
  return { priceCents: data, priceProblem: error?.issues[0]?.message }
}

type NextVisitState = ReturnType<typeof useNextVisit>

const NextVisit = (next: NextVisitState & { readonly consultation: Consultation }) => {
  const { weeks, choose, proposal, error, consultation } = next
  return (
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
      <BookedVisit consultation={consultation} />
      {weeks !== null && <ProposedHour proposal={proposal} error={error} />}
      {weeks !== null && !next.offer.isLoading && <Payment {...next} />}
    </>
  )
}

const Payment = ({ offer, included, setPayment, price, setPrice, priceProblem, startsAt }: NextVisitState) => (
  <div className="notes-payment">
    <IncludedConsultationField offer={offer} chosen={included} startsAt={startsAt} choose={setPayment} />
    {!included && startsAt && (
      <TextField
        name="priceCents"
        label="Precio en euros (opcional)"
        hint={
          price.trim() === '' ? 'Sin precio: el correo no dirá ninguno.' : 'Se lo preguntamos en el correo de la cita.'
        }
        inputMode="decimal"
        autoComplete="off"
        value={price}
        error={priceProblem}
        onChange={({ target }) => setPrice(target.value)}
      />
    )}
  </div>
)

/** Prevents a second booking by mistake. */
function BookedVisit({ consultation: { customerId, consultationId } }: { readonly consultation: Consultation }) {
  const now = useCurrentMinute()
  const { data } = useCustomerConsultationList(customerId)
  const booked = data?.pages
    .flatMap(({ items }) => items)
    .findLast(
      (each) =>
        each.consultationId !== consultationId && each.status === 'scheduled' && each.startsAt > now.toISOString(),
    )
  if (!booked) return null
  const { startsAt, type, toConfirm } = booked
  return (
    <p className="notes-hour notes-hour-explained" role="status">
      Ya tiene {toConfirm ? 'pedida' : 'reservada'} otra visita:{' '}
      <strong>
        {formatShortWeekdayDate(startsAt)}, {formatTime(startsAt)} h
      </strong>
      , {consultationTypeLabels[type]}.
    </p>
  )
}

function ProposedHour({
  proposal,
  error,
}: {
  readonly proposal: FollowUpProposal | undefined
  readonly error: Error | null
}) {
  if (error) return <p role="alert">No se han podido mirar las horas libres. {toErrorMessage(error)}</p>
  if (!proposal) return <p role="status">Buscando hora...</p>
  const { startsAt } = proposal
  const why = explainFollowUp(proposal)
  return (
    <p className={why ? 'notes-hour notes-hour-explained' : 'notes-hour'} role="status">
      {startsAt && (
        <strong>
          {formatShortWeekdayDate(startsAt)}, {formatTime(startsAt)} h
        </strong>
      )}
      {startsAt && why && '. '}
      {why}
    </p>
  )
}

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
