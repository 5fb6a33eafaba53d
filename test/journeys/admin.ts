import type { Page } from 'playwright-core'
import { api } from '#contract/api'
import { askOverHttp } from '../support/ask-over-http.ts'
import {
  type BrowserSession,
  type Credentials,
  enrolApp,
  openSession,
  takeUpInvitation,
} from '../support/browser-session.ts'
import { demoAccount, linkIn, mailTo } from '../support/local-console.ts'
import { productIsShared, productSite } from '../support/product-site.ts'
import { aVisitor, laptop } from '../support/visitor.ts'
import { aPerson } from './buying.ts'

interface Administrator extends Credentials {
  readonly session: BrowserSession
  readonly openedAt: number
}

/** By site address. */
const administrators = new Map<string, Administrator>()

/** A fresh code lasts five minutes: renewed after two, at least three remain for the journey. */
const RENEW_AFTER_MS = 2 * 60_000

async function anInvitedAdministrator(boss: BrowserSession): Promise<Administrator> {
  const { email } = aPerson()
  const password = 'Direccion-2027'
  await askOverHttp(api.users.invite, { body: { email, role: 'administrador' } }, { token: boss.token })
  const link = new URL(linkIn(await mailTo(email, /acceso/)))
  const code = link.searchParams.get('code') ?? ''
  const invited = await takeUpInvitation({ email, code, password, firstName: 'Elena', lastName: 'Prado' })
  return { email, password, ...(await enrolApp(invited)), openedAt: Date.now() }
}

/** The demo administrador, or on a shared product one per worker: a TOTP code works once per half minute. */
async function theAdministrator(site: string): Promise<Administrator> {
  const known = administrators.get(site)
  if (known && Date.now() - known.openedAt < RENEW_AFTER_MS) return known
  const account = known ?? (await demoAccount('administrador', site))
  const session = await openSession(account, site)
  const ownsNone = !known && site === productSite() && productIsShared()
  const { email, password, totpSecret } = account
  const administrator = ownsNone
    ? await anInvitedAdministrator(session)
    : { email, password, totpSecret, session, openedAt: Date.now() }
  administrators.set(site, administrator)
  return administrator
}

export const administratorSession = async (site = productSite()): Promise<BrowserSession> =>
  (await theAdministrator(site)).session

export async function anAdministrator(path = '/admin', site = productSite()): Promise<Page> {
  const page = await aVisitor({ size: laptop, site, session: await administratorSession(site) })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return page
}

export async function aColleague(path = '/admin'): Promise<{ page: Page; email: string; password: string }> {
  const { email, password, session } = await anInvitedAdministrator(await administratorSession())
  const page = await aVisitor({ size: laptop, session })
  await page.goto(path)
  await page.getByRole('heading', { name: 'Panel de Administración' }).waitFor()
  return { page, email, password }
}

export async function onPhone(page: Page, look: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await look()
  await page.setViewportSize(laptop)
}
