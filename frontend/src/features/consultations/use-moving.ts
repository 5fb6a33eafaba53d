import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { Consultation } from '#contract/consultation'
import { addDays, instantToWallTime } from '#contract/calendar-days'
import { type MinuteSpan, toMinutes } from './agenda-layout.ts'

const HOUR_PIXELS = 54

export const toPixels = (minutes: number): number => (minutes * HOUR_PIXELS) / 60

export interface MovingConsultation {
  readonly consultation: Consultation
  readonly day: string
  readonly minutes: number
}

interface Grid {
  readonly root: RefObject<HTMLElement | null>
  readonly days: readonly string[]
  readonly shown: MinuteSpan
  readonly drop: (moving: MovingConsultation) => void
}

/** Pointer movement in pixels that still counts as a click. */
const CLICK_PIXELS = 6
const QUARTER = 15
const HALF_HOUR = 30

const startOf = (consultation: Consultation): MovingConsultation => {
  const { day, time } = instantToWallTime(consultation.startsAt)
  return { consultation, day, minutes: toMinutes(time) }
}

const isElsewhere = (moving: MovingConsultation): boolean => {
  const { day, minutes } = startOf(moving.consultation)
  return day !== moving.day || minutes !== moving.minutes
}

const steps: Readonly<Record<string, { readonly days: number; readonly minutes: number }>> = {
  ArrowLeft: { days: -1, minutes: 0 },
  ArrowRight: { days: 1, minutes: 0 },
  ArrowUp: { days: 0, minutes: -HALF_HOUR },
  ArrowDown: { days: 0, minutes: HALF_HOUR },
}

/** By mouse or pen, by keys, or by choosing a free hour; touch scrolls instead. */
export function useMoving({ root, days, shown, drop }: Grid) {
  const [moving, setMoving] = useState<MovingConsultation>()
  const press = useRef<{ readonly at: MovingConsultation; readonly x: number; readonly y: number; isMoving: boolean }>(
    undefined,
  )
  const hasJustDropped = useRef(false)

  const within = (at: MovingConsultation): MovingConsultation => ({
    ...at,
    minutes: Math.min(Math.max(at.minutes, shown.from), shown.to - at.consultation.durationMinutes),
  })
  const finish = (at: MovingConsultation) => {
    setMoving(undefined)
    if (isElsewhere(at)) drop(at)
  }
  const dayAt = (x: number): string | undefined =>
    [...(root.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])].find((column) => {
      const { left, right } = column.getBoundingClientRect()
      return left <= x && x < right
    })?.dataset['column']

  const forgetPress = () => {
    // A move by keys continues.
    if (press.current?.isMoving) setMoving(undefined)
    press.current = undefined
  }

  const pointer = (consultation: Consultation) => ({
    onPointerDown: ({ button, pointerType, pointerId, currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
      hasJustDropped.current = false
      if (button !== 0 || pointerType === 'touch') return
      // The first move of a quick drag from the edge is outside the element.
      currentTarget.setPointerCapture(pointerId)
      press.current = { at: startOf(consultation), x: clientX, y: clientY, isMoving: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const pressed = press.current
      if (!pressed) return
      // The release was not reported, for example over the browser's context menu.
      if (event.buttons === 0) return forgetPress()
      const [right, down] = [event.clientX - pressed.x, event.clientY - pressed.y]
      if (!pressed.isMoving && Math.hypot(right, down) < CLICK_PIXELS) return
      pressed.isMoving = true
      const quarters = Math.round((down / HOUR_PIXELS) * (60 / QUARTER))
      const { at } = pressed
      setMoving(within({ ...at, day: dayAt(event.clientX) ?? at.day, minutes: at.minutes + quarters * QUARTER }))
    },
    onPointerUp: () => {
      const wasMoving = press.current?.isMoving ?? false
      press.current = undefined
      hasJustDropped.current = wasMoving
      if (wasMoving && moving) finish(moving)
    },
    onPointerCancel: forgetPress,
  })

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!moving) return false
    const step = steps[event.key]
    if (event.key === 'Escape') {
      press.current = undefined
      setMoving(undefined)
    } else if (event.key === 'Enter') finish(moving)
    else if (step) {
      const day = addDays(moving.day, step.days)
      const minutes = event.shiftKey ? Math.sign(step.minutes) * QUARTER : step.minutes
      setMoving(within({ ...moving, day: days.includes(day) ? day : moving.day, minutes: moving.minutes + minutes }))
    } else return false
    event.preventDefault()
    return true
  }

  return {
    moving,
    pointer,
    onKeyDown,
    begin: (consultation: Consultation) => setMoving(startOf(consultation)),
    dropAt: (day: string, minutes: number) => moving && finish({ ...moving, day, minutes }),
    isEndOfDrag: () => hasJustDropped.current,
  }
}
export type Moving = ReturnType<typeof useMoving>
