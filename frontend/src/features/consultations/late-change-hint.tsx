import type { OwnConsultation } from '#contract/consultation'
import { formatCents } from '#contract/money'
import { practiceLegalDetails } from '#contract/practice'
import { Link } from '../../ui/link.tsx'
import { formatViewerAside } from '../../ui/viewer-time.ts'
import { formatTime, formatWeekdayNumber } from '../../ui/wall-time.ts'
import { useOwnCancellationOptions } from './use-own-consultations.ts'

const MINUTE_MS = 60_000

export function LateChangeHint({ consultation }: { readonly consultation: OwnConsultation }) {
  const { data } = useOwnCancellationOptions(consultation)
  const { email } = practiceLegalDetails
  const mail = <a href={`mailto:${email}`}>{email}</a>
  if (data?.rule !== 'withdrawal' || !data.until || data.refundCents === 0)
    return <>Si no puedes venir, escríbenos a {mail}.</>
  return (
    <>
      Si no puedes venir, puedes{' '}
      <Link to="/client?tab=consultations">desistir y recuperar {formatCents(data.refundCents)}</Link>{' '}
      {data.until < consultation.startsAt ? <Until end={data.until} /> : 'hasta que empiece'}. Para otra hora,
      escríbenos a {mail}.
    </>
  )
}

/** Shows the last minute before `end`, because midnight could be read as either day. */
function Until({ end }: { readonly end: string }) {
  const last = new Date(Date.parse(end) - MINUTE_MS).toISOString()
  return `hasta el ${formatWeekdayNumber(last)} a las ${formatTime(last)}${formatViewerAside(last)}`
}
