import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
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
import { withNamedLock } from '../support/share-build.ts'
import { openVisitorPage, laptopViewport } from '../support/visitor.ts'
import { createJourneyPerson } from './buying.ts'

interface Administrator extends SignInCredentials {
  readonly session: BrowserSession
  readonly openedAt: number
}

const administrators = new Map<string, Administrator>()
/** Running sign-ins by site URL. Parallel calls share one, because more at once would be refused. */
const beginning = new Map<string, Promise<Administrator>>()

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

const isFresh = ({ openedAt }: { readonly openedAt: number }) => Date.now() - openedAt < RENEW_AFTER_MS

async function signIn(account: SignInCredentials, site: string): Promise<Administrator> {
  const { email, password, totpSecret } = account
  return { email, password, totpSecret, session: await openBrowserSession(account, site), openedAt: Date.now() }
}

/**
 * The demo administrador of the product that all workers share, signed in once for all of them: a code works once per
 * half minute, and attempts of five workers at once would lock the account.
 */
function theDemoAdministrator(site: string): Promise<Administrator> {
  const shared = inject('sharedFolder')
  const file = join(shared, 'demo-administrator.json')
  return withNamedLock(shared, 'demo-administrator', async () => {
    const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Administrator) : undefined
    if (known && isFresh(known)) return known
    const administrator = await signIn(await getDemoAccount('administrador', site), site)
    writeFileSync(file, JSON.stringify(administrator))
    return administrator
  })
}

function theAdministrator(site: string): Promise<Administrator> {
  const signingIn = beginning.get(site) ?? knownOrSignedIn(site).finally(() => beginning.delete(site))
  beginning.set(site, signingIn)
  return signingIn
}

async function knownOrSignedIn(site: string): Promise<Administrator> {
  const known = administrators.get(site)
  if (known && isFresh(known)) return known
  const isShared = site === getProductSite() && isProductShared()
  const administrator =
    !known && isShared
      ? await anInvitedAdministrator((await theDemoAdministrator(site)).session)
      : await signIn(known ?? (await getDemoAccount('administrador', site)), site)
  administrators.set(site, administrator)
  return administrator
}

export const getAdministratorSession = async (site = getProductSite()): Promise<BrowserSession> =>
  (await theAdministrator(site)).session

export interface AdministratorPageOptions {
  readonly site?: string
  /**
   * Before the first page is asked for.
   * @default - nothing
   */
  readonly prepare?: (page: Page) => Promise<void>
}

export async function openAdministratorPage(
  path = '/admin',
  { site = getProductSite(), prepare }: AdministratorPageOptions = {},
): Promise<Page> {
  const page = await openVisitorPage({ size: laptopViewport, site, session: await getAdministratorSession(site) })
  await prepare?.(page)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return page
}

/** A separate account. Its next code is `generateTotpCode(totpSecret, 1)`, because the current one confirmed it. */
export const inviteAdministrator = async (): Promise<SignInCredentials> =>
  anInvitedAdministrator(await getAdministratorSession())

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

/** From the list of clients. */
export async function goToDemoRecord(page: Page): Promise<void> {
  await page.getByLabel('Buscar clientes').fill('Lucía Ferrer')
  // While the list is filtered, the row could move away from the click.
  await page.waitForURL(/buscar=/)
  const list = page.getByRole('region', { name: 'Lista de Clientes' })
  await list.getByText(/^Mostrando 1 de /).waitFor()
  await list.getByRole('link', { name: 'Lucía Ferrer' }).click()
}
