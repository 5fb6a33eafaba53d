import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api'
import { write } from '../../api/query.ts'
import { browser } from '../../ui/browser.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { DiscountField, useQuote } from './discount-field.tsx'
import { checkoutFailure } from './purchase.ts'
import { SecurePrice } from './secure-price.tsx'

const invalidCode = 'Código de descuento no válido'

/** A client who is signed in has an account already: a code perhaps, and on to the payment. */
export function ClientPurchase() {
  const [typed, setTyped] = useState('')
  const code = typed.trim()
  const quotes = useQuote()
  const checkout = useMutation({
    ...write(api.payments.checkout),
    onSuccess: ({ url }) => browser.leaveFor(url),
  })
  const failure = checkout.error ? checkoutFailure(checkout.error) : undefined

  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        checkout.mutate({ body: { product: 'primera-consulta', ...(code && { discountCode: code }) } })
      }}
    >
      <h1>Tu primera consulta</h1>
      <SecurePrice />
      <DiscountField
        code={code}
        quotes={quotes}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={failure?.kind === 'discount-invalid' ? invalidCode : undefined}
      />
      {failure?.kind === 'failed' && <NoticeBox kind="problem">{failure.text}</NoticeBox>}
      <Button type="submit" size="large" busy={checkout.isPending || checkout.isSuccess} busyText="Procesando...">
        Continuar al pago
      </Button>
    </form>
  )
}
