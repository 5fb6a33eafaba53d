import { addDays, mondayOf, toViewerWallTime, weekdayOf } from '#contract/calendar-days'
import type { TakenDose } from '#contract/own-supplements'
import { weekdayNames } from '../../ui/calendar-month.ts'
import { formatInteger } from '../../ui/format.ts'
import { useCurrentMinute } from '../../ui/use-current-minute.ts'
import { hasDoseTimePassed, type ShownDose } from './due-doses.ts'
import './week-of-doses.css'

interface WeekProps {
  readonly dosesOn: (day: string) => readonly ShownDose[]
  readonly day: string
  readonly today: string
  readonly isTicked: (dose: TakenDose) => boolean
}

type DayShare = 'all' | 'part' | 'none' | 'free' | 'today' | 'coming'

const shareWords: Readonly<Record<Exclude<DayShare, 'today'>, string>> = {
  all: 'todo tomado',
  part: 'una parte',
  none: 'sin marcar',
  free: 'nada que tomar',
  coming: 'por venir',
}
const initials = ['L', 'M', 'X', 'J', 'V', 'S', 'D'] as const

function listDays({ dosesOn, day, today, isTicked }: WeekProps) {
  const monday = mondayOf(day)
  return initials.map((initial, index) => {
    const each = addDays(monday, index)
    const due = dosesOn(each)
    const taken = due.filter((dose) => isTicked(dose)).length
    return { initial, day: each, due: due.length, taken, share: toShare({ day: each, due: due.length, taken, today }) }
  })
}

interface CountedDay {
  readonly day: string
  readonly due: number
  readonly taken: number
  readonly today: string
}

function toShare({ day, due, taken, today }: CountedDay): DayShare {
  if (day > today) return 'coming'
  if (due === 0) return 'free'
  if (taken === due) return 'all'
  if (day === today) return 'today'
  return taken > 0 ? 'part' : 'none'
}

export function WeekVilli(props: WeekProps) {
  const days = listDays(props)
  const words = days.map(({ day, share, due, taken }) => {
    const said = share === 'today' ? `${taken} de ${due}` : shareWords[share]
    return `${weekdayNames[weekdayOf(day)]?.long}, ${said}`
  })
  return (
    <div className="dose-week" role="img" aria-label={`La semana: ${words.join('; ')}.`}>
      {days.map(({ day, initial, share, due, taken }) => (
        <div key={day} className={day === props.today ? 'week-day week-day-today' : 'week-day'}>
          <span
            className={`week-villus week-villus-${share}`}
            data-quarters={share === 'coming' || due === 0 ? 0 : Math.round((taken * 4) / due)}
          >
            <span className="week-cap" />
          </span>
          <span>{initial}</span>
        </div>
      ))}
    </div>
  )
}

/** Counts doses due by now, and doses taken early. */
export function WeekCount(props: WeekProps) {
  const { day, today, dosesOn, isTicked } = props
  const now = toViewerWallTime(useCurrentMinute())
  const all = listDays(props).flatMap((each) => dosesOn(each.day))
  const counted = all.filter((dose) => isTicked(dose) || hasDoseTimePassed(dose, now))
  const taken = counted.filter((dose) => isTicked(dose)).length
  if (counted.length === 0) return null
  return (
    <p className="today-week">
      {mondayOf(day) === mondayOf(today) ? 'Esta semana' : 'Esa semana'},{' '}
      <strong>
        {formatInteger(taken)} de {formatInteger(counted.length)}
      </strong>{' '}
      {counted.length === 1 ? 'toma' : 'tomas'}
      {counted.length < all.length && ' hasta ahora'}
    </p>
  )
}
