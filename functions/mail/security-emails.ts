import { createInstantFormatter } from '#contract/calendar-days'
import { PRODUCT_NAME } from '#contract/product'
import type { MailTemplateData } from '#data/mail'
import { formatEmailGreeting, type ComposedEmail } from './public/composed-email.ts'

type Security = Extract<
  MailTemplateData,
  {
    kind:
      | 'new-device'
      | 'password-changed'
      | 'mfa-changed'
      | 'recovery-code-used'
      | 'google-linked'
      | 'email-change-refused'
      | 'account-gone'
      | 'account-imported'
  }
>

const formatMoment = createInstantFormatter({ dateStyle: 'long', timeStyle: 'short' })
const when = (at: string): string => `${formatMoment(at)} (hora de Madrid)`

export function composeAccountSecurityEmail(content: Security, siteUrl: string): ComposedEmail {
  const greeting = formatEmailGreeting(content.name)
  const notMe = {
    action: { label: 'Cambiar mi contraseña', url: `${siteUrl}/reset-password?solicitar=1` },
    closing: 'Si has sido tú, no tienes que hacer nada.',
  }
  switch (content.kind) {
    case 'new-device':
      return {
        greeting,
        subject: `Nuevo inicio de sesión en ${PRODUCT_NAME}`,
        paragraphs: [
          `Se ha iniciado sesión en tu cuenta desde ${content.device} el ${when(content.at)}.`,
          'Si no has sido tú, cambia tu contraseña cuanto antes: así se cierran todas las sesiones.',
        ],
        ...notMe,
      }
    case 'password-changed':
      return {
        greeting,
        subject: `Tu contraseña de ${PRODUCT_NAME} ha cambiado`,
        paragraphs: [
          `Tu contraseña se cambió el ${when(content.at)} y hemos cerrado las demás sesiones.`,
          'Si no has sido tú, pide una contraseña nueva ahora mismo.',
        ],
        ...notMe,
      }
    case 'google-linked':
      return { greeting, ...googleLinked(content.at), ...notMe }
    case 'email-change-refused':
      return { greeting, ...emailChangeRefused(content.at), ...notMe }
    case 'account-gone':
      return { greeting, ...accountGone(content.guarded, siteUrl) }
    case 'account-imported':
      return { greeting, ...accountImported(content.guarded, siteUrl) }
    case 'mfa-changed':
      return { greeting, ...mfaChanged[content.change], ...notMe }
    case 'recovery-code-used':
      return {
        greeting,
        subject: 'Se ha usado un código de recuperación',
        paragraphs: [
          `Alguien ha usado uno de tus códigos de recuperación en lugar del código de la aplicación. ${formatCodesLeft(content.left)}`,
          'Si no has sido tú, cambia tu contraseña y genera códigos nuevos.',
        ],
        ...notMe,
      }
  }
}

const formatCodesLeft = (left: number): string => {
  if (left <= 0) return 'No te queda ninguno: genera códigos nuevos.'
  return left === 1 ? 'Te queda 1.' : `Te quedan ${left}.`
}

const googleLinked = (at: string) => ({
  subject: `Google da acceso a tu cuenta de ${PRODUCT_NAME}`,
  paragraphs: [
    `Tu cuenta de Google se vinculó a tu cuenta el ${when(at)}: también puedes entrar con ella.`,
    'Si no has sido tú, protege tu cuenta de Google, cambia tu contraseña y escríbenos.',
  ],
})

const emailChangeRefused = (at: string) => ({
  subject: `Han intentado cambiar el correo de tu cuenta de ${PRODUCT_NAME}`,
  paragraphs: [
    `El ${when(at)} alguien con una sesión de tu cuenta intentó cambiar su dirección de correo. No lo hemos permitido: tu correo sigue siendo este.`,
    'Si no has sido tú, cambia tu contraseña cuanto antes: así se cierran todas las sesiones.',
  ],
})

/** Deleting an account at Cognito is no request for erasure, and no other mail tells its owner. */
const accountGone = (guarded: boolean, siteUrl: string) => ({
  subject: `Se ha borrado tu acceso a ${PRODUCT_NAME}`,
  paragraphs: [
    'Alguien con una sesión de tu cuenta ha borrado tu usuario y tu contraseña. Tus datos, tus citas y tus pagos siguen con nosotros.',
    guarded
      ? 'Tu cuenta estaba protegida con la verificación en dos pasos, así que este correo no basta para devolverte el acceso: escríbenos y, cuando comprobemos que eres tú, te enviaremos una invitación.'
      : 'Para volver a entrar, elige una contraseña nueva: con este mismo correo recuperas todo tal como estaba.',
  ],
  action: guarded
    ? { label: 'Ir a la página', url: siteUrl }
    : { label: 'Elegir una contraseña nueva', url: `${siteUrl}/reset-password?solicitar=1` },
  closing: 'Si has sido tú y quieres que borremos también tus datos, escríbenos.',
})

/** Passwords and second factors cannot be imported into another user pool. */
const accountImported = (guarded: boolean, siteUrl: string) => ({
  subject: `Elige una contraseña nueva para ${PRODUCT_NAME}`,
  paragraphs: [
    'Por una avería hemos tenido que rehacer los accesos. Tus datos, tus citas y tus pagos siguen como estaban, pero tu contraseña anterior ya no sirve.',
    ...(guarded
      ? [
          'Tampoco sirven los códigos de tu aplicación ni tus códigos de recuperación: cuando entres, activa otra vez la verificación en dos pasos.',
        ]
      : []),
    'Si entrabas con Google, puedes seguir haciéndolo.',
  ],
  action: { label: 'Elegir una contraseña nueva', url: `${siteUrl}/reset-password?solicitar=1` },
  closing: 'Si prefieres no abrir enlaces, escribe tú la dirección de nuestra web y pide allí una contraseña nueva.',
})

const mfaChanged = {
  enabled: {
    subject: 'Verificación en dos pasos activada',
    paragraphs: [
      'Has activado la verificación en dos pasos. Guarda tus códigos de recuperación en un lugar seguro.',
      'Si no has sido tú, cambia tu contraseña.',
    ],
  },
  disabled: {
    subject: 'Verificación en dos pasos desactivada',
    paragraphs: [
      'Se ha desactivado la verificación en dos pasos de tu cuenta. Si no has sido tú, cambia tu contraseña.',
    ],
  },
} as const

const whenInFull = createInstantFormatter({ dateStyle: 'full', timeStyle: 'short' })

type Alert = Extract<MailTemplateData, { kind: 'security-alert' }>

interface Words {
  readonly what: string
  readonly happened: string
  readonly protection: string
}

const words: Readonly<Record<Alert['type'], Words>> = {
  rate_limited: {
    what: 'bloqueo por intentos de acceso',
    happened: 'ha fallado tantas veces el acceso a una cuenta que hemos dejado de aceptar intentos',
    protection:
      'La cuenta sigue protegida: el bloqueo se levanta solo a los 15 minutos y la contraseña no ha cambiado.',
  },
  mfa_failure: {
    what: 'código de verificación incorrecto',
    happened:
      'alguien ha escrito un código de verificación incorrecto al entrar en una cuenta o al confirmar un cambio',
    protection:
      'Ese código no ha dado acceso a nadie. Si no lo ha escrito el titular de la cuenta, quien lo intenta puede conocer la contraseña: pide al titular que la cambie.',
  },
  suspicious_activity: {
    what: 'códigos incorrectos al activar los dos pasos',
    happened: 'han fallado tres códigos o más al configurar la verificación en dos pasos de una cuenta',
    protection: 'La verificación no se ha activado con ellos.',
  },
}

export const composeSecurityAlertEmail = ({ type, at }: Alert, siteUrl: string): ComposedEmail => {
  const { what, happened, protection } = words[type]
  return {
    subject: `Alerta de seguridad: ${what} | ${PRODUCT_NAME}`,
    greeting: 'Hola:',
    paragraphs: [
      `El ${whenInFull(at)} (hora peninsular española) ${happened}.`,
      protection,
      'En el panel verás de quién es la cuenta, desde dónde ha sido y qué más ha pasado. Durante una hora no te escribiremos por otra alerta de este tipo.',
    ],
    action: { label: 'Ver las alertas', url: `${siteUrl}/admin?tab=security` },
  }
}

export const composeTestEmail = ({ name }: Extract<MailTemplateData, { kind: 'test' }>): ComposedEmail => ({
  greeting: formatEmailGreeting(name),
  subject: `Correo de prueba de ${PRODUCT_NAME}`,
  paragraphs: [
    'Has pedido este correo desde la pestaña Test del panel de administración.',
    'Si lo estás leyendo, los correos de la consulta salen y llegan.',
  ],
  closing: 'Si no has sido tú, cambia tu contraseña: alguien está usando tu cuenta.',
})
