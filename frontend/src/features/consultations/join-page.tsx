import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useParams } from 'react-router-dom'
import { apiContract } from '#contract/api'
import { type ConsultationRoom, ROOM_OPENS_MINUTES_BEFORE } from '#contract/consultation-room'
import { practiceLegalDetails } from '#contract/practice'
import { hasApiErrorCode } from '../../api/api-error.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { browserWindowActions } from '../../ui/browser-window-actions.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CalendarLeaf } from '../../ui/calendar-leaf.tsx'
import { CardPageLayout } from '../../ui/card-page-layout.tsx'
import { PageHead } from '../../ui/page-head.ts'
import { formatViewerAside } from '../../ui/viewer-time.ts'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import { JoinLink, NoRoomYet } from './join-call.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import './slot-proposals.css'

const ASK_AGAIN_MS = 15_000

/** `/unirse/{consultationId}`: target of mails and calendar entries, which do not contain the room's address. */
export function JoinConsultationPage() {
  const { consultationId = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...endpointQueryOptions(apiContract.ownConsultations.roomOfMine, { params: { consultationId } }),
    gcTime: 0,
    refetchInterval: ({ state }) => (isWaiting(state.data) ? ASK_AGAIN_MS : false),
  })
  return (
    <CardPageLayout>
      <PageHead title="Unirse a la videollamada" hidden />
      {data ? <Room room={data} /> : <Absent error={error} retry={() => void refetch()} />}
    </CardPageLayout>
  )
}

const isWaiting = (room: ConsultationRoom | undefined): boolean =>
  room !== undefined && room.roomUrl === null && (room.state === 'early' || room.state === 'open')

function Absent({ error, retry }: { readonly error: Error | null; readonly retry: () => void }) {
  if (!error)
    return (
      <div className="result-wait" role="status">
        <span className="screen-turning" aria-hidden="true" />
        <h1>Buscando tu consulta...</h1>
      </div>
    )
  if (hasApiErrorCode(error, 'not-found') || hasApiErrorCode(error, 'invalid-input'))
    return (
      <Answer
        title="Esta consulta no está en tu agenda"
        text="El enlace es de otra cuenta, o la consulta ya no existe."
      />
    )
  return (
    <>
      <h1>No hemos podido abrir la videollamada</h1>
      <p role="alert">{toErrorMessage(error)}</p>
      <RetryButton retry={retry} />
    </>
  )
}

const momentOf = (instant: string): string =>
  `${formatWeekdayDate(instant)}, a las ${formatTime(instant)}${formatViewerAside(instant)}`

function Room({ room }: { readonly room: ConsultationRoom }) {
  const { state, startsAt, opensAt, roomUrl } = room
  useOpenAtOnce(roomUrl)
  switch (state) {
    case 'open':
      return (
        <>
          <h1>Tu videollamada</h1>
          <Moment startsAt={startsAt} />
          {roomUrl && <p className="card-intro">La estamos abriendo. Si no se abre sola, pulsa el botón.</p>}
          {roomUrl ? <JoinLink url={roomUrl} /> : <NoRoomYet />}
        </>
      )
    case 'early':
      return (
        <Answer
          title="Todavía no es la hora"
          startsAt={startsAt}
          text={`La videollamada se abre ${ROOM_OPENS_MINUTES_BEFORE} minutos antes, a las ${formatTime(opensAt)}${formatViewerAside(opensAt)}: el botón aparecerá aquí. Si tu correo dice otra hora, la consulta se ha cambiado y vale esta.`}
        />
      )
    case 'unconfirmed':
      return (
        <Answer
          title="Todavía no hemos confirmado esta hora"
          text={`Nos pediste cita para el ${momentOf(startsAt)}. Te escribiremos cuando la confirmemos.`}
        />
      )
    case 'cancelled':
      return (
        <Answer
          title="Esta consulta se canceló"
          text={`Era el ${momentOf(startsAt)}. En tu panel puedes pedir otra.`}
        />
      )
    case 'ended':
      return (
        <Answer
          title="Esta consulta ya ha terminado"
          text={
            <>
              Fue el {momentOf(startsAt)}. Si te has quedado fuera, escríbenos a{' '}
              <a href={`mailto:${practiceLegalDetails.email}`}>{practiceLegalDetails.email}</a>.
            </>
          }
        />
      )
  }
}

function useOpenAtOnce(roomUrl: string | null): void {
  const first = useRef(true)
  useEffect(() => {
    if (first.current && roomUrl) browserWindowActions.replaceWith(roomUrl)
    first.current = false
  }, [roomUrl])
}

const Moment = ({ startsAt }: { readonly startsAt: string }) => (
  <div className="proposed-day">
    <CalendarLeaf instant={startsAt} />
    <p>Tu consulta es el {momentOf(startsAt)}.</p>
  </div>
)

interface AnswerProps {
  readonly title: string
  readonly text: ReactNode
  readonly startsAt?: string
}

const Answer = ({ title, text, startsAt }: AnswerProps) => (
  <>
    <h1>{title}</h1>
    {startsAt && <Moment startsAt={startsAt} />}
    <p className="card-intro" role="status">
      {text}
    </p>
    <ButtonLink to="/client?tab=consultations" variant="secondary">
      Ver mis consultas
    </ButtonLink>
  </>
)
