import { toAuthError, type AuthErrorCode } from '../../api/auth-error.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { ApiError, ApiUnreachableError } from '../../api/api-error.ts'

const invalidLink = 'El enlace de recuperación no es válido o ha expirado.'

const texts: Partial<Record<AuthErrorCode, string>> = {
  'code-expired': invalidLink,
  'code-wrong': invalidLink,
  'challenge-expired': invalidLink,
  'password-weak': 'La contraseña no cumple los requisitos.',
  'too-many-attempts': 'Demasiados intentos. Espera un momento antes de intentar de nuevo.',
  // Cognito counts an hour, and wrong codes of anybody.
  'codes-exhausted':
    'Demasiados intentos con los enlaces de tu correo, quizá de otra persona. Espera una hora y pide otro enlace o, si recuerdas tu contraseña, entra ahora con un enlace que te enviamos al correo.',
  unreachable: 'No hay conexión con el servidor. Comprueba tu conexión e inténtalo de nuevo.',
}

export const toNewPasswordErrorMessage = (error: unknown): string =>
  error instanceof ApiError || error instanceof ApiUnreachableError
    ? toErrorMessage(error)
    : (texts[toAuthError(error).code] ?? 'Ocurrió un error inesperado.')
