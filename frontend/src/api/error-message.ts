import { ApiError, ApiUnreachableError } from './api-error.ts'

export function toErrorMessage(error: unknown, otherwise = 'Ha ocurrido un error inesperado'): string {
  if (error instanceof ApiError) return error.text
  return error instanceof ApiUnreachableError ? error.message : otherwise
}

export const toSwitchErrorMessage = (error: unknown): string =>
  (error instanceof ApiError && error.code === 'invalid-input' && Object.values(error.problems)[0]?.[0]) ||
  toErrorMessage(error)
