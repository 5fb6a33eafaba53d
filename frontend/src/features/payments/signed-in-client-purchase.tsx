import { apiContract } from '#contract/api'
import { callApi } from '../../api/call-api.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { toOrderRequestBody } from './checkout.ts'

export const SignedInClientPurchase = () => (
  <>
    <h1>Tu primera consulta</h1>
    <CheckoutForm checkout={(code) => callApi(apiContract.payments.checkout, { body: toOrderRequestBody(code) })} />
  </>
)
