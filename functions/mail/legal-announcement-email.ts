import { createDayFormatter } from '#contract/calendar-days'
import type { AnnouncedDocument } from '#contract/legal-announcements'
import { practiceLegalDetails } from '#contract/practice'
import type { MailTemplateData } from '#data/mail'
import { formatEmailGreeting, type ComposedEmail } from './public/composed-email.ts'

const formatDay = createDayFormatter({ dateStyle: 'long' })

interface DocumentWords {
  readonly subject: string
  readonly sentence: string
  readonly link: { readonly label: string; readonly path: `/${string}` }
}

const termsLink = { label: 'Leer los nuevos términos', path: '/terminos' } as const
const privacyLink = { label: 'Leer la nueva política de privacidad', path: '/privacidad' } as const

const wordsOf = (documents: readonly AnnouncedDocument[]): DocumentWords => {
  if (!documents.includes('terms'))
    return {
      subject: 'Cambia nuestra política de privacidad',
      sentence: 'cambia nuestra política de privacidad',
      link: privacyLink,
    }
  return documents.includes('privacy')
    ? {
        subject: 'Cambian nuestros términos y la política de privacidad',
        sentence: 'cambian nuestros términos y condiciones y nuestra política de privacidad',
        link: termsLink,
      }
    : { subject: 'Cambian nuestros términos', sentence: 'cambian nuestros términos y condiciones', link: termsLink }
}

/** What the terms promise under «Cambios en estos términos», and the privacy policy under «Cambios en esta política». */
export function composeLegalAnnouncementEmail(
  { name, documents, appliesFrom, changes }: Extract<MailTemplateData, { kind: 'legal-announcement' }>,
  siteUrl: string,
): ComposedEmail {
  const day = formatDay(appliesFrom)
  const { subject, sentence, link } = wordsOf(documents)
  const isAboutTerms = documents.includes('terms')
  const toLink = ({ label, path }: DocumentWords['link']) => ({ label, url: `${siteUrl}${path}` })
  return {
    subject: `${subject} el ${day}`,
    greeting: formatEmailGreeting(name),
    paragraphs: [`El ${day} ${sentence}. Te avisamos antes para que puedas leerlo con calma. Esto es lo que cambia:`],
    points: changes,
    afterChoices: isAboutTerms
      ? [
          'Hasta ese día se te aplican los términos de antes, y lo que ya hayas comprado se rige por los que aceptaste al comprarlo.',
          `Si no estás de acuerdo, puedes cerrar tu cuenta sin coste antes del ${day}: en tu panel, dentro de Ajustes, con «Eliminar mi cuenta». Si sigues con ella, desde ese día se te aplicarán los nuevos.`,
        ]
      : ['Si para algo nuevo necesitamos tu consentimiento, te lo pediremos aparte.'],
    action: toLink(link),
    links: [
      ...(isAboutTerms && documents.includes('privacy') ? [toLink(privacyLink)] : []),
      ...(isAboutTerms ? [{ label: 'Cerrar mi cuenta', url: `${siteUrl}/client?tab=settings#danger` }] : []),
    ],
    closing: `Te escribimos porque tienes una cuenta con nosotros: es un aviso que te debemos, no publicidad. Si tienes dudas, escríbenos a ${practiceLegalDetails.email}.`,
  }
}
