import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { computeFreeChangeEnd } from '#contract/cancellation-rules'
import { formatFreeChangeLimit } from '#contract/rules-before-paying'
import type { OwnConsultation } from '#contract/consultation'
import { formatCents } from '#contract/money'
import { practiceLegalDetails } from '#contract/practice'
import { PRODUCT_NAME } from '#contract/product'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { findLatest } from '../../ui/find-latest.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useCurrentMinute } from '../../ui/use-current-minute.ts'
import { formatNamedViewerTime, formatViewerAside } from '../../ui/viewer-time.ts'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import { consultationTypeLabels } from '#contract/status-labels'
import { toConsultationPriceText, toConsultationStatusText } from './consultation-words.ts'
import { CancelConsultationDialog } from './cancel-consultation-dialog.tsx'
import { buildGoogleCalendarUrl } from './google-calendar.ts'
import { ConsultationRequestDialog } from './consultation-request-dialog.tsx'
import { JoinOwnCall } from './join-call.tsx'
import { ConsultationQuestions } from './consultation-questions.tsx'
import { PayConsultation } from './pay-consultation.tsx'
import { useDownloadCalendarFile } from './use-own-consultations.ts'
import { ConsultationTime } from './consultation-time.tsx'

interface Asked {
  readonly what: 'move' | 'cancel'
  readonly consultation: OwnConsultation
}

/** Rendered above the list, which may no longer contain the consultation when the answer arrives. */
export function useUpcomingConsultationDialog(latest: readonly OwnConsultation[]) {
  const [asked, ask] = useState<Asked>()
  const close = () => ask(undefined)
  if (!asked) return { ask, dialog: null }
  const { what } = asked
  const consultation = findLatest(asked.consultation, latest, ({ consultationId }) => consultationId)
  const dialog =
    what === 'move' ? (
      <ConsultationRequestDialog consultation={consultation} close={close} />
    ) : (
      <CancelConsultationDialog
        consultation={consultation}
        move={() => ask({ what: 'move', consultation })}
        close={close}
      />
    )
  return { ask, dialog }
}

interface ListProps {
  readonly consultations: readonly OwnConsultation[]
  readonly ask: (asked: Asked) => void
}

export const UpcomingConsultationList = ({ consultations, ask }: ListProps) => (
  <ul className="consultation-cards">
    {consultations.map((consultation) => (
      <UpcomingConsultation
        key={consultation.consultationId}
        consultation={consultation}
        ask={(what) => ask({ what, consultation })}
      />
    ))}
  </ul>
)

interface CardProps {
  readonly consultation: OwnConsultation
  readonly ask: (what: Asked['what']) => void
}

const UpcomingConsultation = ({ consultation, ask }: CardProps) => {
  const { startsAt, durationMinutes, type, status, toConfirm, lapsesAt, message } = consultation
  const isLate = useCurrentMinute().toISOString() >= computeFreeChangeEnd(startsAt)
  const price = toConsultationPriceText(consultation)
  const { mutate: download, isPending } = useDownloadCalendarFile()
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
            Te guardamos esta hora hasta el {formatWeekdayDate(lapsesAt)}, a las {formatTime(lapsesAt)} h
            {formatViewerAside(lapsesAt)}. Si no la confirmamos antes, quedará libre y podrás pedir otra.
          </p>
        )}
        {price && <p className="field-hint">{price}</p>}
        {message && <p className="consultation-message">{message}</p>}
      </div>
      <ConsultationQuestions consultation={consultation} />
      <JoinOwnCall consultation={consultation} />
      <div className="consultation-actions">
        <PayConsultation consultation={consultation} />
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
        {!isLate && (
          <>
            <Button variant="secondary" size="small" onClick={() => ask('move')}>
              Cambiar
            </Button>
            <Button variant="remove" size="small" onClick={() => ask('cancel')}>
              Eliminar
            </Button>
          </>
        )}
      </div>
      {isLate && status === 'scheduled' ? (
        <LateChange consultation={consultation} cancel={() => ask('cancel')} />
      ) : (
        !isLate && <FreeChangeLimit startsAt={startsAt} />
      )}
    </li>
  )
}

function FreeChangeLimit({ startsAt }: { readonly startsAt: string }) {
  const own = formatNamedViewerTime(computeFreeChangeEnd(startsAt))
  return (
    <p className="field-hint">
      {formatFreeChangeLimit(startsAt)}
      {own && ` Para ti, hasta: ${own}.`}
    </p>
  )
}

/** From 24 hours before the start: why nothing can be changed, and the remaining right of withdrawal. */
function LateChange({ consultation, cancel }: { readonly consultation: OwnConsultation; readonly cancel: () => void }) {
  const { consultationId, isPaid } = consultation
  const { data } = useQuery({
    ...endpointQueryOptions(apiContract.payments.consultationOptions, { params: { consultationId } }),
    enabled: isPaid,
  })
  const { email } = practiceLegalDetails
  return (
    <div className="consultation-late">
      <p>
        Faltan menos de 24 horas: desde aquí ya no se puede cambiar. Escríbenos a{' '}
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>{' '}
        y lo vemos contigo.
      </p>
      {data && data.refundCents > 0 && (
        <Button variant="remove" size="small" onClick={cancel}>
          Desistir y recuperar {formatCents(data.refundCents)}
        </Button>
      )}
    </div>
  )
}
