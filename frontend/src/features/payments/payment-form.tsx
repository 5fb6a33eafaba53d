import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { Checkout } from '#contract/payments'
import { browser } from '../../ui/browser.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { refusalText } from '../../ui/refusal-text.ts'
import { useVisitorForm } from '../../ui/use-draft-form.ts'
import { DiscountField, useQuote } from './discount-field.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { checkoutFailure, type PurchaseFailure } from './purchase.ts'
import { SecurePrice } from './secure-price.tsx'
import { usePageReturn } from './use-page-return.ts'

interface PaymentFormProps {
  readonly checkout: (code: string | undefined) => Promise<Checkout>
  /** @default checkoutFailure */
  readonly failureOf?: typeof checkoutFailure
  readonly before?: PurchaseFailure | undefined
  readonly startCode?: string | undefined
  readonly children?: ReactNode
}

/** For buyers with an account: optional discount code, then the payment page. */
export function PaymentForm({ checkout, failureOf = checkoutFailure, before, startCode, children }: PaymentFormProps) {
  const { form, draft } = useVisitorForm({ form: 'payment' }, { defaultValues: { code: startCode ?? '' } })
  const code = useWatch({ control: form.control, name: 'code' }).trim() || undefined
  const quotes = useQuote()
  const { mutate, error, variables, isPending, isSuccess, reset } = useMutation({
    mutationFn: checkout,
    onSuccess: ({ url }) => {
      draft.saved()
      browser.leaveFor(url)
    },
  })
  usePageReturn(reset)
  const untried = !isPending && !isSuccess
  const failure = error ? failureOf(error, variables) : untried ? before : undefined
  return (
    <Form
      draft={draft}
      onSubmit={(event) => {
        event.preventDefault()
        mutate(code)
      }}
    >
      <SecurePrice />
      <DiscountField
        code={code ?? ''}
        quotes={quotes}
        error={failure?.kind === 'discount-invalid' ? refusalText['discount-invalid'] : undefined}
        {...form.register('code')}
      />
      <FailureNotice failure={failure} />
      <Button type="submit" size="large" busy={isPending || isSuccess} busyText="Procesando...">
        Continuar al pago
      </Button>
      {children}
    </Form>
  )
}
