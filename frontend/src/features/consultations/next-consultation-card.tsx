import { computeFreeChangeEnd } from '#contract/cancellation-rules'
import type { OwnConsultation } from '#contract/consultation'
import type { ConsultationType } from '#contract/consultation-types'
import { practiceLegalDetails } from '#contract/practice'
import { PRODUCT_NAME } from '#contract/product'
import { consultationTypeLabels } from '#contract/status-labels'
import { CalendarLeaf } from '../../ui/calendar-leaf.tsx'
import { formatInteger } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { useCurrentMinute } from '../../ui/use-current-minute.ts'
import { formatNamedViewerTime, formatViewerAside } from '../../ui/viewer-time.ts'
import { formatTime, formatWeekdayNumber, PRACTICE_TIME_ZONE_LABEL } from '../../ui/wall-time.ts'
import { toConsultationHeading, toConsultationPriceText, toCountdownText } from './consultation-words.ts'
import { JoinOwnCall } from './join-call.tsx'
import { ConsultationQuestions } from './consultation-questions.tsx'
import { PayConsultation } from './pay-consultation.tsx'
import { useOwnNextConsultation } from './use-own-consultations.ts'
import { useRoomState } from './use-room.ts'
import { lazy, WhileLoading } from '../../ui/lazy.tsx'
import './next-consultation.css'

const LateChangeHint = lazy(async () => ({ default: (await import('./late-change-hint.tsx')).LateChangeHint }))

export function NextConsultation() {
  const { data } = useOwnNextConsultation()
  return data?.consultation && <NextConsultationCard consultation={data.consultation} />
}

interface CardProps {
  readonly consultation: OwnConsultation
}

function NextConsultationCard({ consultation }: CardProps) {
  const now = useCurrentMinute()
  const state = useRoomState(consultation)
  const { startsAt, durationMinutes, type } = consultation
  const countdown = toCountdownText(startsAt, now)
  const price = toConsultationPriceText(consultation)
  const own = formatNamedViewerTime(startsAt)
  return (
    <section
      className={state === 'open' ? 'next-consultation next-consultation-open' : 'next-consultation'}
      aria-labelledby="next-consultation-title"
    >
      <div className="next-consultation-head">
        <h2 id="next-consultation-title">{startsAt > now.toISOString() ? 'Tu próxima consulta' : 'Tu consulta'}</h2>
        {countdown && <p className="next-consultation-countdown">{countdown}</p>}
      </div>
      <div className="next-consultation-facts">
        <CalendarLeaf instant={startsAt} />
        <div>
          <p className="next-consultation-hour">
            <time dateTime={startsAt}>{toConsultationHeading(consultation, now)}</time>
          </p>
          <p>
            {consultationTypeLabels[type]} por videollamada
            {own && `, ${PRACTICE_TIME_ZONE_LABEL}`}
          </p>
          {own && (
            <p>
              Para ti, <strong>{own}</strong>
            </p>
          )}
          <p>
            {formatInteger(durationMinutes)} min{price && ` · ${price}`}
          </p>
          <p>Con {practiceLegalDetails.profession?.practitioner ?? PRODUCT_NAME}</p>
        </div>
      </div>
      <ConsultationQuestions consultation={consultation} />
      <JoinOwnCall consultation={consultation} />
      <PayConsultation consultation={consultation} />
      <Below consultation={consultation} now={now} isOpen={state === 'open'} />
    </section>
  )
}

const toHaveAtHand: Readonly<Record<ConsultationType, string>> = {
  primera_consulta: 'Ten a mano tus últimas analíticas y lo que estás tomando.',
  general: 'Ten a mano lo que quieras preguntar y lo que estás tomando.',
  seguimiento: 'Ten a mano los envases de lo que estás tomando.',
  revision: 'Ten a mano los envases de lo que estás tomando.',
  urgente: 'Ten a mano lo que estás tomando y desde cuándo te pasa.',
}

function Below({ consultation, now, isOpen }: CardProps & { readonly now: Date; readonly isOpen: boolean }) {
  const { startsAt, toConfirm, type } = consultation
  const freeUntil = computeFreeChangeEnd(startsAt)
  if (isOpen) return <p className="next-consultation-hint">{toHaveAtHand[type]}</p>
  if (startsAt <= now.toISOString()) return null
  return (
    <>
      {toConfirm && (
        <p className="next-consultation-hint">
          Pendiente de confirmar: te escribiremos en cuanto te confirmemos la hora.
        </p>
      )}
      {now.toISOString() < freeUntil ? (
        <p className="next-consultation-hint">
          <Link to="/client?tab=consultations">Cambiar o cancelar</Link>, gratis hasta el{' '}
          {formatWeekdayNumber(freeUntil)} a las {formatTime(freeUntil)}
          {formatViewerAside(freeUntil)}.
        </p>
      ) : (
        <p className="next-consultation-hint">
          {toHaveAtHand[type]}{' '}
          <WhileLoading>
            <LateChangeHint consultation={consultation} />
          </WhileLoading>
        </p>
      )}
    </>
  )
}
