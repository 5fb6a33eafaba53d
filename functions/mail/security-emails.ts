import { PRODUCT_NAME, TIME_ZONE } from '#contract/product'
import type { MailContent } from '#data/mail'
import { greetingTo, type EmailTemplate } from '#platform/email-template'

type Security = Extract<
  MailContent,
  {
    kind:
      | 'new-device'
      | 'password-changed'
      | 'mfa-changed'
      | 'recovery-code-used'
      | 'google-linked'
      | 'email-change-refused'
      | 'account-gone'
  }
>

const when = new Intl.DateTimeFormat('es-ES', { dateStyle: 'long', timeStyle: 'short', timeZone: TIME_ZONE })

/** Tells the owner of an account what has happened to it, and what to do if it was not them. */
export function securityEmail(content: Security, siteUrl: string): EmailTemplate {
  const greeting = greetingTo(content.name)
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
          `Se ha iniciado sesión en tu cuenta desde ${content.device} el ${when.format(new Date(content.at))}.`,
          'Si no has sido tú, cambia tu contraseña cuanto antes: así se cierran todas las sesiones.',
        ],
        ...notMe,
      }
    case 'password-changed':
      return {
        greeting,
        subject: `Tu contraseña de ${PRODUCT_NAME} ha cambiado`,
        paragraphs: [
          `Tu contraseña se cambió el ${when.format(new Date(content.at))} y hemos cerrado las demás sesiones.`,
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
    case 'mfa-changed':
      return { greeting, ...mfaChanged[content.change], ...notMe }
    case 'recovery-code-used':
      return {
        greeting,
        subject: 'Se ha usado un código de recuperación',
        paragraphs: [
          `Alguien ha usado uno de tus códigos de recuperación en lugar del código de la aplicación. Te quedan ${content.left}.`,
          'Si no has sido tú, cambia tu contraseña y genera códigos nuevos.',
        ],
        ...notMe,
      }
  }
}

const googleLinked = (at: string) => ({
  subject: `Google da acceso a tu cuenta de ${PRODUCT_NAME}`,
  paragraphs: [
    `Tu cuenta de Google se vinculó a tu cuenta el ${when.format(new Date(at))}: también puedes entrar con ella.`,
    'Si no has sido tú, protege tu cuenta de Google, cambia tu contraseña y escríbenos.',
  ],
})

const emailChangeRefused = (at: string) => ({
  subject: `Han intentado cambiar el correo de tu cuenta de ${PRODUCT_NAME}`,
  paragraphs: [
    `El ${when.format(new Date(at))} alguien con una sesión de tu cuenta intentó cambiar su dirección de correo. No lo hemos permitido: tu correo sigue siendo este.`,
    'Si no has sido tú, cambia tu contraseña cuanto antes: así se cierran todas las sesiones.',
  ],
})

/** That the account is gone is no request to be erased, and nobody else tells its owner. */
const accountGone = (guarded: boolean, siteUrl: string) => ({
  subject: `Se ha borrado tu acceso a ${PRODUCT_NAME}`,
  paragraphs: [
    'Alguien con una sesión de tu cuenta ha borrado tu usuario y tu contraseña. Tus datos, tus citas y tus pagos siguen con nosotros.',
    guarded
      ? 'Tu cuenta estaba protegida con la verificación en dos pasos, así que este correo no basta para devolvértelos: escríbenos y, cuando comprobemos que eres tú, te enviaremos una invitación.'
      : 'Para volver a entrar, elige una contraseña nueva: con este mismo correo recuperas todo tal como estaba.',
  ],
  action: guarded
    ? { label: 'Ir a la página', url: siteUrl }
    : { label: 'Elegir una contraseña nueva', url: `${siteUrl}/reset-password?solicitar=1` },
  closing: 'Si has sido tú y quieres que borremos también tus datos, escríbenos.',
})

const mfaChanged = {
  enabled: {
    subject: 'Verificación en dos pasos activada',
    paragraphs: ['Has activado la verificación en dos pasos. Guarda tus códigos de recuperación en un lugar seguro.'],
  },
  disabled: {
    subject: 'Verificación en dos pasos desactivada',
    paragraphs: [
      'Se ha desactivado la verificación en dos pasos de tu cuenta. Si no has sido tú, cambia tu contraseña.',
    ],
  },
} as const
