import { api } from '#contract/api'
import { call } from '../../api/call.ts'
import { PaymentForm } from './payment-form.tsx'
import { orderBody } from './purchase.ts'

export const ClientPurchase = () => (
  <>
    <h1>Tu primera consulta</h1>
    <PaymentForm checkout={(code) => call(api.payments.checkout, { body: orderBody(code) })} />
  </>
)
