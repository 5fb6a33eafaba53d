import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { addDays, createDayFormatter, mondayOf, toPracticeDay } from '#contract/calendar-days'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { formatDayTitle } from '../../ui/calendar-month.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { CardLoadError } from '../../ui/panel.tsx'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { FreeHourButton } from './free-hour-button.tsx'
import './free-hours.css'
import './turn-button.css'

const shortDay = createDayFormatter({ day: 'numeric', month: 'short' })

interface FreeWeekProps {
  readonly picked?: readonly string[]
  readonly isFull?: boolean
  readonly pick: (slot: string) => void
}

export function FreeWeek({ picked = [], isFull = false, pick }: FreeWeekProps) {
  const thisWeek = mondayOf(usePracticeToday())
  const [turned, setTurned] = useState<string>()
  const week = turned ?? (picked[0] ? mondayOf(toPracticeDay(picked[0])) : thisWeek)
  const { data, error, refetch } = useQuery(
    endpointQueryOptions(apiContract.freeSlots.listFreeSlots, { query: { type: 'primera_consulta', week } }),
  )
  return (
    <>
      <WeekTurner week={week} isFirst={week <= thisWeek} last={data?.bookable.to} turnTo={setTurned} />
      {data ? (
        <DaysOfWeek days={data.days} picked={picked} isFull={isFull} pick={pick} />
      ) : (
        <NoDays error={error} retry={() => void refetch()} />
      )}
    </>
  )
}

interface WeekTurnerProps {
  readonly week: string
  readonly isFirst: boolean
  readonly last: string | undefined
  readonly turnTo: (week: string) => void
}

const WeekTurner = ({ week, isFirst, last, turnTo }: WeekTurnerProps) => (
  <div className="pick-turn">
    <IconButton
      label="Semana anterior"
      className="turn-button"
      disabled={isFirst}
      onClick={() => turnTo(addDays(week, -7))}
    >
      <ChevronLeft aria-hidden="true" />
    </IconButton>
    <p aria-live="polite">
      {shortDay(week)} – {shortDay(addDays(week, 6))}
    </p>
    <IconButton
      label="Semana siguiente"
      className="turn-button"
      disabled={last !== undefined && addDays(week, 7) > last}
      onClick={() => turnTo(addDays(week, 7))}
    >
      <ChevronRight aria-hidden="true" />
    </IconButton>
  </div>
)

interface DaysOfWeekProps extends Required<FreeWeekProps> {
  readonly days: readonly { readonly day: string; readonly slots: readonly string[] }[]
}

function DaysOfWeek({ days, picked, isFull, pick }: DaysOfWeekProps) {
  const free = days.filter(({ slots }) => slots.length > 0)
  if (free.length === 0) return <p role="status">Esta semana no queda ninguna hora libre.</p>
  return free.map(({ day, slots }) => (
    <section key={day} className="pick-day" aria-label={formatDayTitle(day)}>
      <h3>{formatDayTitle(day)}</h3>
      <div className="free-hours">
        {slots.map((slot) => (
          <FreeHourButton
            key={slot}
            startsAt={slot}
            isPicked={picked.includes(slot)}
            disabled={isFull && !picked.includes(slot)}
            pick={() => pick(slot)}
          />
        ))}
      </div>
    </section>
  ))
}

interface NoDaysProps {
  readonly error: Error | null
  readonly retry: () => void
}

const NoDays = ({ error, retry }: NoDaysProps) =>
  error ? <CardLoadError text={toErrorMessage(error)} retry={retry} /> : <p role="status">Buscando horas libres...</p>
