import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Consultation, ConsultationType } from '#contract/consultation'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatCents } from '../../ui/format.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { formatTime, formatWeekday, todayHere, wallTimeOf } from '../../ui/wall-time.ts'
import { statusText, typeText } from './consultation-words.ts'
import { keyOf, useDeskChanges } from './desk-changes.ts'
import { ConsultationDialog } from './desk-consultation-dialog.tsx'
import { StatusDialog } from './desk-status-dialog.tsx'
import { googleCalendarUrl } from './google-calendar.ts'
import './desk-consultations.css'

interface ConsultationRowProps {
  readonly consultation: Consultation
  /** Leaves name and address out, where everything is about one client. */
  readonly ofOneClient?: boolean
  /** The types that its form offers. */
  readonly types?: readonly ConsultationType[]
}

/** A consultation as the practice works with it. An item of a list. */
export function ConsultationRow({ consultation, ofOneClient = false, types }: ConsultationRowProps) {
  const { startsAt, durationMinutes, type, message, notes, priceCents } = consultation
  return (
    <li className="desk-row">
      <div className="desk-row-facts">
        {!ofOneClient && (
          <h3>
            <ClientName consultation={consultation} />
          </h3>
        )}
        <p>
          <strong>
            <Day startsAt={startsAt} />, {formatTime(startsAt)} h
          </strong>{' '}
          · {durationMinutes} minutos · {typeText[type]}
          {priceCents !== null && ` · ${formatCents(priceCents)}`} <Status consultation={consultation} />
        </p>
        {message && <p className="desk-row-text">Pide: {message}</p>}
        {notes && <p className="desk-row-text">Notas: {notes}</p>}
      </div>
      <RowActions consultation={consultation} {...(types && { types })} />
    </li>
  )
}

const ClientName = ({ consultation: { customerId, customerName, customerEmail } }: { consultation: Consultation }) => (
  <>
    <Link to={`/client/${customerId}`}>{customerName}</Link> <span className="desk-row-email">{customerEmail}</span>
  </>
)

/** The year is said where it is not this one. */
const Day = ({ startsAt }: { readonly startsAt: string }) => {
  const year = wallTimeOf(startsAt).day.slice(0, 4)
  return (
    <time dateTime={startsAt}>
      {formatWeekday(startsAt)}
      {year !== todayHere().slice(0, 4) && ` de ${year}`}
    </time>
  )
}

const Status = ({ consultation: { status, toConfirm } }: { readonly consultation: Consultation }) => (
  <StatusBadge good={!toConfirm && status !== 'cancelled' && status !== 'no_show'}>
    {toConfirm ? 'Pendiente de confirmar' : statusText[status]}
  </StatusBadge>
)

type Asked = 'edit' | 'status' | 'remove'

function RowActions({ consultation, types }: Pick<ConsultationRowProps, 'consultation' | 'types'>) {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const { customerName, notes, toConfirm } = consultation
  return (
    <div className="desk-row-actions">
      {toConfirm && <Confirm consultation={consultation} />}
      <a
        className="button button-secondary button-small"
        href={googleCalendarUrl(consultation, { name: customerName, notes })}
        target="_blank"
        rel="noreferrer"
      >
        Google Calendar<span className="visually-hidden"> (se abre en otra pestaña)</span>
      </a>
      <Button look="secondary" size="small" onClick={() => setAsked('status')}>
        Estado
      </Button>
      <Button look="secondary" size="small" onClick={() => setAsked('edit')}>
        Editar
      </Button>
      <Button look="plain" size="small" className="desk-row-remove" onClick={() => setAsked('remove')}>
        Eliminar
      </Button>
      {asked === 'edit' && <ConsultationDialog consultation={consultation} close={close} {...(types && { types })} />}
      {asked === 'status' && <StatusDialog consultation={consultation} close={close} />}
      {asked === 'remove' && <RemoveDialog consultation={consultation} close={close} />}
    </div>
  )
}

/** Agrees to the hour that a client asked for. */
function Confirm({ consultation }: { readonly consultation: Consultation }) {
  const { setStatus } = useDeskChanges(() => undefined)
  const { version } = consultation
  const confirm = () => setStatus.mutate({ params: keyOf(consultation), body: { status: 'scheduled', version } })
  return (
    <Button size="small" busy={setStatus.isPending} busyText="Confirmando..." onClick={confirm}>
      Confirmar
    </Button>
  )
}

function RemoveDialog({ consultation, close }: { readonly consultation: Consultation; readonly close: () => void }) {
  const { remove } = useDeskChanges(close)
  const { customerName, startsAt, version } = consultation
  return (
    <ConfirmDialog
      title="¿Estás seguro de que quieres eliminar esta consulta?"
      action="Eliminar consulta"
      busy={remove.isPending}
      busyText="Eliminando..."
      confirm={() => remove.mutate({ params: keyOf(consultation), query: { version } })}
      cancel={close}
    >
      <p>
        {customerName}, <Day startsAt={startsAt} /> a las {formatTime(startsAt)} h. La hora quedará libre. Si aún estaba
        por venir, avisaremos al cliente por correo.
      </p>
    </ConfirmDialog>
  )
}
