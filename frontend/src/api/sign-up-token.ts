import * as z from 'zod/mini'
import { PRODUCT_SLUG } from '#contract/product'

const key = `${PRODUCT_SLUG}:sign-up`

const Kept = z.object({ email: z.string(), token: z.string() })

function kept(): z.infer<typeof Kept> | undefined {
  try {
    return Kept.parse(JSON.parse(window.localStorage.getItem(key) ?? 'null'))
  } catch {
    return undefined
  }
}

/** Proves that this browser created the account whose email is to be verified: random, and useless without the mail. */
export const signUpTokenStore = {
  of: (email: string): string | undefined => {
    const present = kept()
    return present?.email === email.trim().toLowerCase() ? present.token : undefined
  },
  keep: ({ email, token }: z.infer<typeof Kept>): void => {
    try {
      window.localStorage.setItem(key, JSON.stringify({ email: email.trim().toLowerCase(), token }))
    } catch {
      // A browser that keeps nothing asks for the password.
    }
  },
  forget: (): void => {
    try {
      window.localStorage.removeItem(key)
    } catch {
      // As above.
    }
  },
}
