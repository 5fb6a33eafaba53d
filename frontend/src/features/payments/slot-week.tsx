import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { addDays, mondayOf, toPracticeDay } from '#contract/calendar-days'
import { Button } from '../../ui/button.tsx'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import { type DayPart, dayParts, partOf, type SlotDay } from './slot-hours.ts'
import { formatDayHeading, formatShortSlot, formatSlotWeek, toDayParts } from './slot-times.ts'
import { formatViewerTime, getViewerZoneName } from '../../ui/viewer-time.ts'
import { useSlotKeys, useWeekKeys } from './use-slot-keys.ts'
import './slot-week.css'

const stateTexts = { free: '', full: 'Completo', closed: 'Cerrado', unavailable: 'Sin horas' } as const
const stateSentences = {
  free: '',
  full: 'Ese día está completo.',
  closed: 'Ese día la consulta está cerrada.',
  unavailable: 'Ese día no se puede reservar.',
} as const

interface WeekNavigationProps {
  readonly week: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly turnTo: (week: string) => void
}

const WeekNavigation = ({ week, isFirst, isLast, turnTo }: WeekNavigationProps) => (
  <div className="slot-turn">
    <Button
      variant="secondary"
      aria-label="Semana anterior"
      disabled={isFirst}
      onClick={() => turnTo(addDays(week, -7))}
    >
      <ChevronLeft size={22} aria-hidden="true" />
    </Button>
    <h3 aria-live="polite">{formatSlotWeek(week)}</h3>
    <Button
      variant="secondary"
      aria-label="Semana siguiente"
      disabled={isLast}
      onClick={() => turnTo(addDays(week, 7))}
    >
      <ChevronRight size={22} aria-hidden="true" />
    </Button>
  </div>
)

interface DayStripProps {
  readonly days: readonly SlotDay[]
  readonly selected: string
  readonly select: (day: string) => void
}

function DayStrip({ days, selected, select }: DayStripProps) {
  const strip = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const at = days.findIndex(({ day }) => day === selected)
    const index = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: days.length - 1 }[event.key]
    const target = index !== undefined && days[index]
    if (!target) return
    event.preventDefault()
    select(target.day)
    strip.current?.querySelectorAll('button')[index]?.focus()
  }
  return (
    <div ref={strip} className="slot-days" role="group" aria-label="Día">
      {days.map(({ day, slots, state }) => {
        const { weekday, number } = toDayParts(day)
        return (
          <button
            key={day}
            type="button"
            data-state={state}
            aria-pressed={day === selected}
            aria-label={`${weekday} ${number}, ${slots.length > 0 ? toCount(slots) : stateTexts[state].toLowerCase()}`}
            tabIndex={day === selected ? 0 : -1}
            onClick={() => select(day)}
            onKeyDown={onKeyDown}
          >
            <span>{weekday}</span> <strong>{number}</strong>
          </button>
        )
      })}
    </div>
  )
}

const toCount = ({ length }: SlotDay['slots']): string => (length === 1 ? '1 libre' : `${length} libres`)

interface HoursProps {
  readonly days: readonly SlotDay[]
  readonly selected: string
  readonly own: string | undefined
  readonly pressed: string | undefined
  readonly isHolding: boolean
  readonly onPick: (startsAt: string) => void
}

type OnKeyDown = (event: KeyboardEvent) => void

interface HourProps extends Pick<HoursProps, 'onPick'> {
  readonly onKeyDown: OnKeyDown
  readonly startsAt: string
  readonly isOwn: boolean
  readonly isPressed: boolean
  readonly isHolding: boolean
  readonly isTabStop: boolean
}

const Hour = ({ startsAt, isOwn, isPressed, isHolding, isTabStop, onPick, onKeyDown }: HourProps) => {
  const own = formatViewerTime(startsAt)
  return (
    <button
      type="button"
      className="slot-hour"
      data-slot={startsAt}
      data-is-own={isOwn}
      aria-pressed={isPressed}
      aria-busy={isHolding}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => onPick(startsAt)}
      onKeyDown={onKeyDown}
    >
      {formatTime(startsAt)}
      <span className="visually-hidden">{`, ${formatWeekdayDate(startsAt)}${own ? ', hora de Madrid; ' : ''}`}</span>
      {own && <small>{own}</small>}
      {own && <span className="visually-hidden">{`, ${getViewerZoneName()}`}</span>}
    </button>
  )
}

interface PartProps extends HoursProps {
  readonly part: DayPart
  readonly tabStop: string | undefined
  readonly isFirstPart: boolean
  readonly onKeyDown: OnKeyDown
}

const Part = ({
  days,
  part,
  selected,
  own,
  pressed,
  isHolding,
  onPick,
  tabStop,
  isFirstPart,
  onKeyDown,
}: PartProps) => (
  <div
    className="slot-part"
    role="group"
    aria-label={part}
    data-is-empty={days.every(({ day, slots }) => day !== selected || !slots.some((slot) => partOf(slot) === part))}
  >
    <h4>{part}</h4>
    <div className="slot-columns">
      {days.map(({ day, slots, state }) => (
        <div key={day} className="slot-column" data-is-selected={day === selected} data-state={state}>
          {isFirstPart && slots.length === 0 && <p>{stateTexts[state]}</p>}
          {slots
            .filter((slot) => partOf(slot) === part)
            .map((slot) => (
              <Hour
                key={slot}
                startsAt={slot}
                isOwn={slot === own}
                isPressed={slot === pressed}
                isHolding={isHolding && slot === pressed}
                isTabStop={slot === tabStop}
                onPick={onPick}
                onKeyDown={onKeyDown}
              />
            ))}
        </div>
      ))}
    </div>
  </div>
)

function Hours(props: HoursProps & { readonly select: (day: string) => void }) {
  const { days, selected, pressed, select } = props
  const { hours, tabStop, onKeyDown } = useSlotKeys(days, { selected, pressed, select })
  const shown = dayParts.filter((part) => days.some(({ slots }) => slots.some((slot) => partOf(slot) === part)))
  return (
    <div ref={hours} className="slot-hours" role="group" aria-label="Hora">
      {shown.map((part, index) => (
        <Part key={part} {...props} part={part} tabStop={tabStop} isFirstPart={index === 0} onKeyDown={onKeyDown} />
      ))}
    </div>
  )
}

const DayTitle = ({ day: { day, slots, state } }: { readonly day: SlotDay }) => (
  <div className="slot-day-title">
    <h3>{formatDayHeading(day)}</h3>
    {slots.length > 0 ? <p>{toCount(slots)}</p> : <p className="slot-day-state">{stateSentences[state]}</p>}
  </div>
)

interface EmptyWeekProps extends Pick<SlotWeekViewProps, 'nextFree' | 'turnTo' | 'onPick' | 'isHolding'> {}

const EmptyWeek = ({ nextFree, turnTo, onPick, isHolding }: EmptyWeekProps) => (
  <div className="slot-message">
    <p role="status">
      <strong>Esta semana no queda nada.</strong>
      {nextFree &&
        ` La primera hora libre es el ${formatWeekdayDate(nextFree)}, a las ${formatTime(nextFree)} (hora de Madrid).`}
    </p>
    {nextFree && (
      <>
        <p className="slot-message-note">
          Cuando la tengas pagada, en tu panel puedes pedir que te avisemos si queda libre un hueco antes.
        </p>
        <div className="slot-message-actions">
          <Button
            busy={isHolding}
            busyText="Guardando la hora..."
            onClick={() => {
              onPick(nextFree)
              turnTo(mondayOf(toPracticeDay(nextFree)))
            }}
          >
            {`Elegir el ${formatShortSlot(nextFree).toLowerCase()}`}
          </Button>
          <Button variant="secondary" onClick={() => turnTo(mondayOf(toPracticeDay(nextFree)))}>
            Ver esa semana
          </Button>
        </div>
      </>
    )}
  </div>
)

interface SlotWeekViewProps extends WeekNavigationProps {
  readonly days: readonly SlotDay[] | undefined
  readonly nextFree: string | undefined
  readonly own: string | undefined
  readonly pressed: string | undefined
  readonly isHolding: boolean
  readonly onPick: (startsAt: string) => void
  readonly instead: ReactNode
}

function findSelectedDay(days: readonly SlotDay[], chosen: string | undefined, pressed: string | undefined) {
  const own = pressed && toPracticeDay(pressed)
  const firstFree = days.find(({ slots }) => slots.length > 0)
  return days.find(({ day }) => day === chosen) ?? days.find(({ day }) => day === own) ?? firstFree ?? days[0]
}

function DaysOfWeek({
  days,
  nextFree,
  turnTo,
  ...hours
}: Omit<SlotWeekViewProps, 'days'> & { readonly days: readonly SlotDay[] }) {
  const [chosen, select] = useState<string>()
  const selected = findSelectedDay(days, chosen, hours.pressed ?? hours.own)
  if (!selected) return null
  return (
    <div className="slot-card">
      <DayStrip days={days} selected={selected.day} select={select} />
      {days.some(({ slots }) => slots.length > 0) ? (
        <div className="slot-day">
          <DayTitle day={selected} />
          <Hours {...hours} days={days} selected={selected.day} select={select} />
        </div>
      ) : (
        <EmptyWeek nextFree={nextFree} turnTo={turnTo} onPick={hours.onPick} isHolding={hours.isHolding} />
      )}
    </div>
  )
}

export function SlotWeekView(props: SlotWeekViewProps) {
  const { days, instead, week, isFirst, isLast, turnTo } = props
  const { root, onKeyDown } = useWeekKeys(props)
  // A closed Sunday gets no column.
  const isSundayShown = days?.at(-1)?.state !== 'closed'
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- for keys of the buttons within
    <div className="slot-week" data-has-sunday={isSundayShown} ref={root} onKeyDown={onKeyDown}>
      <WeekNavigation week={week} isFirst={isFirst} isLast={isLast} turnTo={turnTo} />
      {days ? <DaysOfWeek key={week} {...props} days={days} /> : instead}
    </div>
  )
}
