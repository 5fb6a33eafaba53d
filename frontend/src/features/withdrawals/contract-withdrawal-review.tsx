import type { ContractWithdrawalForm } from '#contract/withdrawals'
import { toErrorMessage } from '../../api/error-message.ts'
import { practiceLegalDetails } from '#contract/practice'
import { Button } from '../../ui/button.tsx'
import { focusOnMount, useRestoreFocusAfterBusy } from '../../ui/focus.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'

export type ContractWithdrawalDeclaration = ContractWithdrawalForm & { readonly withdrawalId: string }

/** The declaration in the wording of the law, with the data that identify the person. */
export const ContractWithdrawalStatement = ({
  declaration,
}: {
  readonly declaration: ContractWithdrawalDeclaration
}) => {
  const { name, email, contract, comment } = declaration
  const said = [
    ['Nombre y apellidos', name],
    ['Email', email],
    ['Justificante, pedido o fecha de compra', contract],
    ['Comentario', comment],
  ] as const
  return (
    <div className="withdrawal-statement">
      <p>Por la presente comunico que desisto de mi contrato de prestación del servicio.</p>
      <dl>
        {said.map(
          ([term, text]) =>
            text && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}

interface ContractWithdrawalReviewProps {
  readonly declaration: ContractWithdrawalDeclaration
  readonly busy: boolean
  readonly error: Error | null
  readonly confirm: () => void
  readonly correct: () => void
}

/** Nothing is sent before it is confirmed. */
export function ContractWithdrawalReview({
  declaration,
  busy,
  error,
  confirm,
  correct,
}: ContractWithdrawalReviewProps) {
  const focus = useRestoreFocusAfterBusy(busy)
  return (
    <>
      <h2 id="desistir-titulo" tabIndex={-1} ref={focusOnMount}>
        Revisa y confirma
      </h2>
      <p>Paso 2 de 2. Si todo es correcto, confirma tu desistimiento.</p>
      <ContractWithdrawalStatement declaration={declaration} />
      {error && (
        <NoticeBox kind="problem">
          <p>
            <strong>No hemos podido registrar tu desistimiento.</strong>
          </p>
          <p>
            {toErrorMessage(error)} Si no lo consigues, escríbenos a{' '}
            <a href={`mailto:${practiceLegalDetails.email}`}>{practiceLegalDetails.email}</a>: vale igual.
          </p>
        </NoticeBox>
      )}
      <div className="withdrawal-actions" {...focus}>
        <Button busy={busy} busyText="Enviando..." onClick={confirm}>
          Confirmar desistimiento
        </Button>
        <Button variant="secondary" disabled={busy} onClick={correct}>
          Corregir los datos
        </Button>
      </div>
    </>
  )
}
