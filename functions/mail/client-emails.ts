import { createInstantFormatter } from '#contract/calendar-days'
import { PRODUCT_NAME } from '#contract/product'
import { openedRecordPartLabels, recordOpeningQuestionLabels } from '#contract/record-opening-labels'
import type { ClientNotificationTemplateData, MailTemplateData, PanelNews } from '#data/mail'
import { composeConsultationWords } from './consultation-emails.ts'
import { formatEmailGreeting, type ComposedEmail } from './public/composed-email.ts'
import { onFirstUse } from '#contract/on-first-use'

const preferences = 'En tu panel, dentro de Ajustes, puedes elegir qué avisos recibes.'

/** Mail is not confidential: subject and body name no type of consultation, supplement or analysis. */
export function composeClientNoticeEmail(
  { name, notice }: Extract<MailTemplateData, { kind: 'client-notice' }>,
  siteUrl: string,
): ComposedEmail {
  return { greeting: formatEmailGreeting(name), ...wordsOf(notice, siteUrl), closing: preferences }
}

type Words = Omit<ComposedEmail, 'greeting' | 'closing'>

const wordsOf = (notice: ClientNotificationTemplateData, siteUrl: string): Words =>
  'consultation' in notice ? composeConsultationWords(notice, siteUrl) : composePanelNewsWords(notice, siteUrl)

interface NewsWords {
  readonly subject: string
  readonly paragraph: string
  readonly action: { readonly label: string; readonly place: `/${string}` | `?${string}` }
}

const conjunction = onFirstUse(() => new Intl.ListFormat('es-ES'))

const newsWords: Readonly<Record<PanelNews['type'], (news: readonly PanelNews[]) => NewsWords>> = {
  invoice: (news) => {
    const names = conjunction.format(news.flatMap((each) => ('fileName' in each ? [`«${each.fileName}»`] : [])))
    const isOne = news.length === 1
    return {
      subject: isOne ? 'Tienes una factura nueva en tu panel' : `Tienes ${news.length} facturas nuevas en tu panel`,
      paragraph: `Hemos añadido a tu panel ${isOne ? 'la factura' : `${news.length} facturas:`} ${names}.`,
      action: { label: 'Ver mis facturas', place: '?tab=invoices' },
    }
  },
  analytics: ({ length }) => ({
    subject: length === 1 ? 'Tienes un documento nuevo en tu panel' : `Tienes ${length} documentos nuevos en tu panel`,
    paragraph:
      length === 1
        ? 'Tienes un documento nuevo en tu panel. Inicia sesión para verlo.'
        : `Tienes ${length} documentos nuevos en tu panel. Inicia sesión para verlos.`,
    action: { label: 'Ver mis documentos', place: '?tab=analytics' },
  }),
  supplement: () => ({
    subject: 'Tu especialista ha actualizado tu pauta',
    paragraph: 'Tu especialista ha actualizado tu pauta. Inicia sesión para verla.',
    action: { label: 'Ver mi pauta', place: '?tab=supplements' },
  }),
  summary: () => ({
    subject: 'Tienes el resumen de tu consulta en tu panel',
    paragraph: 'Tu especialista ha escrito un resumen de tu consulta. Inicia sesión para leerlo.',
    action: { label: 'Ver el resumen', place: '?tab=consultations' },
  }),
  'budget-part': () => ({
    subject: 'Tienes un pago pendiente en tu panel',
    paragraph:
      'Queda un pago pendiente de tu presupuesto, y esperamos a que llegue para seguir con él. Inicia sesión para verlo.',
    action: { label: 'Ver el pago', place: '/presupuestos' },
  }),
  message: ({ length }) => ({
    subject: length === 1 ? 'Tienes un mensaje en tu panel' : `Tienes ${length} mensajes en tu panel`,
    paragraph:
      length === 1
        ? 'Te hemos escrito en tu panel. Inicia sesión para leerlo.'
        : `Te hemos escrito ${length} mensajes en tu panel. Inicia sesión para leerlos.`,
    action: { label: 'Leer los mensajes', place: '/mensajes' },
  }),
  analysis: () => ({
    subject: 'Tienes una explicación nueva en tu panel',
    paragraph: 'Tu especialista te ha escrito una explicación en tu panel. Inicia sesión para leerla.',
    action: { label: 'Leer la explicación', place: '?tab=analytics' },
  }),
  analysis_corrected: () => ({
    subject: 'Hay una corrección en tu panel',
    paragraph:
      'Tu especialista ha corregido una explicación que tienes en tu panel. Inicia sesión para leer cómo queda.',
    action: { label: 'Leer la corrección', place: '?tab=analytics' },
  }),
  budget: () => ({
    subject: 'Tienes un presupuesto en tu panel',
    paragraph: 'Hemos preparado tu presupuesto. Inicia sesión para verlo; no te compromete a nada.',
    action: { label: 'Ver el presupuesto', place: '/presupuestos' },
  }),
}

function composePanelNewsWords(
  { more = [], ...first }: PanelNews & { readonly more?: readonly PanelNews[] },
  siteUrl: string,
): Words {
  const news = [first as PanelNews, ...more]
  const types = [...new Set(news.map(({ type }) => type))]
  const words = types.map((type) => newsWords[type](news.filter((each) => each.type === type)))
  const [only] = words
  const isMixed = words.length > 1 || !only
  const { label, place } = isMixed ? { label: 'Ir a mi panel', place: '' } : only.action
  return {
    subject: isMixed ? 'Hay novedades en tu panel' : only.subject,
    paragraphs: words.map(({ paragraph }) => paragraph),
    action: { label, url: `${siteUrl}/client${place}` },
  }
}

const when = createInstantFormatter({ dateStyle: 'full', timeStyle: 'short' })

/** The client's name is in the record, not in the mail. */
export const composeRecordOpeningQuestionEmail = (
  { customerId, openedAt, part, reason }: Extract<MailTemplateData, { kind: 'opening-questioned' }>,
  siteUrl: string,
): ComposedEmail => ({
  subject: `Un cliente pregunta quién ha visto sus datos | ${PRODUCT_NAME}`,
  greeting: 'Hola:',
  paragraphs: [
    `Un cliente pregunta por estos datos suyos, que se abrieron el ${when(openedAt)} (hora peninsular española): «${openedRecordPartLabels[part]}».`,
    `Su pregunta: «${recordOpeningQuestionLabels[reason]}»`,
    'En su ficha, en «Quién ha visto sus datos», está quién los abrió. Respóndele por correo o por teléfono en el plazo de un mes: tiene derecho a saberlo (RGPD, artículos 12 y 15).',
  ],
  action: { label: 'Abrir su ficha', url: `${siteUrl}/client/${customerId}` },
})
