import { PRODUCT_NAME, TIME_ZONE } from '#contract/product'
import { openedPartText, openingQuestionText } from '#contract/record-opening-words'
import type { MailContent } from '#data/mail'
import type { EmailTemplate } from '#platform/email-template'

const when = new Intl.DateTimeFormat('es-ES', { dateStyle: 'full', timeStyle: 'short', timeZone: TIME_ZONE })

/** To the practice: a client asks about an opening of their data. Who it is stands in the record, not in a mail. */
export const openingQuestionedEmail = (
  { customerId, openedAt, part, reason }: Extract<MailContent, { kind: 'opening-questioned' }>,
  siteUrl: string,
): EmailTemplate => ({
  subject: `Un cliente pregunta quién ha visto sus datos | ${PRODUCT_NAME}`,
  greeting: 'Hola:',
  paragraphs: [
    `Un cliente pregunta por sus datos que se abrieron el ${when.format(new Date(openedAt))} (hora peninsular española): «${openedPartText[part]}».`,
    `Su pregunta: «${openingQuestionText[reason]}»`,
    'En su ficha, en «Quién ha visto sus datos», está quién los abrió. Respóndele por correo o por teléfono en el plazo de un mes: tiene derecho a saberlo (RGPD, artículos 12 y 15).',
  ],
  action: { label: 'Abrir su ficha', url: `${siteUrl}/client/${customerId}` },
})
