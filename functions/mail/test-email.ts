import { PRODUCT_NAME } from '#contract/product'
import type { MailContent } from '#data/mail'
import { greetingTo, type EmailTemplate } from '#platform/email-template'

/** What an administrador sends to themselves to see that mails arrive. */
export const testEmail = ({ name }: Extract<MailContent, { kind: 'test' }>): EmailTemplate => ({
  greeting: greetingTo(name),
  subject: `Correo de prueba de ${PRODUCT_NAME}`,
  paragraphs: [
    'Has pedido este correo desde la pestaña Test del panel de administración.',
    'Si lo estás leyendo, los correos de la consulta salen y llegan.',
  ],
  closing: 'Si no has sido tú, cambia tu contraseña: alguien está usando tu cuenta.',
})
