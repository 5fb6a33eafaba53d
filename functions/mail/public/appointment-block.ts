import { createInstantFormatter } from '#contract/calendar-days'
import escapeHtml from 'escape-html'
import { renderEmailButton, toEmailHtml } from './email-template.ts'

export interface EmailAppointment {
  readonly startsAt: string
  readonly durationMinutes?: number
  readonly sentence: string
  readonly ended?: string
  readonly own?: string
}

interface EmailChoice {
  readonly label: string
  readonly url: string
}

const formatMonth = createInstantFormatter({ month: 'short' })
const formatDayNumber = createInstantFormatter({ day: 'numeric' })
const formatWeekday = createInstantFormatter({ weekday: 'long' })
const formatWholeDay = createInstantFormatter({ dateStyle: 'full' })
export const formatEmailHour = createInstantFormatter({ timeStyle: 'short' })
const formatDay = createInstantFormatter({ weekday: 'long', day: 'numeric', month: 'long' })

export const formatEmailDay = (instant: string): string => formatDay(instant).replace(',', '')

export const formatEmailMoment = (instant: string): string =>
  `${formatWholeDay(instant)} a las ${formatEmailHour(instant)} (hora de Madrid)`

export const upperFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

const ENDED = 'margin:0 0 4px;color:#8a2f1d;font:700 16px/1.3 Arial,sans-serif'
const SENTENCE = 'margin:0 0 10px;color:#12211f;font:600 16px/1.5 Arial,sans-serif'
const OWN = 'margin:6px 0 0;color:#12211f;font:600 16px/1.5 Arial,sans-serif'
const SOFT = 'margin:6px 0 0;color:#48584f;font:16px/1.5 Arial,sans-serif'

const cell = (style: string, classes: string, words: string) =>
  `<td class="${classes}" align="center" style="${style}">${words}</td>`

/** A table with colours: mail programs block pictures. */
const leaf = (startsAt: string): string =>
  '<table role="presentation" cellpadding="0" cellspacing="0" width="92" class="leaf" style="width:92px;border:2px solid #12211f;border-radius:12px;background:#fffdf9;border-collapse:separate">' +
  `<tr>${cell('height:28px;background:#1f5f57;color:#ffffff;font:600 15px Arial,sans-serif;border-radius:9px 9px 0 0', 'leaf-head', formatMonth(startsAt))}</tr>` +
  `<tr>${cell('padding-top:8px;color:#12211f;font:700 40px/1 Georgia,serif', 'strong', formatDayNumber(startsAt))}</tr>` +
  `<tr>${cell('padding:2px 0 10px;color:#48584f;font:15px Arial,sans-serif', 'soft', formatWeekday(startsAt))}</tr></table>`

interface AppointmentBlock extends Partial<Omit<EmailAppointment, 'sentence'>> {
  readonly choice?: EmailChoice
  readonly sentence?: string
  readonly details?: readonly string[]
  readonly linkHtml?: string
}

const hourHtml = ({ startsAt, durationMinutes, ended, own }: Omit<EmailAppointment, 'sentence'>): string => {
  const end =
    durationMinutes === undefined ? '' : ` a ${formatEmailHour(Date.parse(startsAt) + durationMinutes * 60_000)}`
  const hour = `${formatEmailHour(startsAt)}${end}`
  return (
    (ended ? `<p class="ended" style="${ENDED}">${ended}</p>` : '') +
    `<p class="strong" style="margin:0;color:#12211f;font:700 26px/1.2 Georgia,serif">${ended ? `<s>${hour}</s>` : hour}</p>` +
    `<p class="soft" style="${SOFT}">${upperFirst(formatWholeDay(startsAt))}<br>Hora de Madrid, península</p>` +
    (own ? `<p class="strong" style="${OWN}">${escapeHtml(upperFirst(own))}</p>` : '')
  )
}

export function renderAppointmentHtml(block: AppointmentBlock): string {
  const { startsAt, choice, sentence, details = [], linkHtml, ...hour } = block
  const isEntry = linkHtml !== undefined
  const end =
    details.map((line) => `<p class="soft" style="${SOFT}">${toEmailHtml(line)}</p>`).join('') +
    (isEntry ? `<p style="margin:10px 0 0;font:16px/1.5 Arial,sans-serif">${linkHtml}</p>` : '')
  return (
    `<table role="presentation" class="block" width="100%" cellpadding="0" cellspacing="0" style="margin:${isEntry ? '0 0 16px' : '24px 0'};background:#e9f1ec;border-radius:16px;border-collapse:separate"><tr>` +
    (startsAt ? `<td width="92" valign="top" style="padding:20px 0 20px 20px">${leaf(startsAt)}</td>` : '') +
    '<td style="padding:20px">' +
    (isEntry && sentence ? `<p class="strong" style="${SENTENCE}">${toEmailHtml(sentence)}</p>` : '') +
    (startsAt ? hourHtml({ ...hour, startsAt }) : '') +
    (startsAt ? '' : end) +
    '</td></tr>' +
    // Below the leaf: beside it a narrow screen breaks place and price.
    (startsAt && end ? `<tr><td colspan="2" style="padding:0 20px 20px">${end}</td></tr>` : '') +
    (choice ? `<tr><td colspan="2" style="padding:0 20px 20px">${renderEmailButton(choice, '0')}</td></tr>` : '') +
    '</table>'
  )
}
