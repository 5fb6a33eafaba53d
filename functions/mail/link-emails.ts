import { createInstantFormatter } from '#contract/calendar-days'
import { buildMailedLink, SIGN_IN_LINK_PARAMETER } from '#contract/mailed-links'
import { DELETION_UNDO_DAYS } from '#contract/privacy'
import { PRODUCT_NAME } from '#contract/product'
import type { MailTemplateData } from '#data/mail'
import { computeErasureUndoDeadline } from '../privacy/public/erasure.ts'
import { formatEmailGreeting, type ComposedEmail } from './public/composed-email.ts'
import { ONE_TIME_LINK_DAYS, SIGN_IN_UNLOCK_LINK_HOURS } from '#platform/one-time-link'

const linked = ['account-deactivated', 'deletion-requested', 'guardian-request', 'sign-in-link'] as const

export type LinkEmailContent = Extract<MailTemplateData, { kind: (typeof linked)[number] }>

export const isLinkEmailContent = (content: MailTemplateData): content is LinkEmailContent =>
  linked.some((kind) => kind === content.kind)

const moment = createInstantFormatter({ dateStyle: 'long', timeStyle: 'short' })

export function composeLinkEmail(content: LinkEmailContent, token: string, siteUrl: string): ComposedEmail {
  if (content.kind === 'sign-in-link') return signInEmail(token, siteUrl)
  const greeting = content.kind === 'guardian-request' ? formatEmailGreeting() : formatEmailGreeting(content.name)
  const works = `El enlace sirve una sola vez y caduca en ${ONE_TIME_LINK_DAYS} días.`
  if (content.kind === 'deletion-requested') {
    return {
      greeting,
      subject: `Vamos a eliminar tu cuenta de ${PRODUCT_NAME}`,
      paragraphs: [
        'Hemos recibido tu solicitud. Desde ahora nadie puede entrar en tu cuenta y hemos cerrado todas tus sesiones.',
        // True also when the mail is requested again days later: the dates are absolute.
        `Tienes ${DELETION_UNDO_DAYS} días desde tu solicitud para deshacerlo con este enlace: hasta el ${moment(new Date(computeErasureUndoDeadline(content.leavingSince)))} (hora de Madrid). Después borraremos tus datos, como muy tarde a los 30 días de tu solicitud, y en las copias de seguridad a los 90.`,
        'Lo que la ley nos obliga a conservar queda en un archivo bloqueado que nadie usa: los datos de salud hasta 5 años después del último servicio y los de facturación hasta 10 años.',
      ],
      action: { label: 'Deshacer la eliminación', url: buildMailedLink(siteUrl, '/deshacer-eliminacion', { token }) },
      closing: 'Si no has sido tú, deshazlo y cambia tu contraseña.',
    }
  }
  if (content.kind === 'account-deactivated') {
    return {
      greeting,
      subject: `Tu cuenta de ${PRODUCT_NAME} está desactivada`,
      paragraphs: [
        'Has desactivado tu cuenta y hemos cerrado todas tus sesiones. Tus datos siguen guardados.',
        'Cuando quieras volver, reactívala con este enlace e inicia sesión como siempre.',
        works,
      ],
      action: { label: 'Reactivar mi cuenta', url: buildMailedLink(siteUrl, '/reactivar', { token }) },
      closing: 'Si no has sido tú, reactívala y cambia tu contraseña.',
    }
  }
  return {
    greeting,
    // The names were typed by the requester, and this reader has asked for nothing: only the page shows them.
    subject: `Una persona menor de edad necesita tu autorización en ${PRODUCT_NAME}`,
    paragraphs: [
      'Una persona menor de edad nos ha dado tu dirección para pedir tu autorización como madre, padre o tutor legal.',
      'Sin ella no puede contratar nuestros servicios ni darnos datos personales de su proceso. En la página verás quién te la pide y a qué das permiso antes de decidir.',
      works,
    ],
    action: { label: 'Leer y autorizar', url: buildMailedLink(siteUrl, '/autorizacion', { token }) },
    closing: 'Si en tu familia nadie te la ha pedido, no hagas nada: sin tu autorización no seguimos adelante.',
  }
}

/** The reader may not be the requester: contains no typed text. */
const signInEmail = (token: string, siteUrl: string): ComposedEmail => ({
  greeting: formatEmailGreeting(),
  subject: `Tu enlace para entrar en ${PRODUCT_NAME}`,
  paragraphs: [
    'Alguien ha fallado demasiadas veces al entrar en tu cuenta y hemos bloqueado el acceso durante un rato. Con este enlace puedes intentarlo tú: te pediremos tu contraseña como siempre.',
    `El enlace sirve durante ${SIGN_IN_UNLOCK_LINK_HOURS} horas, tantas veces como lo necesites. Guarda este mensaje hasta entonces: en un día no enviamos más de tres.`,
  ],
  action: { label: 'Entrar en mi cuenta', url: buildMailedLink(siteUrl, '/auth', { [SIGN_IN_LINK_PARAMETER]: token }) },
  closing: 'Si no lo has pedido, puedes ignorar este mensaje: sin tu contraseña el enlace no abre nada.',
})
