import { expect } from 'vitest'
import { codeFor } from './browser-session.ts'
import { productSite } from './product-site.ts'

export interface Mail {
  readonly id: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly { readonly filename: string; readonly contentType: string; readonly content: string }[]
}

export interface DemoAccount {
  readonly email: string
  readonly password: string
  readonly role: string
  readonly totpSecret: string | null
}

const read = async <T>(path: string, site = productSite()): Promise<T> =>
  (await (await fetch(`${site}/_local/${path}`, { headers: { accept: 'application/json' } })).json()) as T

/** To addresses that contain `to`, newest first. */
export const mails = (to: string, site?: string): Promise<Mail[]> =>
  read<Mail[]>(`mail?to=${encodeURIComponent(to)}`, site)

export async function mailTo(to: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined
  const arrived = async () => {
    found = (await mails(to)).find((mail) => subject.test(mail.subject))
    return found
  }
  await expect.poll(arrived, { timeout: 10_000, interval: 100 }).toBeDefined()
  if (!found) throw new Error(`no mail to ${to} has come`)
  return found
}

export function linkIn({ html }: Mail): string {
  const [, address = ''] = html.match(/href="([^"]+)"/) ?? []
  return address.replaceAll('&amp;', '&')
}

export async function demoAccount(role: 'administrador' | 'cliente', site?: string): Promise<DemoAccount> {
  const account = (await read<DemoAccount[]>('accounts', site)).find((each) => each.role === role)
  if (!account) throw new Error(`no demo account is ${role}`)
  return account
}

/** `steps` half minutes from now. */
export const codeOf = ({ totpSecret }: DemoAccount, steps = 0): string => codeFor(totpSecret ?? '', steps)

export const sendCommand = async (path: string, body: object, site = productSite()) => {
  const response = await fetch(`${site}/_local/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status, await response.clone().text()).toBeLessThan(300)
  return (await response.json()) as unknown
}
