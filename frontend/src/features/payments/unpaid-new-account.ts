import * as z from 'zod/mini'
import { PRODUCT_SLUG } from '#contract/product'

const key = `${PRODUCT_SLUG}:purchase`

const Remembered = z.object({ email: z.string(), token: z.string() })
export type UnpaidNewAccount = z.infer<typeof Remembered>

function remembered(): UnpaidNewAccount | undefined {
  try {
    return Remembered.parse(JSON.parse(window.sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return undefined
  }
}

/** The unpaid account of this tab, so that a second attempt does not sign up again. */
export const unpaidNewAccountStore = {
  read: remembered,
  keep: (account: UnpaidNewAccount): void => window.sessionStorage.setItem(key, JSON.stringify(account)),
  forget: (): void => window.sessionStorage.removeItem(key),
}
