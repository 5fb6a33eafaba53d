import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { addDays, toPracticeDay } from '#contract/calendar-days'
import type { SlotDay } from './slot-hours.ts'

interface SlotKeysSetup {
  readonly selected: string
  readonly pressed: string | undefined
  readonly select: (day: string) => void
}

/** Hours per row in the view of one day, as in slot-week.css. */
const HOURS_IN_ROW = 3

const arrows: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const ends: Readonly<Record<string, number>> = { Home: 0, End: -1 }

export function useSlotKeys(days: readonly SlotDay[], { selected, pressed, select }: SlotKeysSetup) {
  const hours = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string>()
  const ofDay = (day: string) => days.find((each) => each.day === day)?.slots ?? []
  const stops = [focused, pressed].filter((slot) => slot !== undefined && ofDay(selected).includes(slot))
  const tabStop = stops[0] ?? ofDay(selected)[0] ?? days.flatMap(({ slots }) => slots)[0]

  const findButton = (slot: string) => hours.current?.querySelector<HTMLElement>(`[data-slot="${slot}"]`)
  const isInColumns = (): boolean => {
    const columns = hours.current?.querySelectorAll('.slot-column') ?? []
    return [...columns].filter((column) => getComputedStyle(column).display !== 'none').length > 2
  }

  const follow = (from: string, arrow: Arrow) =>
    isInColumns() ? findInColumns(days, from, arrow) : findInRows(ofDay(selected), from, arrow)

  const onKeyDown = (event: KeyboardEvent) => {
    const from = (event.target as HTMLElement).dataset['slot']
    const end = ends[event.key]
    const arrow = arrows[event.key]
    if (!from || (!arrow && end === undefined)) return
    event.preventDefault()
    const target = arrow ? follow(from, arrow) : ofDay(toPracticeDay(from)).at(end ?? 0)
    if (!target) return
    setFocused(target)
    select(toPracticeDay(target))
    findButton(target)?.focus()
  }
  return { hours, tabStop, onKeyDown }
}

type Arrow = readonly [across: number, down: number]

function findInRows(slots: readonly string[], from: string, [across, down]: Arrow): string | undefined {
  return slots[slots.indexOf(from) + across + down * HOURS_IN_ROW]
}

const clock = (slot: string): number => Date.parse(slot) % 86_400_000

function findInColumns(days: readonly SlotDay[], from: string, [across, down]: Arrow): string | undefined {
  const free = days.filter(({ slots }) => slots.length > 0)
  const column = free.findIndex(({ slots }) => slots.includes(from))
  const slots = free[column]?.slots ?? []
  if (across === 0) return slots[slots.indexOf(from) + down]
  return free[column + across]?.slots.toSorted(
    (a, b) => Math.abs(clock(a) - clock(from)) - Math.abs(clock(b) - clock(from)),
  )[0]
}

const pages: Readonly<Record<string, number>> = { PageUp: -7, PageDown: 7 }

interface WeekKeysSetup {
  readonly week: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly turnTo: (week: string) => void
}

export function useWeekKeys({ week, isFirst, isLast, turnTo }: WeekKeysSetup) {
  const root = useRef<HTMLDivElement>(null)
  const isTurned = useRef(false)
  useLayoutEffect(() => {
    const target =
      isTurned.current && root.current?.querySelector<HTMLElement>('.slot-hours [tabindex="0"], .slot-message button')
    if (!target) return
    isTurned.current = false
    target.focus()
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const days = pages[event.key]
    if (!days || !(event.target as HTMLElement).closest('.slot-days, .slot-hours, .slot-message')) return
    event.preventDefault()
    if (days < 0 ? isFirst : isLast) return
    isTurned.current = true
    turnTo(addDays(week, days))
  }
  return { root, onKeyDown }
}
