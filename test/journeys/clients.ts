import type { Page } from 'playwright-core'
import { api } from '#contract/api'
import { HEALTH_CONSENT_VERSION } from '#contract/product'
import { askOverHttp } from '../support/ask-over-http.ts'
import { type BrowserSession, enrolApp, openSession } from '../support/browser-session.ts'
import { demoAccount, linkIn, mailTo } from '../support/local-console.ts'
import { productSite } from '../support/product-site.ts'
import { aVisitor, type VisitorOptions } from '../support/visitor.ts'
import { aPerson, type Person } from './buying.ts'

export interface SignedIn {
  readonly page: Page
  readonly person: Person
  readonly session: BrowserSession
}

async function proveAddress({ email }: Person, token: string): Promise<void> {
  const link = new URL(linkIn(await mailTo(email, /Verifica/)))
  const proof = link.searchParams.get('proof') ?? ''
  await askOverHttp(api.account.verifyAddress, { body: { email, proof, token } })
}

/** Over HTTP, with a verified address. @param birthDate e.g. `1990-05-17` */
export async function register(person: Person, birthDate = '1990-05-17'): Promise<BrowserSession> {
  const body = { ...person, birthDate, flow: 'registration', acceptedTerms: true } as const
  const { token } = await askOverHttp(api.account.signUp, { body })
  await proveAddress(person, token)
  return openSession(person)
}

export async function aClient(options: VisitorOptions & { readonly birthDate?: string } = {}): Promise<SignedIn> {
  const person = aPerson()
  const session = await register(person, options.birthDate)
  return { page: await aVisitor({ ...options, session }), person, session }
}

export async function aClientWithApp(options: VisitorOptions & { readonly birthDate?: string } = {}) {
  const person = aPerson()
  const { session, totpSecret, codes } = await enrolApp(await register(person, options.birthDate))
  return { page: await aVisitor({ ...options, session }), person, secret: totpSecret, codes }
}

async function pay(url: string, email: string): Promise<void> {
  const fields = new URLSearchParams({ act: 'pay', attempt: crypto.randomUUID(), email })
  const headers = { origin: new URL(url).origin }
  const { status, headers: answered } = await fetch(url, { method: 'POST', body: fields, headers, redirect: 'manual' })
  const sessionId = new URL(answered.get('location') ?? url).searchParams.get('session_id')
  if (status !== 303 || !sessionId) throw new Error(`the payment page answered ${status}`)
  // As the page does to which the buyer is sent back: from here on the payment is known, whenever the webhook comes.
  await askOverHttp(api.payments.confirm, { body: { sessionId } })
}

/** The address is not verified yet. */
export async function pays(person: Person): Promise<{ readonly token: string }> {
  const body = { ...person, flow: 'purchase', acceptedTerms: true } as const
  const { token } = await askOverHttp(api.account.signUp, { body })
  const { email } = person
  const order = { product: 'primera-consulta', email, token } as const
  const { url } = await askOverHttp(api.payments.checkoutNewAccount, { body: order })
  await pay(url, email)
  return { token }
}

export async function aBuyer(options: VisitorOptions = {}): Promise<SignedIn> {
  const person = aPerson()
  const { token } = await pays(person)
  await proveAddress(person, token)
  const session = await openSession(person)
  return { page: await aVisitor({ ...options, session }), person, session }
}

/** Born in 1990, with health consent. */
export async function aConsentingBuyer(options: VisitorOptions = {}): Promise<SignedIn> {
  const buyer = await aBuyer(options)
  const { token } = buyer.session
  await askOverHttp(api.account.giveBirthDate, { body: { birthDate: '1990-05-17' } }, { token })
  const consent = { accepted: true, textVersion: HEALTH_CONSENT_VERSION } as const
  await askOverHttp(api.consent.giveHealth, { body: consent }, { token })
  return buyer
}

export const elsewhere = async (person: Person, options: VisitorOptions = {}): Promise<Page> =>
  aVisitor({ ...options, session: await openSession(person, options.site) })

export async function theDemoClient(options: VisitorOptions = {}): Promise<Page> {
  const site = options.site ?? productSite()
  return aVisitor({ ...options, session: await openSession(await demoAccount('cliente', site), site) })
}
