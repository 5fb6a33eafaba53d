import { useState } from 'react'
import type { OwnConsultation } from '#contract/consultation'
import { PRODUCT_NAME } from '#contract/product'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import { consultationTypeLabels } from '#contract/status-labels'
import { toConsultationStatusText } from './consultation-words.ts'
import { buildGoogleCalendarUrl } from './google-calendar.ts'
import { ConsultationRequestDialog } from './consultation-request-dialog.tsx'
import { useDownloadCalendarFile, useOwnConsultationMutations } from './use-own-consultations.ts'
import { ConsultationTime } from './consultation-time.tsx'

export const UpcomingConsultationList = ({ consultations }: { readonly consultations: readonly OwnConsultation[] }) => (
  <ul className="consultation-cards">
    {consultations.map((consultation) => (
      <UpcomingConsultation key={consultation.consultationId} consultation={consultation} />
    ))}
  </ul>
)

const UpcomingConsultation = ({ consultation }: { readonly consultation: OwnConsultation }) => {
  const { startsAt, durationMinutes, type, toConfirm, lapsesAt, message } = consultation
  const { mutate: download, isPending } = useDownloadCalendarFile()
  const [asked, setAsked] = useState<'move' | 'cancel'>()
  const close = () => setAsked(undefined)
  return (
    <li className="consultation-card">
      <div className="consultation-facts">
        <h3>
          <ConsultationTime startsAt={startsAt} minutes={durationMinutes} />
        </h3>
        <p>
          {consultationTypeLabels[type]} · Consulta virtual{' '}
          <StatusBadge good={!toConfirm}>{toConsultationStatusText(consultation)}</StatusBadge>
        </p>
        {lapsesAt && (
          <p className="field-hint">
            Te guardamos esta hora hasta el {formatWeekdayDate(lapsesAt)}, a las {formatTime(lapsesAt)} h. Si no la
            confirmamos antes, quedará libre y podrás pedir otra.
          </p>
        )}
        {message && <p className="consultation-message">{message}</p>}
      </div>
      <div className="consultation-actions">
        <a
          className="button button-secondary button-small"
          href={buildGoogleCalendarUrl(consultation, PRODUCT_NAME)}
          target="_blank"
          rel="noreferrer"
        >
          Google Calendar<span className="visually-hidden"> (se abre en otra pestaña)</span>
        </a>
        <Button variant="secondary" size="small" busy={isPending} onClick={() => download(consultation)}>
          Archivo .ics
        </Button>
        <Button variant="secondary" size="small" onClick={() => setAsked('move')}>
          Cambiar
        </Button>
        <Button variant="remove" size="small" onClick={() => setAsked('cancel')}>
          Eliminar
        </Button>
      </div>
      {asked === 'move' && <ConsultationRequestDialog consultation={consultation} close={close} />}
      {asked === 'cancel' && <CancelDialog consultation={consultation} close={close} />}
    </li>
  )
}

function CancelDialog({ consultation, close }: { readonly consultation: OwnConsultation; readonly close: () => void }) {
  const { cancel } = useOwnConsultationMutations(close)
  const { consultationId, version, startsAt, durationMinutes } = consultation
  return (
    <ConfirmDialog
      title="¿Estás seguro de que quieres eliminar esta consulta?"
      action="Eliminar consulta"
      refusal="Conservarla"
      busy={cancel.isPending}
      busyText="Eliminando..."
      confirm={() => cancel.mutate({ params: { consultationId }, query: { version } })}
      cancel={close}
    >
      <p>
        <ConsultationTime startsAt={startsAt} minutes={durationMinutes} />. La hora quedará libre y verás la consulta
        como cancelada en tu historial.
      </p>
      {cancel.error && <NoticeBox kind="problem">{toErrorMessage(cancel.error)}</NoticeBox>}
    </ConfirmDialog>
  )
}
