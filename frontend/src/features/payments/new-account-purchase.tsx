import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router-dom'
import type { PurchaseForm } from '#contract/sign-up'
import { browser } from '../../ui/browser.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { notify } from '../../ui/notify.ts'
import { purchase, type Outcome } from './purchase.ts'
import { PurchaseFields } from './purchase-fields.tsx'
import { PurchaseSchema } from './purchase-schema.ts'
import { SecurePrice } from './secure-price.tsx'

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
  const [outcome, setOutcome] = useState<Outcome>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const submit = async (given: PurchaseForm) => {
    setOutcome(undefined)
    const result = await purchase(given)
    setOutcome(result)
    if (result.kind === 'discount-invalid') {
      form.setError('discountCode', { message: 'Código de descuento no válido' }, { shouldFocus: true })
    }
    if (result.kind === 'pay') {
      notify.success('Cuenta creada exitosamente. Redirigiendo al pago...')
      timer.current = setTimeout(() => browser.leaveFor(result.url), redirectMilliseconds)
    }
  }
  return { outcome, submit }
}

const Failure = ({ outcome }: { readonly outcome: Outcome | undefined }) => {
  if (outcome?.kind === 'failed') return <NoticeBox kind="problem">{outcome.text}</NoticeBox>
  if (outcome?.kind !== 'account-exists') return null
  return (
    <NoticeBox kind="problem">
      <p>No se pudo completar el registro</p>
      <p>Si ya tienes una cuenta, te hemos enviado un correo con un enlace para iniciar sesión y pagar.</p>
    </NoticeBox>
  )
}

/** A visitor makes an account and goes on to pay. */
export function NewAccountPurchase() {
  const form = useForm<PurchaseForm>({
    resolver: zodResolver(PurchaseSchema),
    defaultValues: empty,
    mode: 'onTouched',
  })
  const { outcome, submit } = usePurchase(form)
  const busy = form.formState.isSubmitting || outcome?.kind === 'pay'

  return (
    <>
      <h1>Crear cuenta</h1>
      <SecurePrice />
      <form className="form" noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <PurchaseFields form={form} />
        <Failure outcome={outcome} />
        <Button type="submit" size="large" busy={busy} busyText="Creando cuenta y procesando pago...">
          Crear cuenta y continuar al pago
        </Button>
      </form>
      <p className="card-end">
        <Link to="/auth">¿Ya tienes una cuenta? Inicia sesión</Link>
      </p>
    </>
  )
}
