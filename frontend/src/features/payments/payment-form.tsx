import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Checkout } from '#contract/payments'
import { browser } from '../../ui/browser.ts'
import { Button } from '../../ui/button.tsx'
import { refusalText } from '../../ui/refusal-text.ts'
import { DiscountField, useQuote } from './discount-field.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { checkoutFailure, type Failure } from './purchase.ts'
import { SecurePrice } from './secure-price.tsx'
import { usePageReturn } from './use-page-return.ts'

interface PaymentFormProps {
  readonly checkout: (code: string | undefined) => Promise<Checkout>
  /** Says what went wrong; @default checkoutFailure */
  readonly failureOf?: typeof checkoutFailure
  /** What went wrong before this form was shown. */
  readonly before?: Failure | undefined
  readonly startCode?: string | undefined
  /** Other ways on, below the button. */
  readonly children?: ReactNode
}

/** For whoever has an account: a code perhaps, and on to the payment. */
export function PaymentForm({ checkout, failureOf = checkoutFailure, before, startCode, children }: PaymentFormProps) {
  const [typed, setTyped] = useState(startCode ?? '')
  const code = typed.trim() || undefined
  const quotes = useQuote()
  const { mutate, error, variables, isPending, isSuccess, reset } = useMutation({
    mutationFn: checkout,
    onSuccess: ({ url }) => browser.leaveFor(url),
  })
  usePageReturn(reset)
  const untried = !isPending && !isSuccess
  const failure = error ? failureOf(error, variables) : untried ? before : undefined
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        mutate(code)
      }}
    >
      <SecurePrice />
      <DiscountField
        code={code ?? ''}
        quotes={quotes}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={failure?.kind === 'discount-invalid' ? refusalText['discount-invalid'] : undefined}
      />
      <FailureNotice failure={failure} />
      <Button type="submit" size="large" busy={isPending || isSuccess} busyText="Procesando...">
        Continuar al pago
      </Button>
      {children}
    </form>
  )
}
