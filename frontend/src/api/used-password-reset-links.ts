import * as z from 'zod/mini'
import { PRODUCT_SLUG } from '#contract/product'
import { sharedStorage } from './browser-storage.ts'

const key = `${PRODUCT_SLUG}:used-links`
const MAX_LINKS = 5

const Codes = z.array(z.string())

const codes = (): readonly string[] => Codes.safeParse(sharedStorage.readJson(key)).data ?? []

/** Without storage, Cognito refuses the link after the password is typed. */
export const usedPasswordResetLinks = {
  has: (code: string): boolean => codes().includes(code),
  add: (code: string): void => void sharedStorage.write(key, JSON.stringify([code, ...codes()].slice(0, MAX_LINKS))),
}
