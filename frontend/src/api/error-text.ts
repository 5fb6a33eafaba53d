import { refusalText } from '../ui/refusal-text.ts'
import { ApiError, UnreachableError } from './api-error.ts'

export function errorText(error: unknown, otherwise = 'Ha ocurrido un error inesperado'): string {
  if (error instanceof ApiError) return refusalText[error.code]
  return error instanceof UnreachableError ? error.message : otherwise
}
