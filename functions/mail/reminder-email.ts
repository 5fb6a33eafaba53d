import { computeFreeChangeEnd } from '#contract/cancellation-rules'
import { buildJoinPath } from '#contract/consultation-room'
import { buildMailedLink } from '#contract/mailed-links'
import type { MailTemplateData } from '#data/mail'
import { composeConsultationBlock } from './consultation-block.ts'
import { formatRoomOpening, JOIN_LABEL } from './consultation-emails.ts'
import { formatEmailDay, formatEmailHour } from './public/appointment-block.ts'
import { formatEmailGreeting, type ComposedEmail } from './public/composed-email.ts'

export function composeReminderEmail(
  { name, before, consultation }: Extract<MailTemplateData, { kind: 'reminder' }>,
  { token, siteUrl, now }: { readonly token: string; readonly siteUrl: string; readonly now: Date },
): ComposedEmail {
  const { consultationId, startsAt, durationMinutes } = consultation
  const moment = `${formatEmailDay(startsAt)}, ${formatEmailHour(startsAt)}`
  const isChangeable = now.toISOString() < computeFreeChangeEnd(startsAt)
  return {
    subject:
      before === 'day' ? `Recordatorio de tu cita: ${moment}` : `Tu cita empieza a las ${formatEmailHour(startsAt)}`,
    title: before === 'day' ? 'Te recordamos tu cita' : 'Tu cita empieza pronto',
    greeting: formatEmailGreeting(name),
    ...composeConsultationBlock(consultation, {
      sentence: `Tienes una cita el ${formatEmailDay(startsAt)} a las ${formatEmailHour(startsAt)} (hora de Madrid). Durará ${durationMinutes} minutos, por videollamada.`,
    }),
    paragraphs: [
      isChangeable
        ? 'Si no puedes acudir, todavía puedes cambiarla o cancelarla desde tu panel.'
        : 'Si no puedes acudir, responde a este mensaje cuanto antes.',
    ],
    action: {
      label: JOIN_LABEL,
      url: `${siteUrl}${buildJoinPath(consultationId)}`,
      note: formatRoomOpening(consultation),
    },
    links: [
      { label: 'Confirmo que iré', url: buildMailedLink(siteUrl, '/confirmar-cita', { token }) },
      ...(isChangeable ? [{ label: 'Cambiar', url: `${siteUrl}/client?tab=consultations` }] : []),
    ],
    closing: 'En tu panel, dentro de Ajustes, puedes elegir si quieres recibir recordatorios.',
  }
}
