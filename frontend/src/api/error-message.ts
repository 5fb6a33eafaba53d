import { refusalMessages } from '../ui/refusal-messages.ts'
import { ApiError, ApiUnreachableError } from './api-error.ts'

export function toErrorMessage(error: unknown, otherwise = 'Ha ocurrido un error inesperado'): string {
  if (error instanceof ApiError) return refusalMessages[error.code]
  return error instanceof ApiUnreachableError ? error.message : otherwise
}
