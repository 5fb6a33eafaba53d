import { api } from '#contract/api'
import type { PurchaseForm } from '#contract/sign-up'
import { call } from '../../api/call.ts'
import { ApiError, UnreachableError } from '../../api/api-error.ts'
import { signUpToPurchase } from '../../api/sign-up.ts'
import { refusalText } from '../../ui/refusal-text.ts'
import { type RememberedAccount, rememberedAccount } from './remembered-account.ts'

const product = 'primera-consulta'

export type PurchaseFailure =
  | { readonly kind: 'discount-invalid' }
  | { readonly kind: 'password-weak'; readonly text: string }
  | { readonly kind: 'account-exists'; readonly text: string }
  /** The unpaid account has been verified meanwhile: its owner signs in and pays. */
  | { readonly kind: 'account-verified' }
  | { readonly kind: 'already-paid' }
  | { readonly kind: 'failed'; readonly text: string }

export type PurchaseOutcome = { readonly kind: 'pay'; readonly url: string } | PurchaseFailure

const failed = (text: string): PurchaseFailure => ({ kind: 'failed', text })

export const orderBody = (code: string | undefined) => ({ product, ...(code && { discountCode: code }) }) as const

function refusalOf({ code }: ApiError, discountCode: string | undefined): PurchaseFailure | undefined {
  // The code is all that a buyer types of an order, so it is what can be wrong with it.
  const codeRefused = code === 'discount-invalid' || (code === 'invalid-input' && discountCode)
  if (codeRefused) return { kind: 'discount-invalid' }
  if (code === 'order-already-paid') return { kind: 'already-paid' }
  const tellable = code === 'payment-pending' || code === 'account-unknown'
  return tellable ? failed(refusalText[code]) : undefined
}

export function checkoutFailure(error: unknown, discountCode: string | undefined): PurchaseFailure {
  const refusal = error instanceof ApiError ? refusalOf(error, discountCode) : undefined
  if (refusal) return refusal
  const answered = error instanceof UnreachableError && error.status === 200
  if (answered) return failed('No se pudo crear la sesión de pago')
  return failed('Error al crear la sesión de pago. Por favor, inténtalo de nuevo.')
}

const existsText = 'Si ya tienes una cuenta con este correo, te hemos enviado un mensaje con los pasos para continuar.'

function signUpFailure(thrown: unknown): PurchaseFailure {
  const weak = thrown instanceof ApiError ? thrown.problems['password']?.[0] : undefined
  if (weak) return { kind: 'password-weak', text: weak }
  const exists = thrown instanceof ApiError && thrown.code === 'email-taken'
  return exists ? { kind: 'account-exists', text: existsText } : failed('No se pudo completar el registro')
}

export const checkoutNewAccount = (account: RememberedAccount, code: string | undefined) =>
  call(api.payments.checkoutNewAccount, { body: { ...account, ...orderBody(code) } })

async function pay(account: RememberedAccount, code: string | undefined): Promise<PurchaseOutcome> {
  try {
    return { kind: 'pay', url: (await checkoutNewAccount(account, code)).url }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'account-unknown') rememberedAccount.forget()
    return checkoutFailure(error, code)
  }
}

export async function purchase(form: PurchaseForm): Promise<PurchaseOutcome> {
  const code = form.discountCode
  try {
    if (code) await call(api.payments.quote, { body: orderBody(code) })
  } catch (error) {
    return checkoutFailure(error, code)
  }
  try {
    const { token } = await signUpToPurchase(form)
    const account = { email: form.email, token }
    rememberedAccount.keep(account)
    return await pay(account, code)
  } catch (error) {
    return signUpFailure(error)
  }
}
