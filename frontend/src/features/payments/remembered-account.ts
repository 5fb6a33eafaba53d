import * as z from 'zod'
import { PRODUCT_SLUG } from '#contract/product'

const key = `${PRODUCT_SLUG}:purchase`

const Remembered = z.object({ email: z.string(), userId: z.string() })

function remembered(): z.infer<typeof Remembered> | undefined {
  try {
    return Remembered.parse(JSON.parse(window.sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return undefined
  }
}

/** The account that was made for a purchase which is not paid yet, so that a second try pays and does not sign up again. */
export const rememberedAccount = {
  idFor: (email: string): string | undefined => {
    const known = remembered()
    return known?.email === email ? known.userId : undefined
  },
  keep: (email: string, userId: string): void => window.sessionStorage.setItem(key, JSON.stringify({ email, userId })),
  forget: (): void => window.sessionStorage.removeItem(key),
}
