import { refusalText } from '../ui/refusal-text.ts'
import { Refused, Unreachable } from './refused.ts'

/** The sentence a person reads for whatever a call threw. */
export function errorText(error: unknown, otherwise = 'Ha ocurrido un error inesperado'): string {
  if (error instanceof Refused) return refusalText[error.code]
  return error instanceof Unreachable ? error.message : otherwise
}
