import { api } from '#contract/api'
import type { PurchaseForm } from '#contract/sign-up'
import { AuthProblem } from '../../api/auth-problem.ts'
import { call } from '../../api/call.ts'
import { Refused, Unreachable } from '../../api/refused.ts'
import { signUpToPurchase } from '../../api/sign-up.ts'
import { refusalText } from '../../ui/refusal-text.ts'
import { rememberedAccount } from './remembered-account.ts'

const product = 'primera-consulta'

/** How a purchase ended: with an address to pay at, or with what to tell the buyer. */
export type Outcome =
  | { readonly kind: 'pay'; readonly url: string }
  | { readonly kind: 'discount-invalid' }
  | { readonly kind: 'account-exists' }
  | { readonly kind: 'failed'; readonly text: string }

const failed = (text: string): Outcome => ({ kind: 'failed', text })

const codeOf = ({ discountCode }: Pick<PurchaseForm, 'discountCode'>) => (discountCode ? { discountCode } : {})

/** What is said when the payment page could not be made. */
export function checkoutFailure(error: unknown): Outcome {
  if (error instanceof Refused && error.code === 'discount-invalid') return { kind: 'discount-invalid' }
  if (error instanceof Refused && error.code === 'order-already-paid') return failed(refusalText[error.code])
  if (error instanceof Refused && error.code === 'account-unknown') {
    rememberedAccount.forget()
    return failed(refusalText[error.code])
  }
  const answered = error instanceof Unreachable && error.status === 200
  if (answered) return failed('No se pudo crear la sesión de pago')
  return failed('Error al crear la sesión de pago. Por favor, inténtalo de nuevo.')
}

async function accountFor(form: PurchaseForm): Promise<string> {
  const known = rememberedAccount.idFor(form.email)
  if (known) return known
  const { userId } = await signUpToPurchase(form)
  rememberedAccount.keep(form.email, userId)
  return userId
}

async function signUpFailure(thrown: unknown, { email }: PurchaseForm): Promise<Outcome> {
  const exists = thrown instanceof AuthProblem && thrown.code === 'account-exists'
  if (!exists) return failed('No se pudo completar el registro')
  // Whether the mail could be sent must not be told to whoever typed the address.
  await call(api.account.mailExistingOwner, { body: { email, product } }).catch(() => undefined)
  return { kind: 'account-exists' }
}

/** Checks the code, makes the account, opens the payment page; what is done already is not done again. */
export async function purchase(form: PurchaseForm): Promise<Outcome> {
  try {
    if (form.discountCode) await call(api.payments.quote, { body: { product, ...codeOf(form) } })
  } catch (error) {
    return checkoutFailure(error)
  }
  try {
    return await pay(await accountFor(form), form)
  } catch (error) {
    return signUpFailure(error, form)
  }
}

async function pay(userId: string, form: PurchaseForm): Promise<Outcome> {
  try {
    const { url } = await call(api.payments.checkoutNewAccount, { body: { userId, product, ...codeOf(form) } })
    return { kind: 'pay', url }
  } catch (error) {
    return checkoutFailure(error)
  }
}
