import type { Consultation } from '#contract/consultation'
import { formatCents } from '#contract/money'
import { consultationTypeLabels } from '#contract/status-labels'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { formatInteger, preventAmountWrapping } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { formatTime } from '../../ui/wall-time.ts'
import {
  type AskAboutConsultation,
  ConsultationTexts,
  ConsultationDate,
  ProposedPrice,
  Status,
  toGoogleCalendarLink,
  toNotesPath,
} from './admin-consultation-row.tsx'
import { ConfirmHour } from './confirm-hour.tsx'
import { JoinCallLink } from './join-call.tsx'

interface RowProps {
  readonly consultation: Consultation
  readonly isFirstOfDay: boolean
  readonly ask: AskAboutConsultation
}

export function ComingConsultationRow({ consultation, isFirstOfDay, ask }: RowProps) {
  const { customerId, customerName, customerEmail, startsAt, durationMinutes, type, priceCents, status, toConfirm } =
    consultation
  return (
    <li className="coming-row">
      <p className={isFirstOfDay ? 'coming-day' : 'visually-hidden'}>
        <ConsultationDate startsAt={startsAt} />
      </p>
      <span className="coming-time">
        {formatTime(startsAt)}
        <span className="visually-hidden"> h</span>
      </span>
      <div className="coming-facts">
        <h3>
          <Link to={`/client/${customerId}`} title={customerName}>
            {customerName}
          </Link>
        </h3>
        <p>
          {consultationTypeLabels[type]} · {formatInteger(durationMinutes)} min
          {priceCents !== null && ` · ${preventAmountWrapping(formatCents(priceCents))}`}
        </p>
        {customerEmail !== customerName && (
          <p className="admin-row-email" title={customerEmail}>
            {customerEmail}
          </p>
        )}
        <ConsultationTexts consultation={consultation} />
        {(toConfirm || status !== 'scheduled') && <Status consultation={consultation} />}
        <ProposedPrice consultation={consultation} />
        {consultation.attendanceConfirmed && <StatusBadge good>Confirmada por el cliente</StatusBadge>}
        {toConfirm && <ConfirmHour consultation={consultation} ask={ask} />}
        <JoinCallLink consultation={consultation} />
      </div>
      <ActionsMenu
        label={`Acciones de la consulta de ${customerName}`}
        actions={[
          { text: 'Abrir ficha', to: `/client/${customerId}` },
          { text: 'Notas de la consulta', to: toNotesPath(consultation) },
          { text: 'Google Calendar', href: toGoogleCalendarLink(consultation) },
          { text: 'Estado', run: () => ask('status', consultation) },
          { text: 'Editar', run: () => ask('edit', consultation) },
          { text: 'Eliminar', run: () => ask('remove', consultation), removes: true },
        ]}
      />
    </li>
  )
}
