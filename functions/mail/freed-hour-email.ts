import { buildMailedLink } from '#contract/mailed-links'
import type { FormatAside } from '#contract/rules-before-paying'
import type { MailTemplateData } from '#data/mail'
import { composeConsultationBlock } from './consultation-block.ts'
import { formatEmailDay, formatEmailHour } from './public/appointment-block.ts'
import { formatEmailGreeting, type ComposedEmail } from './public/composed-email.ts'

export const composeFreedHourEmail = (
  { name, until, ...hour }: Extract<MailTemplateData, { kind: 'freed-hour' }>,
  {
    token,
    siteUrl,
    formatAside = () => '',
  }: { readonly token: string; readonly siteUrl: string; readonly formatAside?: FormatAside | undefined },
): ComposedEmail => ({
  subject: 'Ha quedado libre un hueco antes',
  title: 'Ha quedado libre un hueco antes',
  greeting: formatEmailGreeting(name),
  ...composeConsultationBlock(hour, {
    sentence: `Ha quedado libre la hora del ${formatEmailDay(hour.startsAt)} a las ${formatEmailHour(hour.startsAt)} (hora de Madrid).`,
  }),
  paragraphs: [
    `Te la guardamos hasta las ${formatEmailHour(until)} del ${formatEmailDay(until)}${formatAside(until)}.`,
    'Si la quieres, pulsa «Ver la hora» y después «Me la quedo»; no hace falta que inicies sesión. Si no contestas, se la ofreceremos a la siguiente persona y lo que tenías sigue como estaba.',
  ],
  action: { label: 'Ver la hora', url: buildMailedLink(siteUrl, '/hora-libre', { token }) },
  closing: 'En tu panel, dentro de Consultas, puedes dejar de recibir estos avisos.',
})
