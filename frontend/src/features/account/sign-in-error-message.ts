import { toAuthError, type AuthErrorCode } from '../../api/auth-error.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { ApiError, ApiUnreachableError, serverBusyText } from '../../api/api-error.ts'

const credentialsText = 'Error de autenticación – Credenciales inválidas'
export const emailUnconfirmedText =
  'Email no verificado – Debes verificar tu email antes de iniciar sesión. Revisa tu bandeja de entrada.'
export const tooManyAttemptsText = 'Demasiados intentos. Espera un momento antes de intentar de nuevo.'
const unreachableText = 'No hay conexión con el servidor. Comprueba tu conexión e inténtalo de nuevo.'
const challengeText = 'La verificación ha caducado. Vuelve a introducir tu correo y tu contraseña.'

const passwordStep: Partial<Record<AuthErrorCode, string>> = {
  credentials: credentialsText,
  unconfirmed: emailUnconfirmedText,
  'too-many-attempts': tooManyAttemptsText,
  unreachable: unreachableText,
  busy: serverBusyText,
}

const codeStep: Partial<Record<AuthErrorCode, string>> = {
  credentials: challengeText,
  'challenge-expired': challengeText,
  'code-wrong': 'Código inválido',
  'code-used': 'Ese código ya se ha usado. Espera a que tu aplicación muestre el siguiente e introdúcelo.',
  'code-expired': 'Ese código ha caducado. Introduce el que muestra ahora tu aplicación.',
  'password-weak': 'La contraseña no cumple los requisitos.',
  'too-many-attempts': tooManyAttemptsText,
  unreachable: unreachableText,
  busy: serverBusyText,
}

export function toSignInErrorMessage(error: unknown): string {
  return passwordStep[toAuthError(error).code] ?? 'Error al iniciar sesión'
}

function ownText(error: unknown): string | undefined {
  const chosen = error instanceof ApiError ? error.problems['newPassword']?.[0] : undefined
  if (chosen) return chosen
  if (error instanceof ApiError && ['code-invalid', 'invalid-input'].includes(error.code)) return 'Código inválido'
  return error instanceof ApiError || error instanceof ApiUnreachableError ? toErrorMessage(error) : undefined
}

/**
 * `startAgain`: the password has to be entered again. A challenge that ended after too many wrong codes (`exhausted`)
 * has not expired.
 */
export function toSignInSecondStepProblem(
  error: unknown,
  exhausted = false,
): { readonly text: string; readonly startAgain: boolean } {
  const own = ownText(error)
  if (own) return { text: own, startAgain: false }
  const { code } = toAuthError(error)
  const startAgain = code === 'challenge-expired' || code === 'credentials'
  return { text: startAgain && exhausted ? tooManyAttemptsText : (codeStep[code] ?? 'Código inválido'), startAgain }
}
