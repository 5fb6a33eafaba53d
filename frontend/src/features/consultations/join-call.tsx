import { Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { instantToWallTime } from '#contract/calendar-days'
import type { Consultation, OwnConsultation } from '#contract/consultation'
import { computeRoomOpening } from '#contract/consultation-room'
import { practiceLegalDetails } from '#contract/practice'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { formatViewerAside } from '../../ui/viewer-time.ts'
import { formatTime, formatWeekdayNumber } from '../../ui/wall-time.ts'
import { type Room, useCustomerRoom, useOwnRoom } from './use-room.ts'
import { RetryButton } from '../../ui/retry-button.tsx'
import './join-call.css'

export function JoinOwnCall({ consultation }: { readonly consultation: OwnConsultation }) {
  const room = useOwnRoom(consultation)
  if (room.state === 'early') return <RoomOpensLater startsAt={consultation.startsAt} />
  return <JoinRoom {...room} absent={<NoRoomYet />} />
}

export function JoinCustomerCall({ consultation }: { readonly consultation: Consultation }) {
  const room = useCustomerRoom(consultation)
  const today = usePracticeToday()
  const { startsAt } = consultation
  if (room.state === 'early')
    return instantToWallTime(startsAt).day === today ? <RoomOpensLater startsAt={startsAt} /> : null
  return <JoinRoom {...room} absent={<NoRoomSet />} />
}

/** Compact, for the practice's lists; empty before the room opens. */
export function JoinCallLink({ consultation }: { readonly consultation: Consultation }) {
  return <JoinRoom {...useCustomerRoom(consultation)} absent={<NoRoomHere />} link={SmallJoinLink} />
}

const SmallJoinLink = ({ url }: { readonly url: string }) => (
  <a className="button button-primary button-small" href={url} target="_blank" rel="noreferrer">
    <Video size={18} aria-hidden="true" />
    <span>
      Entrar<span className="visually-hidden"> en la videollamada (se abre en otra pestaña)</span>
    </span>
  </a>
)

function RoomOpensLater({ startsAt }: Pick<OwnConsultation, 'startsAt'>) {
  const today = usePracticeToday()
  const opensAt = computeRoomOpening({ startsAt })
  const day = instantToWallTime(opensAt).day === today ? '' : `el ${formatWeekdayNumber(opensAt)} `
  return (
    <p className="join-later">
      <Video size={20} aria-hidden="true" />
      <span>
        <strong>Unirse</strong> aparece aquí {day}a las {formatTime(opensAt)}
        {formatViewerAside(opensAt)}
      </span>
    </p>
  )
}

interface JoinRoomProps extends Room {
  readonly absent: ReactNode
  readonly link?: (props: { readonly url: string }) => ReactNode
}

function JoinRoom({ state, room, absent, link: Joining = JoinLink }: JoinRoomProps) {
  if (state !== 'open') return null
  if (room.data?.roomUrl) return <Joining url={room.data.roomUrl} />
  if (room.data) return absent
  if (!room.error) return <Button busy size="large" className="join-button" busyText="Abriendo la sala..." />
  return (
    <p role="alert" className="join-later">
      {toErrorMessage(room.error)} <RetryButton variant="plain" size="small" retry={room.refetch} />
    </p>
  )
}

export const JoinLink = ({ url }: { readonly url: string }) => (
  <a className="button button-primary button-large join-button" href={url} target="_blank" rel="noreferrer">
    <Video size={22} aria-hidden="true" />
    <span>
      Unirse a la videollamada<span className="visually-hidden"> (se abre en otra pestaña)</span>
    </span>
  </a>
)

export const NoRoomYet = () => (
  <p role="status" className="join-later">
    <span>
      Todavía no hemos puesto el enlace de la videollamada. Aparecerá aquí sin que recargues la página. Si a la hora no
      lo ves, escríbenos a <a href={`mailto:${practiceLegalDetails.email}`}>{practiceLegalDetails.email}</a>.
    </span>
  </p>
)

const NoRoomHere = () => (
  <p role="status" className="join-none">
    Sin sala: <Link to="/admin/horario">ponla</Link>
  </p>
)

const NoRoomSet = () => (
  <p role="status" className="join-later">
    <span>
      Esta consulta no tiene sala. Pon el enlace en el <Link to="/admin/horario">horario</Link>, o solo para ella en
      «Editar».
    </span>
  </p>
)
