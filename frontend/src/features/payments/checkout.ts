import { apiContract } from '#contract/api'
import type { CheckoutRedirect } from '#contract/purchases'
import type { PurchaseForm } from '#contract/sign-up'
import { callApi } from '../../api/call-api.ts'
import { ApiError, ApiUnreachableError } from '../../api/api-error.ts'
import { signUpForPurchase } from '../../api/sign-up.ts'
import { renewHeldSlot, showRequiredEarlyStart, toSlotFields } from './early-start.ts'
import { heldSlotStore } from './held-slot-store.ts'
import { areRulesChanged, toShownNoShowRuleField } from './read-rules.ts'
import { toTimeZoneField } from './time-zone-field.ts'
import { type UnpaidNewAccount, unpaidNewAccountStore } from './unpaid-new-account.ts'

const product = 'primera-consulta'

export type PurchaseFailure =
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** The unpaid account was verified meanwhile: the owner can sign in and pay. */
  | { readonly kind: 'account-verified' }
  | { readonly kind: 'already-paid' }
  | { readonly kind: 'failed'; readonly text: string; readonly rulesChanged?: true }

export type PurchaseOutcome = { readonly kind: 'pay'; readonly url: string } | PurchaseFailure

const failed = (text: string): PurchaseFailure => ({ kind: 'failed', text })

const toOrderRequestBody = (code: string | undefined) => ({ product, ...(code && { discountCode: code }) }) as const

export const toPurchaseRequestBody = (code: string | undefined) => ({
  ...toOrderRequestBody(code),
  ...toSlotFields(),
  ...toShownNoShowRuleField(),
  ...toTimeZoneField(),
})

/** Stores until when the hour is held for the payment, or that it is not. */
export async function storeSlotHoldOfCheckout(checkout: Promise<CheckoutRedirect>): Promise<CheckoutRedirect> {
  try {
    const redirect = await checkout
    renewHeldSlot(redirect.heldUntil)
    return redirect
  } catch (error) {
    if (error instanceof ApiError && error.code === 'hold-expired') heldSlotStore.end()
    showRequiredEarlyStart(error)
    throw error
  }
}

const tellable: ReadonlySet<string> = new Set(['payment-pending', 'account-unknown', 'hold-expired', 'too-many-holds'])

function refusalOf(error: ApiError, discountCode: string | undefined): PurchaseFailure | undefined {
  const { code, text } = error
  // The code is the only free input of an order, so an input error is about it.
  const codeRefused = code === 'discount-invalid' || (code === 'invalid-input' && discountCode)
  if (codeRefused || code === 'early-start-required') return { kind: 'refused', error }
  if (code === 'order-already-paid') return { kind: 'already-paid' }
  if (areRulesChanged(error)) return { kind: 'failed', text, rulesChanged: true }
  return tellable.has(code) ? failed(text) : undefined
}

export function toCheckoutFailure(error: unknown, discountCode: string | undefined): PurchaseFailure {
  const refusal = error instanceof ApiError ? refusalOf(error, discountCode) : undefined
  if (refusal) return refusal
  const answered = error instanceof ApiUnreachableError && error.status === 200
  if (answered) return failed('No se pudo crear la sesión de pago')
  return failed('Error al crear la sesión de pago. Por favor, inténtalo de nuevo.')
}

const signUpFailure = (thrown: unknown): PurchaseFailure =>
  thrown instanceof ApiError && (thrown.code === 'invalid-input' || thrown.code === 'email-taken')
    ? { kind: 'refused', error: thrown }
    : failed('No se pudo completar el registro')

export const startNewAccountCheckout = (account: UnpaidNewAccount, code: string | undefined) =>
  storeSlotHoldOfCheckout(
    callApi(apiContract.purchases.checkoutNewAccount, { body: { ...account, ...toPurchaseRequestBody(code) } }),
  )

async function pay(account: UnpaidNewAccount, code: string | undefined): Promise<PurchaseOutcome> {
  try {
    return { kind: 'pay', url: (await startNewAccountCheckout(account, code)).url }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'account-unknown') unpaidNewAccountStore.forget()
    return toCheckoutFailure(error, code)
  }
}

export async function signUpAndStartCheckout(form: PurchaseForm): Promise<PurchaseOutcome> {
  const code = form.discountCode
  try {
    if (code) await callApi(apiContract.purchases.quote, { body: toOrderRequestBody(code) })
  } catch (error) {
    return toCheckoutFailure(error, code)
  }
  try {
    const { token } = await signUpForPurchase(form)
    const account = { email: form.email, token }
    unpaidNewAccountStore.keep(account)
    return await pay(account, code)
  } catch (error) {
    return signUpFailure(error)
  }
}
