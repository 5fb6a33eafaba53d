import { PRODUCT_NAME, TIME_ZONE } from '#contract/product'
import type { MailContent } from '#data/mail'
import type { EmailTemplate } from '#platform/email-template'

const when = new Intl.DateTimeFormat('es-ES', { dateStyle: 'full', timeStyle: 'short', timeZone: TIME_ZONE })

type Alert = Extract<MailContent, { kind: 'security-alert' }>

interface Words {
  readonly what: string
  readonly happened: string
  /** What still protects. */
  readonly protection: string
}

const words: Readonly<Record<Alert['type'], Words>> = {
  rate_limited: {
    what: 'bloqueo por intentos de acceso',
    happened: 'ha fallado tantas veces el acceso a una cuenta que hemos dejado de aceptar intentos',
    protection: 'La cuenta sigue protegida: se abre sola a los 15 minutos y la contraseña no ha cambiado.',
  },
  mfa_failure: {
    what: 'código de verificación incorrecto',
    happened:
      'alguien ha escrito un código de verificación incorrecto al entrar en una cuenta o al confirmar un cambio',
    protection: 'Nadie ha pasado con ese código. Si la persona no ha sido, quien lo intenta puede saber su contraseña.',
  },
  suspicious_activity: {
    what: 'códigos incorrectos al configurar la verificación en dos pasos',
    happened: 'han fallado tres códigos o más al configurar la verificación en dos pasos de una cuenta',
    protection: 'La verificación no se ha activado con ellos.',
  },
}

/** To the practice: something to look at now. Whom it is about stands in the panel, not in a mail. */
export const alertEmail = ({ type, at }: Alert, siteUrl: string): EmailTemplate => {
  const { what, happened, protection } = words[type]
  return {
    subject: `Alerta de seguridad: ${what} | ${PRODUCT_NAME}`,
    greeting: 'Hola:',
    paragraphs: [
      `El ${when.format(new Date(at))} (hora peninsular española) ${happened}.`,
      protection,
      'En el panel verás de quién es la cuenta, desde dónde ha sido y qué más ha pasado. Durante una hora no te escribiremos por otra alerta de este tipo.',
    ],
    action: { label: 'Ver las alertas', url: `${siteUrl}/admin?tab=security` },
  }
}
