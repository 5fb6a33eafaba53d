import { AGENDA_STEP_MINUTES } from '#contract/consultation'

export interface TimeSlot {
  readonly startsAt: string
  readonly durationMinutes: number
}

const STEP_MS = AGENDA_STEP_MINUTES * 60_000

export function listSlotAgendaSteps({ startsAt, durationMinutes }: TimeSlot): string[] {
  const from = Date.parse(startsAt)
  const steps = Math.ceil(durationMinutes / AGENDA_STEP_MINUTES)
  return Array.from({ length: steps }, (_, step) => new Date(from + step * STEP_MS).toISOString())
}
