import { expect } from 'vitest'
import { generateTotpCode } from './browser-session.ts'
import { getProductSite } from './product-site.ts'

export interface ConsoleMail {
  readonly id: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly { readonly filename: string; readonly contentType: string; readonly content: string }[]
}

export interface ListedDemoAccount {
  readonly email: string
  readonly password: string
  readonly role: string
  readonly totpSecret: string | null
}

const read = async <T>(path: string, site = getProductSite()): Promise<T> =>
  (await (await fetch(`${site}/_local/${path}`, { headers: { accept: 'application/json' } })).json()) as T

/** To addresses that contain `to`, newest first. */
export const listConsoleMails = (to: string, site?: string): Promise<ConsoleMail[]> =>
  read<ConsoleMail[]>(`mail?to=${encodeURIComponent(to)}`, site)

/** The product's current time, ISO. */
export const readProductClock = async (site?: string): Promise<string> =>
  (await read<{ now: string }>('clock', site)).now

const QUEUE_STANDS_MS = 20_000
const countMails = async () => (await listConsoleMails('')).length

/**
 * @throws Error if it has not arrived and no mail to anybody has for twenty seconds: on a busy machine others are sent
 * first
 */
export async function waitForMail(to: string, subject: RegExp): Promise<ConsoleMail> {
  const find = async () => (await listConsoleMails(to)).find((mail) => subject.test(mail.subject))
  const isThere = async () => (await find()) !== undefined
  let before = await countMails()
  for (let sent = before + 1; sent > before; [before, sent] = [sent, await countMails()]) {
    await expect
      .poll(isThere, { timeout: QUEUE_STANDS_MS, interval: 100 })
      .toBe(true)
      .catch(() => undefined)
    const found = await find()
    if (found) return found
  }
  throw new Error(`no mail to ${to} whose subject is ${subject.source} has come`)
}

export function getMailLink({ html }: ConsoleMail): string {
  const [, address = ''] = html.match(/<a class="button"[^>]*href="([^"]+)"/) ?? []
  return address.replaceAll('&amp;', '&')
}

export async function getDemoAccount(role: 'administrador' | 'cliente', site?: string): Promise<ListedDemoAccount> {
  const account = (await read<ListedDemoAccount[]>('accounts', site)).find((each) => each.role === role)
  if (!account) throw new Error(`no demo account is ${role}`)
  return account
}

/** `steps` half minutes from now. */
export const generateDemoTotpCode = ({ totpSecret }: ListedDemoAccount, steps = 0): string =>
  generateTotpCode(totpSecret ?? '', steps)

export const sendConsoleCommand = async (path: string, body: object, site = getProductSite()) => {
  const response = await fetch(`${site}/_local/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status, await response.clone().text()).toBeLessThan(300)
  return (await response.json()) as unknown
}
