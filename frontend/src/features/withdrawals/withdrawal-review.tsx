import type { WithdrawalForm } from '#contract/withdrawals'
import { errorText } from '../../api/error-text.ts'
import { practice } from '#contract/practice'
import { Button } from '../../ui/button.tsx'
import { focusOnMount, useReturningFocus } from '../../ui/focus.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'

export type Declaration = WithdrawalForm & { readonly withdrawalId: string }

/** The declaration in the wording of the law, with the data that identify the person. */
export const Statement = ({ declaration }: { readonly declaration: Declaration }) => {
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

interface WithdrawalReviewProps {
  readonly declaration: Declaration
  readonly busy: boolean
  readonly error: Error | null
  readonly confirm: () => void
  readonly correct: () => void
}

/** Second step; nothing is sent before it is confirmed. */
export function WithdrawalReview({ declaration, busy, error, confirm, correct }: WithdrawalReviewProps) {
  const focus = useReturningFocus(busy)
  return (
    <>
      <h2 id="desistir-titulo" tabIndex={-1} ref={focusOnMount}>
        Revisa y confirma
      </h2>
      <p>Paso 2 de 2. Si todo es correcto, confirma tu desistimiento.</p>
      <Statement declaration={declaration} />
      {error && (
        <NoticeBox kind="problem">
          <p>
            <strong>No hemos podido registrar tu desistimiento.</strong>
          </p>
          <p>
            {errorText(error)} Si no lo consigues, escríbenos a{' '}
            <a href={`mailto:${practice.email}`}>{practice.email}</a>: vale igual.
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
