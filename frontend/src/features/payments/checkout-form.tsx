import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { CheckoutRedirect } from '#contract/purchases'
import { useAuth } from '../../api/auth.tsx'
import { browserWindowActions } from '../../ui/browser-window-actions.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { useVisitorDraftForm } from '../../ui/use-draft-form.ts'
import { DiscountCodeField, useDiscountedPriceQuote } from './discount-code-field.tsx'
import { PurchaseFailureNotice } from './purchase-failure-notice.tsx'
import { toCheckoutFailure, type PurchaseFailure } from './checkout.ts'
import { EarlyStartField } from './early-start-field.tsx'
import { isEarlyStartMissing } from './early-start.ts'
import { areRulesChanged, refetchPaymentRules } from './read-rules.ts'
import { PurchaseSlot } from './purchase-slot.tsx'
import { PurchasePriceSummary } from './purchase-price-summary.tsx'
import { useBackForwardCacheRestore } from '../../ui/use-back-forward-cache-restore.ts'

const inputNames = { discountCode: 'code' }

interface PaymentFormProps {
  readonly checkout: (code: string | undefined) => Promise<CheckoutRedirect>
  readonly failureOf?: typeof toCheckoutFailure
  readonly before?: PurchaseFailure | undefined
  readonly startCode?: string | undefined
  readonly children?: ReactNode
}

export function CheckoutForm({
  checkout,
  failureOf = toCheckoutFailure,
  before,
  startCode,
  children,
}: PaymentFormProps) {
  const { user } = useAuth()
  const { form, draft } = useVisitorDraftForm(
    // A code may be personal.
    { form: 'payment', of: user?.userId },
    { defaultValues: { code: startCode ?? '' } },
  )
  const code = useWatch({ control: form.control, name: 'code' }).trim() || undefined
  const quotes = useDiscountedPriceQuote()
  const queries = useQueryClient()
  const { mutate, error, variables, isPending, isSuccess, reset } = useMutation({
    mutationFn: checkout,
    onSuccess: ({ url }) => {
      draft.saved()
      browserWindowActions.leaveFor(url)
    },
    onError: async (problem) => {
      if (areRulesChanged(problem)) await refetchPaymentRules(queries)
    },
  })
  useBackForwardCacheRestore(reset)
  const untried = !isPending && !isSuccess
  const failure = error ? failureOf(error, variables) : untried ? before : undefined
  return (
    <Form
      draft={draft}
      refused={failure?.kind === 'refused' ? failure.error : error}
      inputNames={inputNames}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEarlyStartMissing()) mutate(code)
      }}
    >
      <PurchasePriceSummary />
      <PurchaseSlot amountCents={quotes.totalFor(code)} />
      <DiscountCodeField code={code ?? ''} quotes={quotes} {...form.register('code')} />
      <EarlyStartField />
      <PurchaseFailureNotice failure={failure} />
      <Button type="submit" size="large" busy={isPending || isSuccess} busyText="Procesando...">
        Continuar al pago
      </Button>
      {children}
    </Form>
  )
}
