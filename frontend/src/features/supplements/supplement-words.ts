import type { SupplementStatus } from '#contract/supplements'

/** What a person reads for the state of a supplement. */
export const statusText: Record<SupplementStatus, string> = {
  active: 'Activo',
  completed: 'Completado',
  paused: 'Pausado',
  discontinued: 'Descontinuado',
}

/** How much of a day is still to be taken, in a sentence. */
export function leftText(left: number): string {
  if (left === 0) return 'Todo tomado. ¡Bien hecho!'
  return left === 1 ? 'Te queda 1 toma.' : `Te quedan ${left} tomas.`
}
