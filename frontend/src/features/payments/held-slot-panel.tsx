import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCents } from '#contract/money'
import { mondayOf, toPracticeDay } from '#contract/calendar-days'
import { productCatalogue } from '#contract/product-catalogue'
import { HOLD_MINUTES } from '#contract/slot-holds'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { CalendarLeaf } from '../../ui/calendar-leaf.tsx'
import { formatTime } from '../../ui/wall-time.ts'
import { EarlyStartField } from './early-start-field.tsx'
import { type HeldSlot, useHeldSlot } from './held-slot-store.ts'
import { listNearestSlots, withOwnSlots } from './slot-hours.ts'
import { articleOf, endOfSlot, formatShortSlot, formatSlotOfDay } from './slot-times.ts'
import { formatNamedViewerTime, formatOwnClock, formatViewerTime, getViewerZoneName } from '../../ui/viewer-time.ts'
import { useSecondsLeft } from './use-seconds-left.ts'
import type { useSlotHold } from './use-slot-hold.ts'
import { slotWeekOptions } from './use-slot-week.ts'

const { name } = productCatalogue['primera-consulta']
/** For this long a cached list may still show a released hour as taken. */
const CACHE_MS = 40_000
const WARNING_SECONDS = 120

type SlotHoldState = ReturnType<typeof useSlotHold>

const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const isOne = (startsAt: string) => formatTime(startsAt).startsWith('1:')

function formatHoldEnd({ endsAtMs }: HeldSlot): string {
  const time = formatOwnClock(endsAtMs)
  return `hasta ${articleOf(time)} ${time}`
}

function toAnnouncement(held: HeldSlot | undefined, secondsLeft: number): string {
  if (!held) return ''
  const slot = formatSlotOfDay(held.startsAt)
  if (secondsLeft === 0) return `${toEndTitle(held)}: ya no te guardamos ${slot}. No se ha cobrado nada.`
  if (secondsLeft <= WARNING_SECONDS) return `Quedan 2 minutos: después dejamos libres ${slot}.`
  return `Te guardamos ${slot} durante ${Math.round(held.lengthMs / 60_000)} minutos, ${formatHoldEnd(held)}.`
}

function toEndTitle({ isReleased, isPaymentBegun }: HeldSlot): string {
  if (isReleased) return 'Has vuelto sin pagar'
  return isPaymentBegun ? 'Se acabó el tiempo para pagar' : `Se acabaron los ${HOLD_MINUTES} minutos`
}

function useIsStillFree({ startsAt, endsAtMs }: HeldSlot, taken: ReadonlySet<string>) {
  const week = mondayOf(toPracticeDay(startsAt))
  const { data, dataUpdatedAt } = useQuery({ ...slotWeekOptions(week), staleTime: 0, refetchInterval: CACHE_MS })
  const days = data ? withOwnSlots(data.days, undefined, taken) : []
  const nearest = listNearestSlots(days, startsAt)
  const isCacheOld = useSecondsLeft(endsAtMs + CACHE_MS) === 0
  const listed = days.some(({ slots }) => slots.includes(startsAt))
  if (taken.has(startsAt)) return { isFree: false, nearest }
  // Before the cache expired nobody else could see it as free.
  if (listed || !isCacheOld) return { isFree: true, nearest }
  return { isFree: dataUpdatedAt - endsAtMs > CACHE_MS ? false : undefined, nearest }
}

const Nearest = ({ slots, slotHold }: { readonly slots: readonly string[]; readonly slotHold: SlotHoldState }) => (
  <ul className="slot-nearest" aria-label="Las horas más cercanas">
    {slots.map((slot) => (
      <li key={slot}>
        <Button variant="secondary" onClick={() => slotHold.hold(slot)}>
          <span>{formatShortSlot(slot)}</span>
          {formatViewerTime(slot) && <small>{`${formatViewerTime(slot)}, ${getViewerZoneName()}`}</small>}
        </Button>
      </li>
    ))}
  </ul>
)

function Ended({ held, slotHold }: { readonly held: HeldSlot; readonly slotHold: SlotHoldState }) {
  const { isFree, nearest } = useIsStillFree(held, slotHold.taken)
  const slot = sentence(formatSlotOfDay(held.startsAt))
  const [free, gone] = isOne(held.startsAt)
    ? ['sigue libre', 'ya no está libre']
    : ['siguen libres', 'ya no están libres']
  return (
    <div className="slot-held" data-is-over>
      <h3>{toEndTitle(held)}</h3>
      <p>
        {isFree !== undefined && `${slot} ${isFree ? free : gone}. `}
        No se ha cobrado nada.
      </p>
      {isFree === false ? (
        <Nearest slots={nearest} slotHold={slotHold} />
      ) : (
        <Button
          size="large"
          className="button-wide"
          busy={slotHold.isPending}
          busyText="Guardando..."
          onClick={() => slotHold.hold(held.startsAt)}
        >
          Guardarla otra vez
        </Button>
      )}
    </div>
  )
}

const Countdown = ({ held, secondsLeft }: { readonly held: HeldSlot; readonly secondsLeft: number }) => (
  <>
    <p className="slot-countdown">
      <span className="slot-short">
        {held.isPaymentBegun ? 'Tuya mientras pagas, ' : 'Guardada '}
        {formatHoldEnd(held)}, quedan{' '}
      </span>
      <span className="slot-long">
        {held.isPaymentBegun ? 'Guardada mientras pagas' : 'Te guardamos esta hora'} {formatHoldEnd(held)}
      </span>
      <strong role="timer">
        {formatCountdown(secondsLeft)} <small>min</small>
      </strong>
    </p>
    <progress
      className="slot-drain"
      aria-hidden="true"
      max={Math.max(1, Math.round(held.lengthMs / 1000))}
      value={secondsLeft}
    />
  </>
)

interface HeldProps {
  readonly held: HeldSlot
  readonly secondsLeft: number
  readonly pay: ReactNode
  readonly goOn: (() => void) | undefined
  readonly amountCents: number
}

const Held = ({ held, secondsLeft, pay, goOn, amountCents }: HeldProps) => {
  const { startsAt, durationMinutes } = held
  const own = formatNamedViewerTime(startsAt)
  return (
    <div className="slot-held">
      <Countdown held={held} secondsLeft={secondsLeft} />
      <div className="slot-held-what">
        <CalendarLeaf instant={startsAt} />
        <div className="slot-held-when">
          <h3>
            <span className="slot-short">{formatShortSlot(startsAt)}</span>
            <span className="slot-long">{`${formatTime(startsAt)} a ${formatTime(endOfSlot(startsAt, durationMinutes))}`}</span>
          </h3>
          {own ? <p>{`Hora de Madrid. Para ti, ${own}.`}</p> : <p className="slot-long">Hora de Madrid</p>}
        </div>
        <p className="slot-held-price">
          <span className="slot-long">{name}</span>
          <strong>{formatCents(amountCents)}</strong>
        </p>
      </div>
      {pay && <EarlyStartField />}
      {pay}
      {goOn && (
        <Button size="large" className="button-wide" onClick={goOn}>
          Continuar con esta hora
        </Button>
      )}
    </div>
  )
}

const Holding = ({ startsAt }: { readonly startsAt: string }) => (
  <div className="slot-panel">
    <div className="slot-held">
      <h3>{formatShortSlot(startsAt)}</h3>
      <p role="status">Guardando la hora...</p>
    </div>
  </div>
)

function Refused({ slotHold }: { readonly slotHold: SlotHoldState }) {
  const { asked = '', error, isTaken, taken } = slotHold
  const week = useQuery({ ...slotWeekOptions(mondayOf(toPracticeDay(asked))), enabled: isTaken })
  const nearest = week.data ? listNearestSlots(withOwnSlots(week.data.days, undefined, taken), asked) : []
  return (
    <div className="slot-refused" role="alert">
      <h3>{isTaken ? 'Esa hora acaba de ocuparse' : 'No hemos podido guardar esa hora'}</h3>
      <p>
        {isTaken
          ? `${sentence(formatSlotOfDay(asked))} ya no ${isOne(asked) ? 'está libre' : 'están libres'}. No se ha cobrado nada.`
          : toErrorMessage(error)}
      </p>
      {isTaken ? (
        <Nearest slots={nearest} slotHold={slotHold} />
      ) : (
        <Button variant="secondary" onClick={() => slotHold.hold(asked)}>
          Reintentar
        </Button>
      )}
    </div>
  )
}

const Invitation = () => (
  <div className="slot-invitation">
    <h3>Toca una hora</h3>
    <p>{`Te la guardamos ${HOLD_MINUTES} minutos mientras pagas. Si prefieres, reserva ya y la elegimos después.`}</p>
  </div>
)

interface PanelProps {
  readonly slotHold: SlotHoldState
  readonly pay: ReactNode
  readonly goOn?: (() => void) | undefined
  readonly amountCents: number
}

function SlotState({ slotHold, ...shown }: PanelProps & HeldProps) {
  const { held, secondsLeft } = shown
  if (secondsLeft > 0) return <Held {...shown} />
  return <Ended held={held} slotHold={slotHold} />
}

export function HeldSlotPanel({ slotHold, pay, goOn, amountCents }: PanelProps) {
  const held = useHeldSlot()
  const secondsLeft = useSecondsLeft(held?.endsAtMs ?? 0)
  const isRefused = slotHold.error !== null
  const isRunning = secondsLeft > 0
  if (!held && slotHold.isPending && slotHold.asked) return <Holding startsAt={slotHold.asked} />
  if (!held && !isRefused) return <Invitation />
  return (
    <div className="slot-panel" data-pays={pay !== undefined}>
      {isRefused && <Refused slotHold={slotHold} />}
      {held && (isRunning || !isRefused) && (
        <SlotState
          slotHold={slotHold}
          pay={pay}
          goOn={goOn}
          amountCents={amountCents}
          held={held}
          secondsLeft={secondsLeft}
        />
      )}
    </div>
  )
}

/** A live region: changes only at the start, two minutes before the end and at the end. */
export function SlotAnnouncer() {
  const held = useHeldSlot()
  const secondsLeft = useSecondsLeft(held?.endsAtMs ?? 0)
  return (
    <p className="visually-hidden" role="status">
      {toAnnouncement(held, secondsLeft)}
    </p>
  )
}
