import { PRODUCT_NAME, TIME_ZONE } from '#contract/product'
import type { MailContent } from '#data/mail'
import type { EmailTemplate } from '#platform/email-template'

const when = new Intl.DateTimeFormat('es-ES', { dateStyle: 'full', timeStyle: 'short', timeZone: TIME_ZONE })

/** To the practice: a client has withdrawn their consent. Who it is stands in the record, not in a mail. */
export const healthConsentEmail = (
  { customerId, requestedAt }: Extract<MailContent, { kind: 'health-consent-withdrawn' }>,
  siteUrl: string,
): EmailTemplate => ({
  subject: `Un cliente ha retirado su consentimiento | ${PRODUCT_NAME}`,
  greeting: 'Hola:',
  paragraphs: [
    `Un cliente ha retirado su consentimiento para que tratemos sus datos de salud el ${when.format(new Date(requestedAt))} (hora peninsular española).`,
    'Desde ese momento no se pueden añadir datos de salud a su ficha. Lo que la ley obliga a conservar queda bloqueado y lo demás se borra automáticamente en el plazo de una hora. Sus citas y sus facturas siguen como estaban.',
    'Habla con el cliente si tiene consultas pendientes, y borra las copias que guardes fuera de la aplicación.',
  ],
  action: { label: 'Abrir su ficha', url: `${siteUrl}/client/${customerId}` },
})
