import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { addDays } from '#contract/calendar-days'
import type { MinuteSpan } from './agenda-layout.ts'

interface Place {
  readonly day: string
  readonly minutes: number
}

interface Grid {
  readonly root: RefObject<HTMLElement | null>
  readonly days: readonly string[]
  readonly shown: MinuteSpan
  readonly showDay: (day: string) => void
}

const HALF_HOUR = 30

interface From {
  readonly day: string
  readonly begins: number
  readonly ends: number
}

function findNextPlace(
  key: string,
  { day, begins, ends }: From,
  { days, shown }: Pick<Grid, 'days' | 'shown'>,
): Place | undefined {
  const [first = day, last = day] = [days[0], days.at(-1)]
  const isWeek = first !== last
  const places: Readonly<Record<string, Place>> = {
    ArrowLeft: { day: addDays(day, -1), minutes: begins },
    ArrowRight: { day: addDays(day, 1), minutes: begins },
    ArrowUp: { day, minutes: Math.ceil(begins / HALF_HOUR) * HALF_HOUR - HALF_HOUR },
    ArrowDown: { day, minutes: Math.ceil(ends / HALF_HOUR) * HALF_HOUR },
    Home: isWeek ? { day: first, minutes: begins } : { day, minutes: shown.from },
    End: isWeek ? { day: last, minutes: begins } : { day, minutes: shown.to - HALF_HOUR },
    PageUp: { day: addDays(day, -7), minutes: begins },
    PageDown: { day: addDays(day, 7), minutes: begins },
  }
  return places[key]
}

function findAt(root: HTMLElement | null, { day, minutes }: Place): HTMLElement | undefined {
  const there = [...(root?.querySelectorAll<HTMLElement>(`[data-column="${day}"] [data-from]`) ?? [])]
  return there.find(({ dataset }) => Number(dataset['from']) <= minutes && minutes < Number(dataset['to']))
}

/**
 * Arrow keys move by days and half hours, also beyond the week; Home and End to the first and last day, or in the day
 * view to the first and last half hour; page keys by weeks. Exactly one free hour is in the tab order.
 */
export function useAgendaCursor({ root, days, shown, showDay }: Grid) {
  const [entry, setEntry] = useState<Place>()
  const ahead = useRef<Place>(undefined)
  // Before anything else happens: a key that comes while nothing has the focus is lost.
  useLayoutEffect(() => {
    const there = ahead.current && findAt(root.current, ahead.current)
    if (!there) return
    ahead.current = undefined
    there.focus()
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    const from = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-from]') : null
    const day = from?.closest<HTMLElement>('[data-column]')?.dataset['column']
    if (!from || !day) return
    const [begins, ends] = [Number(from.dataset['from']), Number(from.dataset['to'])]
    const next = findNextPlace(event.key, { day, begins, ends }, { days, shown })
    if (!next) return
    event.preventDefault()
    if (next.minutes < shown.from || next.minutes >= shown.to) return
    setEntry(next)
    if (days.includes(next.day)) return findAt(root.current, next)?.focus()
    ahead.current = next
    showDay(next.day)
  }
  return { entry, onKeyDown }
}
