import { type ReactNode, useEffect, useState } from 'react'
import { addDays, mondayOf, toPracticeDay } from '#contract/calendar-days'
import { productCatalogue } from '#contract/product-catalogue'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { getServerNow } from '../../ui/server-clock.ts'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { HeldSlotPanel, SlotAnnouncer } from './held-slot-panel.tsx'
import { useHeldSlot } from './held-slot-store.ts'
import { useSecondsLeft } from './use-seconds-left.ts'
import { SlotRules } from './slot-rules.tsx'
import { withOwnSlots } from './slot-hours.ts'
import { formatShortSlot } from './slot-times.ts'
import { isViewerInOtherTimeZone, getViewerZoneName } from '../../ui/viewer-time.ts'
import { SlotWeekView } from './slot-week.tsx'
import { useFirstFreeSlot, useFreeWeekFrom, useSlotWeek } from './use-slot-week.ts'
import { useSlotHold } from './use-slot-hold.ts'
import { RetryButton } from '../../ui/retry-button.tsx'
import './slot-picker.css'
import './held-slot-panel.css'

export interface SlotPickerProps {
  readonly pay?: ReactNode
  readonly onLater?: (() => void) | undefined
  readonly goOn?: (() => void) | undefined
  readonly unfold?: (() => void) | undefined
  /** After a discount. @default the product's price */
  readonly amountCents?: number | undefined
}

const { durationMinutes, saleCents } = productCatalogue['primera-consulta']

const Zone = () =>
  isViewerInOtherTimeZone(getServerNow().toISOString()) ? (
    <>
      Arriba, la hora de Madrid; <strong>debajo, la tuya</strong>
      {getViewerZoneName() !== 'tu hora' && ` (${getViewerZoneName()})`}.
    </>
  ) : (
    'Hora de Madrid.'
  )

const Message = ({ children }: { readonly children: ReactNode }) => (
  <div className="slot-message" role="status">
    {children}
  </div>
)

interface HoursProps {
  readonly slotHold: ReturnType<typeof useSlotHold>
}

function Failure({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  return (
    <Message>
      <p>
        <strong>No hemos podido cargar las horas.</strong> {toErrorMessage(error)} Puedes reservar igualmente y elegir
        la hora después.
      </p>
      <RetryButton variant="secondary" retry={retry} />
    </Message>
  )
}

const offline = (
  <Message>
    <p>
      <strong>No tienes conexión.</strong> Las horas libres aparecen aquí en cuanto vuelva.
    </p>
  </Message>
)

const nothingFree = (
  <Message>
    <p>
      <strong>Ahora mismo no queda ninguna hora libre.</strong> Puedes reservar igualmente: te proponemos tres horas por
      correo en cuanto queden libres.
    </p>
  </Message>
)

const Waiting = () => (
  <div className="slot-skeleton" role="status">
    <span className="visually-hidden">Buscando horas libres...</span>
    {Array.from({ length: 9 }, (_, index) => (
      <i key={index} aria-hidden="true" />
    ))}
  </div>
)

function Hours({ slotHold }: HoursProps) {
  const held = useHeldSlot()
  const thisWeek = mondayOf(usePracticeToday())
  const first = useFreeWeekFrom(thisWeek)
  const [turned, setTurned] = useState<string>()
  const week = turned ?? (held ? mondayOf(toPracticeDay(held.startsAt)) : first.data)
  if (first.isPaused && !week) return offline
  if (first.error && !week) return <Failure error={first.error} retry={() => void first.refetch()} />
  if (first.data === null && !week) return nothingFree
  if (!week) return <Waiting />
  return <Week week={week} firstWeek={thisWeek} turnTo={setTurned} slotHold={slotHold} />
}

interface WeekFallbackProps {
  readonly isPaused: boolean
  readonly error: Error | null
  readonly retry: () => void
}

function WeekFallback({ isPaused, error, retry }: WeekFallbackProps) {
  if (isPaused) return offline
  return error ? <Failure error={error} retry={retry} /> : <Waiting />
}

interface WeekProps {
  readonly week: string
  readonly firstWeek: string
  readonly turnTo: (week: string) => void
  readonly slotHold: ReturnType<typeof useSlotHold>
}

function useOwnSlot() {
  const held = useHeldSlot()
  const isOver = useSecondsLeft(held?.endsAtMs ?? 0) === 0
  return { own: held?.startsAt, running: isOver ? undefined : held?.startsAt }
}

/** On a phone the new bar covers the pressed hour; on wide screens the card may be below the window. */
function usePickInSight(picked: string | undefined): void {
  useEffect(() => {
    if (!picked) return
    for (const shown of [`[data-slot="${picked}"]`, '.slot-panel'])
      document.querySelector(shown)?.scrollIntoView({ block: 'nearest' })
  }, [picked])
}

function Week({ week, firstWeek, turnTo, slotHold }: WeekProps) {
  const { own, running } = useOwnSlot()
  usePickInSight(running === slotHold.asked ? running : undefined)
  const { data, error, isPaused, refetch } = useSlotWeek(week)
  const isEmpty = data !== undefined && data.days.every(({ slots }) => slots.length === 0)
  const free = useFreeWeekFrom(addDays(week, 7), isEmpty && addDays(week, 7) <= data.bookable.to)
  const nextFree = useFirstFreeSlot(isEmpty ? free.data : undefined)
  const days = data && withOwnSlots(data.days, own, slotHold.taken)
  return (
    <SlotWeekView
      week={week}
      days={days}
      isFirst={week <= (data ? mondayOf(data.bookable.from) : firstWeek)}
      isLast={data !== undefined && addDays(week, 7) > data.bookable.to}
      turnTo={turnTo}
      nextFree={nextFree}
      own={own}
      pressed={slotHold.isPending ? slotHold.asked : running}
      isHolding={slotHold.isPending}
      onPick={slotHold.hold}
      instead={<WeekFallback isPaused={isPaused} error={error} retry={() => void refetch()} />}
    />
  )
}

function Folded({ unfold }: { readonly unfold: () => void }) {
  const held = useHeldSlot()
  return (
    <div className="slot-folded">
      {held && <p>{formatShortSlot(held.startsAt)}</p>}
      <Button variant="secondary" size="small" onClick={unfold}>
        Cambiar la hora
      </Button>
    </div>
  )
}

export function SlotPicker({ pay, goOn, onLater, unfold, amountCents = saleCents }: SlotPickerProps) {
  const slotHold = useSlotHold()
  return (
    <div className="slot-layout" data-is-wide={pay !== undefined}>
      <div className="slot-picker">
        {unfold ? (
          <Folded unfold={unfold} />
        ) : (
          <>
            <p className="slot-zone">
              {`${durationMinutes} minutos por videollamada. `}
              <Zone />
            </p>
            <Hours slotHold={slotHold} />
          </>
        )}
        {onLater && (
          <Button variant="plain" className="slot-later" onClick={onLater}>
            Prefiero elegir después
          </Button>
        )}
      </div>
      <aside className="slot-side" aria-label="Tu hora">
        <SlotAnnouncer />
        <HeldSlotPanel slotHold={slotHold} pay={pay} goOn={unfold ? undefined : goOn} amountCents={amountCents} />
        <SlotRules amountCents={amountCents} />
      </aside>
    </div>
  )
}
