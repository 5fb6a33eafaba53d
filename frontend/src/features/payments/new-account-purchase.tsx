import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router-dom'
import type { PurchaseForm } from '#contract/sign-up'
import { browser } from '../../ui/browser.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import type { FormDraft } from '../../ui/form-draft.ts'
import { notify } from '../../ui/notify.ts'
import { refusalText } from '../../ui/refusal-text.ts'
import { useVisitorForm } from '../../ui/use-draft-form.ts'
import { FailureNotice } from './failure-notice.tsx'
import { purchase, type PurchaseFailure, type PurchaseOutcome } from './purchase.ts'
import { PurchaseFields } from './purchase-fields.tsx'
import { PurchaseSchema } from './purchase-schema.ts'
import { rememberedAccount } from './remembered-account.ts'
import { FinishedPurchase, ResumedPurchase } from './resumed-purchase.tsx'
import { SecurePrice } from './secure-price.tsx'
import { usePageReturn } from './use-page-return.ts'

const redirectMilliseconds = 1500

const empty: PurchaseForm = {
  firstName: '',
  lastName: '',
  email: '',
  confirmEmail: '',
  discountCode: '',
  password: '',
  terms: false,
}

function usePurchase(form: UseFormReturn<PurchaseForm>, draft: FormDraft) {
  const [account, setAccount] = useState(rememberedAccount.read)
  const [outcome, setOutcome] = useState<PurchaseOutcome>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const show = (result: PurchaseOutcome | undefined) => {
    setOutcome(result)
    setAccount(rememberedAccount.read())
  }
  usePageReturn(() => {
    clearTimeout(timer.current)
    show(undefined)
  })
  const submit = async (given: PurchaseForm) => {
    setOutcome(undefined)
    const result = await purchase(given)
    show(result)
    if (result.kind === 'discount-invalid') {
      form.setError('discountCode', { message: refusalText[result.kind] }, { shouldFocus: true })
    }
    if (result.kind === 'password-weak') {
      form.setError('password', { message: result.text }, { shouldFocus: true })
    }
    if (result.kind === 'pay') {
      draft.saved()
      notify.success('Cuenta creada exitosamente. Redirigiendo al pago...')
      timer.current = setTimeout(() => browser.leaveFor(result.url), redirectMilliseconds)
    }
  }
  const finish = (failure: PurchaseFailure | undefined) => {
    rememberedAccount.forget()
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
  return (
    <>
      <h1>Crear cuenta</h1>
      <SecurePrice />
      <Form draft={draft} onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <PurchaseFields form={form} />
        <p className="field-hint">
          ¿Ya has pagado con este correo? No pagues otra vez: abre el enlace que te enviamos para verificarlo.
        </p>
        <FailureNotice failure={leaving ? undefined : outcome} />
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
        <Link to="/auth">¿Ya tienes una cuenta? Inicia sesión</Link>
      </p>
    </>
  )
}

/** Creates an account and starts the payment; an unpaid account of this tab is reused. */
export function NewAccountPurchase() {
  const { form, draft } = useVisitorForm<PurchaseForm>(
    // Nobody accepts anything by a reload.
    { form: 'purchase', omit: ['password', 'terms'] },
    { resolver: zodResolver(PurchaseSchema), defaultValues: empty, mode: 'onTouched' },
  )
  const { account, outcome, submit, finish } = usePurchase(form, draft)
  const startOver = () => {
    draft.startOver()
    finish(undefined)
  }
  if (outcome?.kind === 'account-verified' || outcome?.kind === 'already-paid') {
    return <FinishedPurchase failure={outcome} startOver={startOver} />
  }
  if (!account || outcome?.kind === 'pay')
    return <NewAccountForm form={form} draft={draft} outcome={outcome} submit={submit} />
  const startCode = form.getValues('discountCode')?.trim()
  return (
    <ResumedPurchase account={account} before={outcome} startCode={startCode} finish={finish} startOver={startOver} />
  )
}
