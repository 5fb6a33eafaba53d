import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { type Consultation, OUTCOME_UNDO_MINUTES } from '#contract/consultation'
import { NO_SHOW_SENTENCES } from '#contract/rules-before-paying'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import { PaidConsultationNotice } from './paid-consultation-notice.tsx'
import { useOutcomeMutation } from './use-admin-consultation-mutations.ts'

export type Outcome = 'completed' | 'no_show' | 'cancelled'

const titles: Readonly<Record<Outcome, string>> = {
  completed: '¿Se celebró la consulta?',
  no_show: '¿No asistió a la consulta?',
  cancelled: '¿Cancelar la consulta?',
}

const actions: Readonly<Record<Outcome, string>> = {
  completed: 'Sí, se celebró',
  no_show: 'Sí, no asistió',
  cancelled: 'Sí, cancelarla',
}

const consequences: Readonly<Record<Exclude<Outcome, 'no_show'>, string>> = {
  completed: 'Queda en su historial como completada, y lo pagado por ella cuenta como usado.',
  cancelled: 'La hora queda libre y la consulta figura como cancelada.',
}

interface OutcomeDialogProps {
  readonly consultation: Consultation
  readonly outcome: Outcome
  readonly close: () => void
}

export function OutcomeDialog({ consultation, outcome, close }: OutcomeDialogProps) {
  const { record, isPending } = useOutcomeMutation(consultation, close)
  const { customerName, startsAt } = consultation
  return (
    <Dialog title={titles[outcome]} close={close}>
      <p>
        <strong>{customerName}</strong>, {formatWeekdayDate(startsAt)}, {formatTime(startsAt)} h
      </p>
      {outcome === 'no_show' ? <AbsenceConsequence isPaid={consultation.isPaid} /> : <p>{consequences[outcome]}</p>}
      <PaidConsultationNotice of={consultation} keepsPayment={outcome === 'cancelled'} />
      <div className="dialog-actions">
        <Button variant="secondary" onClick={close}>
          Todavía no
        </Button>
        <Button busy={isPending} busyText="Guardando..." onClick={() => record(outcome)}>
          {actions[outcome]}
        </Button>
      </div>
    </Dialog>
  )
}

const toldLater = `Se lo decimos por correo en ${OUTCOME_UNDO_MINUTES} minutos, si no lo deshaces antes.`

function AbsenceConsequence({ isPaid }: { readonly isPaid: boolean }) {
  const { data } = useQuery(endpointQueryOptions(apiContract.consultations.readOpeningHours, {}))
  if (!isPaid) return <p>Queda anotado en su ficha que no asistió. {toldLater}</p>
  return (
    <>
      <p>
        Queda anotado en su ficha que no asistió. Si pagó antes de la hora, dentro de los 14 días desde el pago puede
        desistir y recuperarlo todo.
      </p>
      <p>{toldLater}</p>
      {data && (
        <p>Después vale la regla que leyó al pagar. La de ahora: {NO_SHOW_SENTENCES[data.openingHours.noShowRule]}.</p>
      )}
    </>
  )
}
