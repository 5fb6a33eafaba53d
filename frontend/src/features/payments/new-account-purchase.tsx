import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router-dom'
import type { PurchaseForm } from '#contract/sign-up'
import { browser } from '../../ui/browser.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notify.ts'
import { refusalText } from '../../ui/refusal-text.ts'
import { FailureNotice } from './failure-notice.tsx'
import { purchase, type Failure, type Outcome } from './purchase.ts'
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

/** Sends the form; what comes of it is shown, or the buyer is taken to the payment page. */
function usePurchase(form: UseFormReturn<PurchaseForm>) {
  const [account, setAccount] = useState(rememberedAccount.read)
  const [outcome, setOutcome] = useState<Outcome>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const show = (result: Outcome | undefined) => {
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
    if (result.kind === 'pay') {
      notify.success('Cuenta creada exitosamente. Redirigiendo al pago...')
      timer.current = setTimeout(() => browser.leaveFor(result.url), redirectMilliseconds)
    }
  }
  const finish = (failure: Failure | undefined) => {
    rememberedAccount.forget()
    show(failure)
  }
  return { account, outcome, submit, finish }
}

interface NewAccountFormProps {
  readonly form: UseFormReturn<PurchaseForm>
  readonly outcome: Outcome | undefined
  readonly submit: (given: PurchaseForm) => Promise<void>
}

const NewAccountForm = ({ form, outcome, submit }: NewAccountFormProps) => {
  const leaving = outcome?.kind === 'pay'
  return (
    <>
      <h1>Crear cuenta</h1>
      <SecurePrice />
      <form className="form" method="post" noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <PurchaseFields form={form} />
        <FailureNotice failure={leaving ? undefined : outcome} />
        <Button
          type="submit"
          size="large"
          busy={form.formState.isSubmitting || leaving}
          busyText="Creando cuenta y procesando pago..."
        >
          Crear cuenta y continuar al pago
        </Button>
      </form>
      <p className="card-end">
        <Link to="/auth">¿Ya tienes una cuenta? Inicia sesión</Link>
      </p>
    </>
  )
}

/** A visitor makes an account and goes on to pay; who made one in this tab already only pays. */
export function NewAccountPurchase() {
  const form = useForm<PurchaseForm>({
    resolver: zodResolver(PurchaseSchema),
    defaultValues: empty,
    mode: 'onTouched',
  })
  const { account, outcome, submit, finish } = usePurchase(form)
  const startOver = () => {
    form.reset()
    finish(undefined)
  }
  if (outcome?.kind === 'account-verified' || outcome?.kind === 'already-paid') {
    return <FinishedPurchase failure={outcome} startOver={startOver} />
  }
  if (!account || outcome?.kind === 'pay') return <NewAccountForm form={form} outcome={outcome} submit={submit} />
  const startCode = form.getValues('discountCode')?.trim()
  return (
    <ResumedPurchase account={account} before={outcome} startCode={startCode} finish={finish} startOver={startOver} />
  )
}
