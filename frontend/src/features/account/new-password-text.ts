import { authProblem, type AuthProblemCode } from '../../api/auth-problem.ts'

const invalidLink = 'El enlace de recuperación no es válido o ha expirado.'

const texts: Partial<Record<AuthProblemCode, string>> = {
  'code-expired': invalidLink,
  'code-wrong': invalidLink,
  credentials: 'La contraseña actual no es correcta.',
  'challenge-expired': invalidLink,
  'password-weak': 'La contraseña no cumple los requisitos.',
  'too-many-attempts': 'Demasiados intentos. Espera un momento antes de intentar de nuevo.',
  unreachable: 'No hay conexión con el servidor. Comprueba tu conexión e inténtalo de nuevo.',
}

/** Why a new password was not set. */
export const newPasswordText = (error: unknown): string =>
  texts[authProblem(error).code] ?? 'Ocurrió un error inesperado.'
