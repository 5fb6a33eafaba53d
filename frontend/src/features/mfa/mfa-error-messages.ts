import type { RefusalCode } from '#contract/refusals'
import { toErrorMessage } from '../../api/error-message.ts'
import { ApiError, ApiUnreachableError } from '../../api/api-error.ts'

type Texts = Partial<Record<RefusalCode, string>>

const refusedAs = (error: unknown, texts: Texts): string | undefined =>
  error instanceof ApiError ? texts[error.code] : undefined

const signedOut: Texts = { 'not-signed-in': 'Usuario no autenticado', 'session-ended': 'Usuario no autenticado' }

export const toMfaEnrolErrorMessage = (error: unknown): string =>
  refusedAs(error, signedOut) ?? toErrorMessage(error, 'Error al configurar MFA')

const advice = [
  'Código de verificación incorrecto. Comprueba lo siguiente:',
  '• Sincroniza el reloj de tu dispositivo con la hora automática.',
  '• Usa el código más reciente que muestre la aplicación.',
  '• No reutilices un código que ya hayas introducido.',
  '• Actualiza tu aplicación de autenticación.',
].join('\n')

export const mfaConfirmRefusalTexts: Texts = {
  ...signedOut,
  'code-invalid': advice,
  'enrolment-expired': 'El desafío ha expirado. Vuelve atrás e inténtalo de nuevo con un código QR nuevo.',
}

export function toMfaConfirmErrorMessage(error: unknown): string {
  // Without any answer there was no challenge that could fail.
  if (error instanceof ApiUnreachableError && error.status === undefined) {
    return `Error al crear el desafío de verificación: ${error.message}`
  }
  if (error instanceof ApiUnreachableError) {
    return `Error de verificación: ${error.message} Si el problema persiste, desactiva y reactiva 2FA.`
  }
  return refusedAs(error, mfaConfirmRefusalTexts) ?? toErrorMessage(error, 'Código de verificación incorrecto')
}

export function toMfaProofErrorMessage(error: unknown): string {
  if (error instanceof ApiError) return toErrorMessage(error, 'Código incorrecto')
  return 'Error de verificación. Intenta de nuevo.'
}

const disableTexts: Texts = {
  'mfa-not-enrolled': 'No se encontró el factor MFA para desactivar',
  // The session has not proven the factor, or the proof expired before it was used.
  'mfa-required': 'Error al verificar MFA. Inténtalo de nuevo.',
  'proof-required': 'Error al verificar MFA. Inténtalo de nuevo.',
}

export const toMfaDisableErrorMessage = (error: unknown): string =>
  refusedAs(error, disableTexts) ?? toErrorMessage(error, 'Error al desactivar MFA')
