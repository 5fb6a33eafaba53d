import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type Consultation, type ConsultationType, requestFields } from '#contract/consultation'
import { yearOf } from '#contract/days'
import { keysOf } from '#contract/record'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatCount, firstWord } from '../../ui/format.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { formatTime, formatWeekday, todayHere } from '../../ui/wall-time.ts'
import { consultationTypeText } from '#contract/status-words'
import { formatCents } from '#contract/money'
import { stateText } from './consultation-words.ts'
import { bookingTexts } from './admin-booking-values.ts'
import { keyOf, useAdminChanges } from './use-admin-changes.ts'
import { ConsultationDialog } from './admin-consultation-dialog.tsx'
import { StatusDialog } from './admin-status-dialog.tsx'
import { googleCalendarUrl } from './google-calendar.ts'
import './admin-consultations.css'

interface ConsultationRowProps {
  readonly consultation: Consultation
  readonly ofOneClient?: boolean
  readonly types?: readonly ConsultationType[]
}

export function ConsultationRow({ consultation, ofOneClient = false, types }: ConsultationRowProps) {
  const { startsAt, durationMinutes, type, message, priceCents, lapsesAt } = consultation
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
            <Day startsAt={startsAt} />, {formatTime(startsAt)} h
          </strong>{' '}
          · {formatCount(durationMinutes)} minutos · {consultationTypeText[type]}
          {priceCents !== null && ` · ${formatCents(priceCents)}`} <Status consultation={consultation} />
        </p>
        {lapsesAt && (
          <p className="admin-row-text">
            Caduca el <Day startsAt={lapsesAt} /> a las {formatTime(lapsesAt)} h si no la confirmas.
          </p>
        )}
        {message && (
          <p className="admin-row-text">
            {requestFields.message.label}: {message}
          </p>
        )}
        {keysOf(bookingTexts).map(
          (field) =>
            consultation[field] && (
              <p key={field} className="admin-row-text">
                {bookingTexts[field].label}: {consultation[field]}
              </p>
            ),
        )}
      </div>
      <RowActions consultation={consultation} {...(types && { types })} />
    </li>
  )
}

const ClientName = ({ consultation: { customerId, customerName, customerEmail } }: { consultation: Consultation }) => (
  <>
    <Link to={`/client/${customerId}`}>{customerName}</Link>{' '}
    {customerEmail !== customerName && <span className="admin-row-email">{customerEmail}</span>}
  </>
)

const Day = ({ startsAt }: { readonly startsAt: string }) => {
  const year = yearOf(startsAt)
  return (
    <time dateTime={startsAt}>
      {formatWeekday(startsAt)}
      {year !== todayHere().slice(0, 4) && ` de ${year}`}
    </time>
  )
}

const Status = ({ consultation }: { readonly consultation: Consultation }) => (
  <StatusBadge
    good={!consultation.toConfirm && consultation.status !== 'cancelled' && consultation.status !== 'no_show'}
  >
    {stateText(consultation)}
  </StatusBadge>
)

type Asked = 'edit' | 'status' | 'remove'

function RowActions({ consultation, types }: Pick<ConsultationRowProps, 'consultation' | 'types'>) {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const { customerName, toConfirm } = consultation
  return (
    <div className="admin-row-actions">
      {toConfirm && <Confirm consultation={consultation} />}
      <a
        className="button button-secondary button-small"
        href={googleCalendarUrl(consultation, firstWord(customerName))}
        target="_blank"
        rel="noreferrer"
      >
        Google Calendar<span className="visually-hidden"> (se abre en otra pestaña)</span>
      </a>
      <Button variant="secondary" size="small" onClick={() => setAsked('status')}>
        Estado
      </Button>
      <Button variant="secondary" size="small" onClick={() => setAsked('edit')}>
        Editar
      </Button>
      <Button variant="remove" size="small" onClick={() => setAsked('remove')}>
        Eliminar
      </Button>
      {asked === 'edit' && <ConsultationDialog consultation={consultation} close={close} {...(types && { types })} />}
      {asked === 'status' && <StatusDialog consultation={consultation} close={close} />}
      {asked === 'remove' && <RemoveDialog consultation={consultation} close={close} />}
    </div>
  )
}

function Confirm({ consultation }: { readonly consultation: Consultation }) {
  const { setStatus } = useAdminChanges(() => undefined)
  const { version } = consultation
  const confirm = () => setStatus.mutate({ params: keyOf(consultation), body: { status: 'scheduled', version } })
  return (
    <Button size="small" busy={setStatus.isPending} busyText="Confirmando..." onClick={confirm}>
      Confirmar
    </Button>
  )
}

function RemoveDialog({ consultation, close }: { readonly consultation: Consultation; readonly close: () => void }) {
  const { remove } = useAdminChanges(close)
  const { customerName, startsAt, version } = consultation
  return (
    <ConfirmDialog
      title="¿Estás seguro de que quieres eliminar esta consulta?"
      action="Eliminar consulta"
      refusal="Conservarla"
      busy={remove.isPending}
      busyText="Eliminando..."
      confirm={() => remove.mutate({ params: keyOf(consultation), query: { version } })}
      cancel={close}
    >
      <p>
        {customerName}, <Day startsAt={startsAt} /> a las {formatTime(startsAt)} h. La hora quedará libre. Si todavía no
        se ha celebrado, avisaremos al cliente por correo.
      </p>
    </ConfirmDialog>
  )
}
