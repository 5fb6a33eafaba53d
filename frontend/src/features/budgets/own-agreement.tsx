import { useId, useState } from 'react'
import type { BudgetAgreement, OwnBudget } from '#contract/budgets'
import { formatReturnedPayment, REFUND_REFUSED } from '#contract/cancellation-sentences'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { formatCalendarDay, formatInstantAsDay, preventAmountWrapping } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { BudgetOptionSummary } from './budget-option-summary.tsx'
import { BudgetPdfButton } from './budget-pdf-button.tsx'
import { BudgetParts } from './budget-parts.tsx'
import { findPartToPay, formatMilestone, formatSum, formatVat } from './budget-words.ts'
import { CancelBudgetDialog } from './cancel-budget-dialog.tsx'
import { usePayBudgetPart } from './use-own-budgets.ts'
import './own-agreement.css'

interface AgreementProps {
  readonly budget: OwnBudget
  readonly agreement: BudgetAgreement
}

export function OwnAgreement({ budget, agreement }: AgreementProps) {
  const { option, parts, startDay, endDay, endedAt, acceptedAt } = agreement
  const id = useId()
  return (
    <section className="budget" aria-labelledby={id}>
      <h2 id={id}>{option.title}</h2>
      <p className="budget-lead">
        Aceptado el {formatInstantAsDay(acceptedAt)}: {formatSum(option.priceCents)}. {formatVat(option.vat)}.
        {startDay && endDay && ` Del ${formatCalendarDay(startDay)} al ${formatCalendarDay(endDay)}.`}
      </p>
      {endedAt ? <Ended agreement={agreement} endedAt={endedAt} /> : <NextPayment budget={budget} parts={parts} />}
      {!endedAt && <Left agreement={agreement} />}
      <h3>Tus pagos</h3>
      <BudgetParts parts={parts} option={option} />
      <details className="budget-details">
        <summary>Qué incluye y a nombre de quién va</summary>
        <BudgetOptionSummary option={option} isNamed={false} />
        <p>
          Factura a nombre de {agreement.taxId}, {agreement.address}.
        </p>
        <BudgetPdfButton budgetId={budget.budgetId} />
      </details>
      {!endedAt && <Cancelling budgetId={budget.budgetId} />}
    </section>
  )
}

const Ended = ({ agreement, endedAt }: { readonly agreement: BudgetAgreement; readonly endedAt: string }) => (
  <NoticeBox kind={agreement.failedRefundCents > 0 ? 'problem' : 'news'}>
    Se canceló el {formatInstantAsDay(endedAt)}. {formatGivenBack(agreement)}
  </NoticeBox>
)

function formatGivenBack({ refundedCents, heldUpRefundCents, failedRefundCents }: BudgetAgreement): string {
  const sentences = [
    ...(refundedCents > 0 ? [preventAmountWrapping(formatReturnedPayment(refundedCents, heldUpRefundCents))] : []),
    ...(failedRefundCents > 0 ? [`No hemos podido devolverte ${formatSum(failedRefundCents)}. ${REFUND_REFUSED}`] : []),
  ]
  return sentences.length > 0 ? sentences.join(' ') : 'No quedaba nada que devolver.'
}

function NextPayment({
  budget: { budgetId },
  parts,
}: {
  readonly budget: OwnBudget
  readonly parts: BudgetAgreement['parts']
}) {
  const pay = usePayBudgetPart()
  const part = findPartToPay(parts)
  const paying = parts.find(({ isPaying }) => isPaying)
  if (parts.some(({ state }) => state === 'refunded'))
    return <GivenBack isAll={parts.every(({ state }) => state === 'refunded')} />
  if (paying) return <OnItsWay amountCents={paying.amountCents} />
  if (!part) return <p className="budget-settled">Está todo pagado.</p>
  const { orderId, amountCents, before, dueDay, state, number } = part
  return (
    <div className="budget-next">
      <p className="budget-next-title">
        {parts.length > 1 ? `Te toca pagar la parte ${number} de ${parts.length}` : 'Falta el pago'}
      </p>
      <p>
        {before
          ? `Se paga ${formatMilestone(before)}, hacia el ${formatCalendarDay(dueDay)}.`
          : 'Cuando la pagues empezamos.'}
        {state === 'late' &&
          before &&
          ' Ese día ya ha pasado: en cuanto la pagues seguimos, y lo ya pagado no se pierde.'}
      </p>
      {pay.error && <NoticeBox kind="problem">{toErrorMessage(pay.error)}</NoticeBox>}
      <Button
        size="large"
        className="budget-next-button"
        busy={pay.isPending || pay.isSuccess}
        busyText="Abriendo el pago..."
        onClick={() => pay.mutate({ params: { budgetId, orderId }, body: {} })}
      >
        Pagar {formatSum(amountCents)}
      </Button>
    </div>
  )
}

const OnItsWay = ({ amountCents }: { readonly amountCents: number }) => (
  <p className="budget-settled">
    Tu pago de {formatSum(amountCents)} está en camino: tu banco puede tardar unos días. No tienes que hacer nada; te
    escribimos cuando llegue, o si tu banco no lo completa.
  </p>
)

/** Refunded by the practice directly: such a part pays for nothing, and client and practice agree how to go on. */
const GivenBack = ({ isAll }: { readonly isAll: boolean }) => (
  <p className="budget-settled">
    Se te ha devuelto {isAll ? 'lo que pagaste' : 'una parte'} del presupuesto, y lo que cubría queda en pausa.{' '}
    <Link to="/client/mensajes">Escríbenos</Link> para ver cómo seguimos, o cancela el presupuesto aquí abajo.
  </p>
)

function Left({ agreement: { consultations, analyses, option } }: { readonly agreement: BudgetAgreement }) {
  return (
    <>
      <h3>Lo que te queda</h3>
      <dl className="budget-left">
        {consultations.count > 0 && (
          <>
            <dt>Consultas de {option.consultations.durationMinutes} min</dt>
            <dd>{formatLeft(consultations)}</dd>
          </>
        )}
        {analyses.count > 0 && (
          <>
            <dt>Analíticas</dt>
            <dd>{formatLeft(analyses)}</dd>
          </>
        )}
      </dl>
      {consultations.free > 0 && (
        <ButtonLink to="/client?tab=consultations" variant="secondary">
          Elegir hora para tu consulta
        </ButtonLink>
      )}
    </>
  )
}

/** `Te quedan 2 de 3: 1 lista y 1 espera a un pago` */
function formatLeft({ count, used, free, blocked }: BudgetAgreement['consultations']): string {
  const left = count - used
  if (left === 0) return count === 1 ? 'Usada' : `Usadas las ${count}`
  const total = `${left === 1 ? 'Te queda' : 'Te quedan'} ${left} de ${count}`
  if (blocked === 0) return total
  const waiting = `${blocked} ${blocked === 1 ? 'espera' : 'esperan'} a un pago`
  return free === 0 ? `${total}: ${waiting}` : `${total}: ${free} ${free === 1 ? 'lista' : 'listas'} y ${waiting}`
}

function Cancelling({ budgetId }: { readonly budgetId: string }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <h3>Si no quieres seguir</h3>
      <p>Antes de confirmar te decimos cuánto te devolvemos.</p>
      <Button variant="remove" onClick={() => setAsking(true)}>
        Cancelar el presupuesto
      </Button>
      {isAsking && <CancelBudgetDialog budgetId={budgetId} close={() => setAsking(false)} />}
    </>
  )
}
