import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { PaymentForm } from './payment-form.tsx'
import { checkoutFailure, checkoutNewAccount, type PurchaseFailure } from './purchase.ts'
import type { RememberedAccount } from './remembered-account.ts'

/** Once the email is verified, the server answers `account-unknown`: the account no longer counts as new. */
const failureOf = (error: unknown, code: string | undefined): PurchaseFailure =>
  error instanceof ApiError && error.code === 'account-unknown'
    ? { kind: 'account-verified' }
    : checkoutFailure(error, code)

const Another = ({ startOver }: { readonly startOver: () => void }) => (
  <Button variant="secondary" onClick={startOver}>
    Usar otro correo
  </Button>
)

interface ResumedPurchaseProps {
  readonly account: RememberedAccount
  readonly before: PurchaseFailure | undefined
  readonly startCode: string | undefined
  /** Called when this account cannot be paid here any more. */
  readonly finish: (failure: PurchaseFailure) => void
  readonly startOver: () => void
}

export const ResumedPurchase = ({ account, before, startCode, finish, startOver }: ResumedPurchaseProps) => {
  const checkout = async (code: string | undefined) => {
    try {
      return await checkoutNewAccount(account, code)
    } catch (error) {
      const failure = failureOf(error, code)
      if (failure.kind === 'account-verified' || failure.kind === 'already-paid') finish(failure)
      throw error
    }
  }
  return (
    <>
      <h1>Tu primera consulta</h1>
      <p role="status">
        Tu cuenta <strong>{account.email}</strong> ya está creada. Solo falta el pago.
      </p>
      <PaymentForm checkout={checkout} failureOf={failureOf} before={before} startCode={startCode}>
        <Another startOver={startOver} />
      </PaymentForm>
    </>
  )
}

interface FinishedPurchaseProps {
  readonly failure: PurchaseFailure
  readonly startOver: () => void
}

export const FinishedPurchase = ({ failure, startOver }: FinishedPurchaseProps) => (
  <div className="form">
    <h1>Tu primera consulta</h1>
    <FailureNotice failure={failure} />
    <Another startOver={startOver} />
  </div>
)
