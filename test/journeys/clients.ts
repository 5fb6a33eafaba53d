import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { apiContract } from '#contract/api'
import { parseMailedLink } from '#contract/mailed-links'
import { HEALTH_CONSENT_VERSION } from '#contract/product'
import { callEndpointOverHttp } from '../support/call-endpoint-over-http.ts'
import { type BrowserSession, enrolAuthenticatorApp, openBrowserSession } from '../support/browser-session.ts'
import { getDemoAccount, getMailLink, waitForMail } from '../support/local-console.ts'
import { getProductSite } from '../support/product-site.ts'
import { openVisitorPage, type VisitorOptions } from '../support/visitor.ts'
import { createJourneyPerson, type JourneyPerson } from './buying.ts'

export interface SignedInVisitor {
  readonly page: Page
  readonly person: JourneyPerson
  readonly session: BrowserSession
}

export async function proveAddress({ email }: JourneyPerson, token: string): Promise<void> {
  const link = new URL(getMailLink(await waitForMail(email, /^Verifica|^Tu pago te espera/)))
  const proof = parseMailedLink(link.hash).get('proof') ?? ''
  await callEndpointOverHttp(apiContract.account.verifyAddress, { body: { email, proof, token } })
}

/** Over HTTP, with a verified address. @param birthDate e.g. `1990-05-17` */
export async function registerVerifiedPerson(person: JourneyPerson, birthDate = '1990-05-17'): Promise<BrowserSession> {
  const body = { ...person, birthDate, flow: 'registration', acceptedTerms: true } as const
  const { token } = await callEndpointOverHttp(apiContract.account.signUp, { body })
  await proveAddress(person, token)
  return openBrowserSession(person)
}

export async function signInNewClient(
  options: VisitorOptions & { readonly birthDate?: string } = {},
): Promise<SignedInVisitor> {
  const person = createJourneyPerson()
  const session = await registerVerifiedPerson(person, options.birthDate)
  return { page: await openVisitorPage({ ...options, session }), person, session }
}

export async function signInNewClientWithTotp(options: VisitorOptions & { readonly birthDate?: string } = {}) {
  const person = createJourneyPerson()
  const { session, totpSecret, codes } = await enrolAuthenticatorApp(
    await registerVerifiedPerson(person, options.birthDate),
  )
  return { page: await openVisitorPage({ ...options, session }), person, secret: totpSecret, codes }
}

/** @returns the id of Stripe's session; without the redirect the product does not know of the payment */
export async function payOnStripePage(url: string, email: string): Promise<string> {
  const fields = new URLSearchParams({ act: 'pay', attempt: crypto.randomUUID(), email })
  const headers = { origin: new URL(url).origin }
  const { status } = await fetch(url, { method: 'POST', body: fields, headers, redirect: 'manual' })
  const [sessionId] = /cs_\w+$/.exec(url) ?? []
  if (status !== 303 || !sessionId) throw new Error(`the payment page answered ${status}`)
  return sessionId
}

/** Confirms like the return page: the payment is then recorded, whenever the webhook arrives. */
export async function payAndConfirm(url: string, email: string): Promise<void> {
  const sessionId = await payOnStripePage(url, email)
  await callEndpointOverHttp(apiContract.purchases.confirm, { body: { sessionId } })
}

export async function payWithoutAccount({ email }: Pick<JourneyPerson, 'email'>): Promise<void> {
  const order = { product: 'primera-consulta' } as const
  const { url } = await callEndpointOverHttp(apiContract.purchases.checkoutAnonymous, { body: order })
  await payAndConfirm(url, email)
}

/**
 * The address is not verified yet. @param startsAt a free hour outside the withdrawal period
 * @returns the sign-up's token and the URL of Stripe's page
 */
export async function orderWithNewAccount(
  person: JourneyPerson,
  startsAt?: string,
): Promise<{ token: string; url: string }> {
  const body = { ...person, flow: 'purchase', acceptedTerms: true } as const
  const { token } = await callEndpointOverHttp(apiContract.account.signUp, { body })
  const product = 'primera-consulta'
  const hold = startsAt && { ticket: randomBytes(32).toString('base64url'), startsAt }
  if (hold) await callEndpointOverHttp(apiContract.purchases.holdSlot, { body: { product, ...hold } })
  const order = { product, email: person.email, token, ...(hold && { hold }) } as const
  const { url } = await callEndpointOverHttp(apiContract.purchases.checkoutNewAccount, { body: order })
  return { token, url }
}

export async function payWithNewAccount(person: JourneyPerson, startsAt?: string): Promise<{ readonly token: string }> {
  const { token, url } = await orderWithNewAccount(person, startsAt)
  await payAndConfirm(url, person.email)
  return { token }
}

export async function signInNewBuyer(
  options: VisitorOptions & { readonly startsAt?: string } = {},
): Promise<SignedInVisitor> {
  const person = createJourneyPerson()
  const { token } = await payWithNewAccount(person, options.startsAt)
  await proveAddress(person, token)
  const session = await openBrowserSession(person)
  return { page: await openVisitorPage({ ...options, session }), person, session }
}

export async function signInConsentingBuyer(options: VisitorOptions = {}): Promise<SignedInVisitor> {
  const buyer = await signInNewBuyer(options)
  const { token } = buyer.session
  await callEndpointOverHttp(
    apiContract.accountSettings.giveBirthDate,
    { body: { birthDate: '1990-05-17' } },
    { token },
  )
  const consent = { accepted: true, textVersion: HEALTH_CONSENT_VERSION } as const
  await callEndpointOverHttp(apiContract.consent.giveHealth, { body: consent }, { token })
  return buyer
}

export const signInElsewhere = async (person: JourneyPerson, options: VisitorOptions = {}): Promise<Page> =>
  openVisitorPage({ ...options, session: await openBrowserSession(person, options.site) })

export async function openDemoClientPage(options: VisitorOptions = {}): Promise<Page> {
  const site = options.site ?? getProductSite()
  return openVisitorPage({ ...options, session: await openBrowserSession(await getDemoAccount('cliente', site), site) })
}
