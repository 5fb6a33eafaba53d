import { PRODUCT_NAME, PRACTICE_TIME_ZONE } from '#contract/product'
import { openedRecordPartLabels, recordOpeningQuestionLabels } from '#contract/record-opening-labels'
import type { ClientNotificationTemplateData, MailTemplateData } from '#data/mail'
import { composeConsultationWords } from './consultation-emails.ts'
import { formatEmailGreeting, type ComposedEmail } from './public/composed-email.ts'

const preferences = 'Puedes elegir qué avisos recibes en tu panel, dentro de Ajustes.'

/**
 * Mail is not confidential: neither subject nor body says what a consultation is for, which supplement it is or what an
 * analysis is called.
 */
export function composeClientNoticeEmail(
  { name, notice }: Extract<MailTemplateData, { kind: 'client-notice' }>,
  siteUrl: string,
): ComposedEmail {
  return { greeting: formatEmailGreeting(name), ...wordsOf(notice, siteUrl), closing: preferences }
}

type Words = Omit<ComposedEmail, 'greeting' | 'closing'>

function wordsOf(notice: ClientNotificationTemplateData, siteUrl: string): Words {
  const panel = (label: string, tab: string) => ({ label, url: `${siteUrl}/client?tab=${tab}` })
  switch (notice.type) {
    case 'consultation_scheduled':
    case 'consultation_changed':
    case 'consultation_priced':
    case 'consultation_cancelled':
    case 'consultation_lapsed':
      return composeConsultationWords(notice, siteUrl)
    case 'invoice':
      return {
        subject: 'Tienes una factura nueva en tu panel',
        paragraphs: [`Hemos añadido a tu panel la factura «${notice.fileName}».`],
        action: panel('Ver mis facturas', 'invoices'),
      }
    case 'analytics':
      return {
        subject: 'Tienes un documento nuevo en tu panel',
        paragraphs: ['Tienes un documento nuevo en tu panel. Inicia sesión para verlo.'],
        action: panel('Ver mis documentos', 'analytics'),
      }
    case 'supplement':
      return {
        subject: 'Tu especialista ha actualizado tu pauta',
        paragraphs: ['Tu especialista ha actualizado tu pauta. Inicia sesión para verla.'],
        action: panel('Ver mis pautas', 'supplements'),
      }
  }
}

const when = new Intl.DateTimeFormat('es-ES', { dateStyle: 'full', timeStyle: 'short', timeZone: PRACTICE_TIME_ZONE })

/** To the practice: consent withdrawn. The client's name is in the record, not in the mail. */
export const composeHealthConsentWithdrawnEmail = (
  { customerId, requestedAt }: Extract<MailTemplateData, { kind: 'health-consent-withdrawn' }>,
  siteUrl: string,
): ComposedEmail => ({
  subject: `Un cliente ha retirado su consentimiento | ${PRODUCT_NAME}`,
  greeting: 'Hola:',
  paragraphs: [
    `Un cliente ha retirado su consentimiento para que tratemos sus datos de salud el ${when.format(new Date(requestedAt))} (hora peninsular española).`,
    'Desde ese momento no se pueden añadir datos de salud a su ficha. Lo que la ley obliga a conservar queda bloqueado y lo demás se borra automáticamente en el plazo de una hora. Sus citas y sus facturas siguen como estaban.',
    'Habla con el cliente si tiene consultas pendientes, y borra las copias que guardes fuera de la aplicación.',
  ],
  action: { label: 'Abrir su ficha', url: `${siteUrl}/client/${customerId}` },
})

/** To the practice: a client asks why their record was opened. The client's name is in the record, not in the mail. */
export const composeRecordOpeningQuestionEmail = (
  { customerId, openedAt, part, reason }: Extract<MailTemplateData, { kind: 'opening-questioned' }>,
  siteUrl: string,
): ComposedEmail => ({
  subject: `Un cliente pregunta quién ha visto sus datos | ${PRODUCT_NAME}`,
  greeting: 'Hola:',
  paragraphs: [
    `Un cliente pregunta por sus datos que se abrieron el ${when.format(new Date(openedAt))} (hora peninsular española): «${openedRecordPartLabels[part]}».`,
    `Su pregunta: «${recordOpeningQuestionLabels[reason]}»`,
    'En su ficha, en «Quién ha visto sus datos», está quién los abrió. Respóndele por correo o por teléfono en el plazo de un mes: tiene derecho a saberlo (RGPD, artículos 12 y 15).',
  ],
  action: { label: 'Abrir su ficha', url: `${siteUrl}/client/${customerId}` },
})
