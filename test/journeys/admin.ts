import type { Page } from 'playwright-core'
import { apiContract } from '#contract/api'
import { parseMailedLink } from '#contract/mailed-links'
import { callEndpointOverHttp } from '../support/call-endpoint-over-http.ts'
import {
  type BrowserSession,
  type SignInCredentials,
  enrolAuthenticatorApp,
  openBrowserSession,
  acceptInvitationOverHttp,
} from '../support/browser-session.ts'
import { getDemoAccount, getMailLink, waitForMail } from '../support/local-console.ts'
import { isProductShared, getProductSite } from '../support/product-site.ts'
import { openVisitorPage, laptopViewport } from '../support/visitor.ts'
import { createJourneyPerson } from './buying.ts'

interface Administrator extends SignInCredentials {
  readonly session: BrowserSession
  readonly openedAt: number
}

/** By site address. */
const administrators = new Map<string, Administrator>()

/** A fresh code lasts five minutes: renewed after two, at least three remain for the journey. */
const RENEW_AFTER_MS = 2 * 60_000

async function anInvitedAdministrator(boss: BrowserSession): Promise<Administrator> {
  const { email } = createJourneyPerson()
  const password = 'Direccion-2027'
  await callEndpointOverHttp(
    apiContract.users.invite,
    { body: { email, role: 'administrador' } },
    { token: boss.token },
  )
  const link = new URL(getMailLink(await waitForMail(email, /acceso/)))
  const code = parseMailedLink(link.hash).get('code') ?? ''
  const invited = await acceptInvitationOverHttp({ email, code, password, firstName: 'Elena', lastName: 'Prado' })
  return { email, password, ...(await enrolAuthenticatorApp(invited)), openedAt: Date.now() }
}

/** The demo administrador, or on a shared product one per worker: a TOTP code works once per half minute. */
async function theAdministrator(site: string): Promise<Administrator> {
  const known = administrators.get(site)
  if (known && Date.now() - known.openedAt < RENEW_AFTER_MS) return known
  const account = known ?? (await getDemoAccount('administrador', site))
  const session = await openBrowserSession(account, site)
  const ownsNone = !known && site === getProductSite() && isProductShared()
  const { email, password, totpSecret } = account
  const administrator = ownsNone
    ? await anInvitedAdministrator(session)
    : { email, password, totpSecret, session, openedAt: Date.now() }
  administrators.set(site, administrator)
  return administrator
}

export const getAdministratorSession = async (site = getProductSite()): Promise<BrowserSession> =>
  (await theAdministrator(site)).session

export async function openAdministratorPage(path = '/admin', site = getProductSite()): Promise<Page> {
  const page = await openVisitorPage({ size: laptopViewport, site, session: await getAdministratorSession(site) })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return page
}

export async function openInvitedAdministratorPage(
  path = '/admin',
): Promise<{ page: Page; email: string; password: string }> {
  const { email, password, session } = await anInvitedAdministrator(await getAdministratorSession())
  const page = await openVisitorPage({ size: laptopViewport, session })
  await page.goto(path)
  await page.getByRole('heading', { name: 'Panel de Administración' }).waitFor()
  return { page, email, password }
}

export async function runAtPhoneSize(page: Page, look: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await look()
  await page.setViewportSize(laptopViewport)
}
