import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { PurchaseFailureNotice } from './purchase-failure-notice.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { toCheckoutFailure, startNewAccountCheckout, type PurchaseFailure } from './checkout.ts'
import type { UnpaidNewAccount } from './unpaid-new-account.ts'

/** Once the email is verified, the server answers `account-unknown`: the account no longer counts as new. */
const failureOf = (error: unknown, code: string | undefined): PurchaseFailure =>
  error instanceof ApiError && error.code === 'account-unknown'
    ? { kind: 'account-verified' }
    : toCheckoutFailure(error, code)

const Another = ({ startOver }: { readonly startOver: () => void }) => (
  <Button variant="secondary" onClick={startOver}>
    Usar otro correo
  </Button>
)

interface ResumedPurchaseProps {
  readonly account: UnpaidNewAccount
  readonly before: PurchaseFailure | undefined
  readonly startCode: string | undefined
  readonly finish: (failure: PurchaseFailure) => void
  readonly startOver: () => void
}

export const ResumedPurchase = ({ account, before, startCode, finish, startOver }: ResumedPurchaseProps) => {
  const checkout = async (code: string | undefined) => {
    try {
      return await startNewAccountCheckout(account, code)
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
      <CheckoutForm checkout={checkout} failureOf={failureOf} before={before} startCode={startCode}>
        <Another startOver={startOver} />
      </CheckoutForm>
    </>
  )
}

interface FinishedPurchaseProps {
  readonly failure: PurchaseFailure
  readonly startOver: () => void
}

export const PurchaseSignInNotice = ({ failure, startOver }: FinishedPurchaseProps) => (
  <div className="form">
    <h1>Tu primera consulta</h1>
    <PurchaseFailureNotice failure={failure} />
    <Another startOver={startOver} />
  </div>
)
