import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { BUDGET_ABSENCE_SENTENCES } from '#contract/budget-labels'
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
      {outcome === 'no_show' ? <AbsenceConsequence of={consultation} /> : <p>{consequences[outcome]}</p>}
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

function AbsenceConsequence({ of: { customerId, budgetId, isPaid } }: { readonly of: Consultation }) {
  if (budgetId) return <AbsenceFromBudget customerId={customerId} budgetId={budgetId} />
  return isPaid ? <PaidAbsence /> : <p>Queda anotado en su ficha que no asistió. {toldLater}</p>
}

function AbsenceFromBudget({ customerId, budgetId }: { readonly customerId: string; readonly budgetId: string }) {
  const { data } = useQuery(
    endpointQueryOptions(apiContract.customerBudgets.listBudgetsOfCustomer, { params: { customerId } }),
  )
  const { noShowRule: rule, endedAt } =
    data?.items.find((each) => each.budgetId === budgetId)?.published?.agreement ?? {}
  if (endedAt)
    return (
      <>
        <p>
          Queda anotado en su ficha que no asistió. Su presupuesto ya ha terminado: esta consulta cuenta como usada.
        </p>
        <p>{toldLater}</p>
      </>
    )
  return (
    <>
      <p>
        Queda anotado en su ficha que no asistió. Dentro de los 14 días desde que aceptó su presupuesto puede desistir,
        y entonces no se le cobra.
      </p>
      <p>{toldLater}</p>
      {rule && <p>Después vale la regla que leyó al aceptarlo: «{BUDGET_ABSENCE_SENTENCES[rule]}»</p>}
    </>
  )
}

function PaidAbsence() {
  const { data } = useQuery(endpointQueryOptions(apiContract.consultations.readOpeningHours, {}))
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
