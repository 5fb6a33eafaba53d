import * as z from 'zod/mini'
import { PRODUCT_SLUG } from '#contract/product'
import { tabStorage } from '../../api/browser-storage.ts'

const key = `${PRODUCT_SLUG}:purchase`

const Remembered = z.object({ email: z.string(), token: z.string() })
export type UnpaidNewAccount = z.infer<typeof Remembered>

let memory: UnpaidNewAccount | undefined

/** The unpaid account of this tab, so that a second attempt does not sign up again. */
export const unpaidNewAccountStore = {
  read: (): UnpaidNewAccount | undefined => memory ?? Remembered.safeParse(tabStorage.readJson(key)).data,
  keep: (account: UnpaidNewAccount): void => {
    memory = tabStorage.write(key, JSON.stringify(account)) ? undefined : account
  },
  forget: (): void => {
    memory = undefined
    tabStorage.remove(key)
  },
}
