import * as z from 'zod/mini'
import { PRODUCT_SLUG } from '#contract/product'

const key = `${PRODUCT_SLUG}:used-links`
const MAX_LINKS = 5

const Codes = z.array(z.string())

function codes(): readonly string[] {
  try {
    return Codes.parse(JSON.parse(window.localStorage.getItem(key) ?? '[]'))
  } catch {
    return []
  }
}

export const usedPasswordResetLinks = {
  has: (code: string): boolean => codes().includes(code),
  add: (code: string): void => {
    try {
      window.localStorage.setItem(key, JSON.stringify([code, ...codes()].slice(0, MAX_LINKS)))
    } catch {
      // A browser that keeps nothing is told by Cognito, once the password is typed.
    }
  },
}
