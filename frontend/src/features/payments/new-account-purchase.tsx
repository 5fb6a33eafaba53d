import { useQueryClient } from '@tanstack/react-query'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { PurchaseForm } from '#contract/sign-up'
import { findBrokenPasswordRule } from '#contract/password'
import { SingleLineText } from '#contract/text-schemas'
import { browserWindowActions } from '../../ui/browser-window-actions.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import type { FormDraft } from '../../ui/form-draft.ts'
import { Link } from '../../ui/link.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { useVisitorDraftForm } from '../../ui/use-draft-form.ts'
import { PurchaseFailureNotice } from './purchase-failure-notice.tsx'
import { signUpAndStartCheckout, type PurchaseFailure, type PurchaseOutcome } from './checkout.ts'
import { PurchaseFields } from './purchase-fields.tsx'
import { unpaidNewAccountStore } from './unpaid-new-account.ts'
import { useDiscountedPriceQuote } from './discount-code-field.tsx'
import { EarlyStartField } from './early-start-field.tsx'
import { isEarlyStartMissing } from './early-start.ts'
import { refetchPaymentRules } from './read-rules.ts'
import { PurchaseSlot } from './purchase-slot.tsx'
import { PurchaseSignInNotice, ResumedPurchase } from './resumed-purchase.tsx'
import { PurchasePriceSummary } from './purchase-price-summary.tsx'
import { useBackForwardCacheRestore } from '../../ui/use-back-forward-cache-restore.ts'
import { pageRefusalMessages } from '../../ui/page-refusal-messages.ts'

const shortest = 6

/**
 * Adds the password rules to the contract's form: below six characters its own message is shown, from six on that of
 * the first broken rule.
 */
const PurchaseFormSchema = z.safeExtend(PurchaseForm, {
  discountCode: z.optional(SingleLineText.check(z.maxLength(40, { error: pageRefusalMessages['discount-invalid'] }))),
  password: PurchaseForm.shape.password.check(
    z.superRefine((password, context) => {
      const broken = password.length >= shortest ? findBrokenPasswordRule(password) : undefined
      if (broken) context.addIssue({ code: 'custom', message: broken.text })
    }),
  ),
})

const inputNames = { acceptedTerms: 'terms' }
const refusalTexts = {
  'email-taken': 'Si ya tienes una cuenta con este correo, te hemos enviado un mensaje con los pasos para continuar.',
}

const redirectMilliseconds = 1500

/** Returns to the purchase after the sign-in, because the held hour expires. */
export const SIGN_IN_TO_BUY = '/auth?next=/comprar'

const empty: PurchaseForm = {
  firstName: '',
  lastName: '',
  email: '',
  confirmEmail: '',
  discountCode: '',
  password: '',
  terms: false,
}

function usePurchase(draft: FormDraft) {
  const [account, setAccount] = useState(unpaidNewAccountStore.read)
  const [outcome, setOutcome] = useState<PurchaseOutcome>()
  const queries = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      clearTimeout(timer.current)
    }
  }, [])

  const show = (result: PurchaseOutcome | undefined) => {
    setOutcome(result)
    setAccount(unpaidNewAccountStore.read())
  }
  useBackForwardCacheRestore(() => {
    clearTimeout(timer.current)
    show(undefined)
  })
  const submit = async (given: PurchaseForm) => {
    if (isEarlyStartMissing()) return
    setOutcome(undefined)
    const result = await signUpAndStartCheckout(given)
    if (result.kind === 'failed' && result.rulesChanged) await refetchPaymentRules(queries)
    show(result)
    if (result.kind === 'pay') {
      draft.saved()
      // Whoever went elsewhere meanwhile is not taken to Stripe; the purchase page offers the payment.
      if (isLeft.current) return
      showNotice.success('Cuenta creada exitosamente. Redirigiendo al pago...')
      timer.current = setTimeout(() => browserWindowActions.leaveFor(result.url), redirectMilliseconds)
    }
  }
  const finish = (failure: PurchaseFailure | undefined) => {
    unpaidNewAccountStore.forget()
    show(failure)
  }
  return { account, outcome, submit, finish }
}

interface NewAccountFormProps {
  readonly form: UseFormReturn<PurchaseForm>
  readonly draft: FormDraft
  readonly outcome: PurchaseOutcome | undefined
  readonly submit: (given: PurchaseForm) => Promise<void>
}

const NewAccountForm = ({ form, draft, outcome, submit }: NewAccountFormProps) => {
  const leaving = outcome?.kind === 'pay'
  const quotes = useDiscountedPriceQuote()
  const code = form.watch('discountCode')?.trim()
  return (
    <>
      <h1>Crear cuenta</h1>
      <PurchasePriceSummary />
      <PurchaseSlot amountCents={quotes.totalFor(code)} />
      <Form
        draft={draft}
        refused={outcome?.kind === 'refused' ? outcome.error : null}
        inputNames={inputNames}
        refusalTexts={refusalTexts}
        onSubmit={(event) => void form.handleSubmit(submit, () => void isEarlyStartMissing())(event)}
      >
        <PurchaseFields form={form} quotes={quotes} />
        <EarlyStartField />
        <p className="field-hint">
          ¿Ya has pagado con este correo? No pagues otra vez: abre el enlace que te enviamos para verificarlo.
        </p>
        <PurchaseFailureNotice failure={leaving ? undefined : outcome} />
        <Button
          type="submit"
          size="large"
          busy={form.formState.isSubmitting || leaving}
          busyText="Creando cuenta y procesando pago..."
        >
          Crear cuenta y continuar al pago
        </Button>
      </Form>
      <p className="card-end">
        <Link to={SIGN_IN_TO_BUY}>¿Ya tienes una cuenta? Inicia sesión</Link>
      </p>
    </>
  )
}

/** An unpaid account of this tab is reused. */
export function NewAccountPurchase() {
  const { form, draft } = useVisitorDraftForm<PurchaseForm>(
    // Consent is not restored from a draft.
    { form: 'purchase', omit: ['password', 'terms'] },
    { resolver: zodResolver(PurchaseFormSchema), defaultValues: empty, mode: 'onTouched' },
  )
  const { account, outcome, submit, finish } = usePurchase(draft)
  const startOver = () => {
    draft.startOver()
    finish(undefined)
  }
  if (outcome?.kind === 'account-verified' || outcome?.kind === 'already-paid') {
    return <PurchaseSignInNotice failure={outcome} startOver={startOver} />
  }
  if (!account || outcome?.kind === 'pay')
    return <NewAccountForm form={form} draft={draft} outcome={outcome} submit={submit} />
  const startCode = form.getValues('discountCode')?.trim()
  return (
    <ResumedPurchase account={account} before={outcome} startCode={startCode} finish={finish} startOver={startOver} />
  )
}
