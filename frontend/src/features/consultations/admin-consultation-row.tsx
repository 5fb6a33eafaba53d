import { type Consultation, consultationRequestFields } from '#contract/consultation'
import { toPracticeYear } from '#contract/calendar-days'
import { getObjectKeys } from '#contract/record-fields'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { formatInteger, preventAmountWrapping, takeFirstWord } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { formatTime, formatWeekdayDate, getPracticeToday } from '../../ui/wall-time.ts'
import { consultationTypeLabels } from '#contract/status-labels'
import { formatCents } from '#contract/money'
import { toConsultationStatusText } from './consultation-words.ts'
import { bookingTextFields } from './admin-booking-values.ts'
import { ConfirmHour } from './confirm-hour.tsx'
import type { Outcome } from './outcome-dialog.tsx'
import { JoinCustomerCall } from './join-call.tsx'
import { buildGoogleCalendarUrl } from './google-calendar.ts'
import './admin-consultations.css'

export type ConsultationQuestion = 'confirm' | 'edit' | 'status' | 'remove' | Outcome | 'broken-off'
export type AskAboutConsultation = (asked: ConsultationQuestion, consultation: Consultation) => void

interface ConsultationRowProps {
  readonly consultation: Consultation
  readonly ofOneClient?: boolean
  readonly ask: AskAboutConsultation
}

export function AdminConsultationRow({ consultation, ofOneClient = false, ask }: ConsultationRowProps) {
  const { startsAt, durationMinutes, type, priceCents } = consultation
  return (
    <li className="admin-row">
      <div className="admin-row-facts">
        {!ofOneClient && (
          <h3>
            <ClientName consultation={consultation} />
          </h3>
        )}
        <p>
          <strong>
            <ConsultationDate startsAt={startsAt} />, {formatTime(startsAt)} h
          </strong>{' '}
          · {formatInteger(durationMinutes)}&nbsp;minutos · {consultationTypeLabels[type]}
          {priceCents !== null && ` · ${preventAmountWrapping(formatCents(priceCents))}`}{' '}
          <Status consultation={consultation} /> <ProposedPrice consultation={consultation} />
          {consultation.attendanceConfirmed && <StatusBadge good>Confirmada por el cliente</StatusBadge>}
        </p>
        <ConsultationTexts consultation={consultation} />
      </div>
      <JoinCustomerCall consultation={consultation} />
      <RowActions consultation={consultation} ask={ask} />
    </li>
  )
}

export function ConsultationTexts({ consultation }: { readonly consultation: Consultation }) {
  const { message, lapsesAt } = consultation
  return (
    <>
      {lapsesAt && (
        <p className="admin-row-text">
          Caduca el <ConsultationDate startsAt={lapsesAt} /> a las {formatTime(lapsesAt)} h si no la confirmas.
        </p>
      )}
      <MissedBefore consultation={consultation} />
      {message && (
        <p className="admin-row-text">
          {consultationRequestFields.message.label}: {message}
        </p>
      )}
      {getObjectKeys(bookingTextFields).map(
        (field) =>
          consultation[field] && (
            <p key={field} className="admin-row-text">
              {bookingTextFields[field].label}: {consultation[field]}
            </p>
          ),
      )}
    </>
  )
}

const ClientName = ({ consultation: { customerId, customerName, customerEmail } }: { consultation: Consultation }) => (
  <>
    <Link to={`/client/${customerId}`}>{customerName}</Link>{' '}
    {customerEmail !== customerName && <span className="admin-row-email">{customerEmail}</span>}
  </>
)

export const ConsultationDate = ({ startsAt }: { readonly startsAt: string }) => {
  const year = toPracticeYear(startsAt)
  return (
    <time dateTime={startsAt}>
      {formatWeekdayDate(startsAt)}
      {year !== getPracticeToday().slice(0, 4) && ` de ${year}`}
    </time>
  )
}

export const Status = ({ consultation }: { readonly consultation: Consultation }) => (
  <StatusBadge
    good={!consultation.toConfirm && consultation.status !== 'cancelled' && consultation.status !== 'no_show'}
  >
    {toConsultationStatusText(consultation)}
  </StatusBadge>
)

/** The consultation was moved after a no-show. */
function MissedBefore({ consultation: { missedStarts, startsAt, status } }: { readonly consultation: Consultation }) {
  const before = missedStarts.filter((each) => each !== startsAt || status !== 'no_show')
  if (before.length === 0) return null
  return (
    <p className="admin-row-text">
      No asistió a su hora de antes:{' '}
      {before.map((each, index) => (
        <span key={each}>
          {index > 0 && ', '}
          <ConsultationDate startsAt={each} />, {formatTime(each)} h
        </span>
      ))}
      .
    </p>
  )
}

/** A price that the practice set after the request and the client has not accepted. */
export function ProposedPrice({ consultation }: { readonly consultation: Consultation }) {
  const { proposedPriceCents, priceDeclinedAt, status } = consultation
  if (proposedPriceCents === null || status === 'cancelled') return null
  return (
    <>
      <StatusBadge good={false}>
        {priceDeclinedAt === null ? 'Falta que acepte el precio' : 'No acepta el precio'}:{' '}
        {formatCents(proposedPriceCents)}
      </StatusBadge>{' '}
    </>
  )
}

export const toNotesPath = ({ customerId, consultationId }: Consultation): string =>
  `/client/${customerId}/notas/${consultationId}`

/** A client without a name has the address instead, which is not for Google. */
export const toGoogleCalendarLink = (consultation: Consultation): string =>
  buildGoogleCalendarUrl(
    consultation,
    consultation.customerName.includes('@') ? 'un cliente' : takeFirstWord(consultation.customerName),
  )

function RowActions({ consultation, ask }: Pick<ConsultationRowProps, 'consultation' | 'ask'>) {
  return (
    <div className="admin-row-actions">
      {consultation.toConfirm && <ConfirmHour consultation={consultation} ask={ask} />}
      <ButtonLink variant="secondary" size="small" to={toNotesPath(consultation)}>
        Notas<span className="visually-hidden"> de la consulta</span>
      </ButtonLink>
      <a
        className="button button-secondary button-small"
        href={toGoogleCalendarLink(consultation)}
        target="_blank"
        rel="noreferrer"
      >
        Google Calendar<span className="visually-hidden"> (se abre en otra pestaña)</span>
      </a>
      <Button variant="secondary" size="small" onClick={() => ask('status', consultation)}>
        Estado
      </Button>
      <Button variant="secondary" size="small" onClick={() => ask('edit', consultation)}>
        Editar
      </Button>
      <Button variant="remove" size="small" onClick={() => ask('remove', consultation)}>
        Eliminar
      </Button>
    </div>
  )
}
