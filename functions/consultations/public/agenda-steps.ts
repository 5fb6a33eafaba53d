import { AGENDA_STEP_MINUTES } from '#contract/consultation-types'

export interface TimeSlot {
  readonly startsAt: string
  readonly durationMinutes: number
}

export interface PausedTimeSlot extends TimeSlot {
  /** @default 0 */
  readonly pauseMinutes?: number | undefined
}

const STEP_MS = AGENDA_STEP_MINUTES * 60_000

export function listSlotAgendaSteps({ startsAt, durationMinutes }: TimeSlot): string[] {
  const from = Date.parse(startsAt)
  const steps = Math.ceil(durationMinutes / AGENDA_STEP_MINUTES)
  return Array.from({ length: steps }, (_, step) => new Date(from + step * STEP_MS).toISOString())
}

export const listPauseAgendaSteps = ({ startsAt, durationMinutes, pauseMinutes = 0 }: PausedTimeSlot): string[] =>
  listSlotAgendaSteps({
    startsAt: new Date(Date.parse(startsAt) + Math.ceil(durationMinutes / AGENDA_STEP_MINUTES) * STEP_MS).toISOString(),
    durationMinutes: pauseMinutes,
  })
