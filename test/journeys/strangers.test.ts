import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiContract } from '#contract/api'
import { PRODUCT_SLUG } from '#contract/product'
import { openBrowserSession } from '../support/browser-session.ts'
import { callEndpointOverHttp } from '../support/call-endpoint-over-http.ts'
import { getMailLink, waitForMail, sendConsoleCommand } from '../support/local-console.ts'
import { openVisitorPage } from '../support/visitor.ts'
import {
  createJourneyPerson,
  buyWithNewAccount,
  verifyAddressAndSignIn,
  type JourneyPerson,
  buyWithoutAccount,
  signInOnPage,
} from './buying.ts'
import { getAdministratorSession, openAdministratorPage } from './admin.ts'
import { payWithNewAccount, payWithoutAccount } from './clients.ts'
import {
  choosePasswordByLink,
  completeRegistration,
  signInByGooglePopup,
  submitRegistrationForm,
} from './registration.ts'
import { setUpTotp } from './second-factor.ts'

const HIS = 'Remolacha-41'
const HERS = 'Calabaza-2027'

const toStranger = (person: JourneyPerson) => ({ ...person, firstName: 'Intruso', password: HIS })

async function herBrowser() {
  const [she, person] = [await openVisitorPage(), createJourneyPerson()]
  return { she, person, his: toStranger(person) }
}

/** As the form and the pages after it leave it: with the token of the sign-up, by which a link knows its browser. */
async function herBrowserAfterPurchase() {
  const person = createJourneyPerson()
  const { token } = await payWithNewAccount(person)
  const kept = JSON.stringify({ email: person.email, token })
  const she = await openVisitorPage({ storage: { [`${PRODUCT_SLUG}:sign-up`]: kept } })
  return { she, person, his: toStranger(person) }
}

async function expectHerPayment(she: Page): Promise<void> {
  await she.goto('/client?tab=invoices')
  await she.getByText('80,00').first().waitFor()
  await she.getByRole('heading', { name: 'Hola, Marta' }).waitFor()
}

async function expectNoWayInOnPage(he: Page, { email }: JourneyPerson): Promise<void> {
  await signInOnPage(he, { email, password: HIS })
  await he
    .getByText(/Credenciales inválidas|Email no verificado/)
    .first()
    .waitFor()
  await he.goto('/client')
  await he.waitForURL(/\/auth/)
}

const expectNoWayIn = ({ email }: JourneyPerson): Promise<void> =>
  expect(openBrowserSession({ email, password: HIS })).rejects.toThrow(/^(Incorrect username|User is not confirmed)/)

async function signUpOnPage(page: Page, person: JourneyPerson): Promise<void> {
  await submitRegistrationForm(page, person)
  await page.getByRole('button', { name: 'Ya he verificado mi email' }).waitFor()
}

async function signUp(person: JourneyPerson): Promise<void> {
  const body = { ...person, birthDate: '1990-05-17', flow: 'registration', acceptedTerms: true } as const
  await callEndpointOverHttp(apiContract.account.signUp, { body })
}

async function invite({ email }: JourneyPerson): Promise<void> {
  const { token } = await getAdministratorSession()
  await callEndpointOverHttp(apiContract.users.invite, { body: { email, role: 'cliente' } }, { token })
}

async function acceptInvitation(page: Page, { email, firstName, lastName }: JourneyPerson): Promise<void> {
  await page.goto(getMailLink(await waitForMail(email, /acceso/)))
  await page.getByLabel('Nombre', { exact: true }).fill(firstName)
  await page.getByLabel('Apellidos').fill(lastName)
  await page.getByLabel('Nueva contraseña', { exact: true }).fill(HERS)
  await page.getByLabel('Confirmar contraseña').fill(HERS)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
}

async function comeByGoogle(page: Page, person: JourneyPerson): Promise<void> {
  await page.goto('/auth')
  await signInByGooglePopup(page, person)
  await page.getByLabel('Fecha de nacimiento').fill('1990-05-17')
  await page.getByRole('checkbox', { name: /acepto/i }).check()
  await page.getByRole('button', { name: 'Completar registro' }).click()
  await setUpTotp(page)
  await page.waitForURL('**/client')
}

/** The subject differs if there is an unclaimed payment. */
const verification = async ({ email }: JourneyPerson) =>
  getMailLink(await waitForMail(email, /^(Verifica tu correo|Tu pago te espera)/))

test('A-64 a stranger signs up first with her address: the mail of his attempt lets her choose a password, and what waits is hers', async () => {
  const { she, person, his } = await herBrowser()
  const he = await openVisitorPage()
  await Promise.all([buyWithoutAccount(she, person), signUpOnPage(he, his)])

  await choosePasswordByLink(she, await verification(person), HERS)
  await completeRegistration(she, person)

  await Promise.all([expectHerPayment(she), expectNoWayInOnPage(he, person)])
})

test('A-64 she signs up first and a stranger over it: her link works, her old browser proves nothing any more, and his password opens nothing', async () => {
  const { she, person, his } = await herBrowser()
  await payWithoutAccount(person)
  await signUpOnPage(she, person)
  const link = await verification(person)
  await signUp(his)

  await she.goto(link)
  await she.getByRole('heading', { name: 'Escribe tu contraseña' }).waitFor()
  await choosePasswordByLink(she, link, HERS)
  await completeRegistration(she, person)

  await Promise.all([expectHerPayment(she), expectNoWayIn(person)])
})

test('A-64 a stranger signs up first and she comes by Google: his password is gone, and what waits is hers', async () => {
  const { she, person, his } = await herBrowser()
  await Promise.all([payWithoutAccount(person), signUp(his)])

  await comeByGoogle(she, person)

  await Promise.all([expectHerPayment(she), expectNoWayIn(person)])
})

test('A-64 she comes by Google first and a stranger signs up over it: his password opens nothing, and she keeps what is hers', async () => {
  const { she, person, his } = await herBrowser()
  await payWithoutAccount(person)
  await comeByGoogle(she, person)

  await signUp(his)

  await Promise.all([expectHerPayment(she), expectNoWayIn(person)])
})

test('A-64 a stranger signs up first and she buys: the link lets her in with the password of her purchase, and to the order', async () => {
  const { she, person, his } = await herBrowser()
  await signUp(his)
  await buyWithNewAccount(she, person)

  await verifyAddressAndSignIn(she, person)

  await Promise.all([expectHerPayment(she), expectNoWayIn(person)])
})

test('A-64 a stranger replaces the account of a buyer who has paid, and gets nothing of the order', async () => {
  const { she, person, his } = await herBrowserAfterPurchase()
  const link = await verification(person)
  await signUp(his)
  await expectNoWayIn(person)

  await choosePasswordByLink(she, link, HERS)
  await completeRegistration(she, person)

  await Promise.all([expectHerPayment(she), expectNoWayIn(person)])
})

test('A-64 a stranger signs up first and the practice invites her: the invitation takes the account over', async () => {
  const { she, person, his } = await herBrowser()
  await Promise.all([payWithoutAccount(person), signUp(his)])
  await invite(person)

  await acceptInvitation(she, person)
  await completeRegistration(she, person)

  await Promise.all([expectHerPayment(she), expectNoWayIn(person)])
})

test('A-64 the practice invites her first and a stranger signs up over it: her invitation still lets her in, and his password opens nothing', async () => {
  const { she, person, his } = await herBrowser()
  await payWithoutAccount(person)
  await invite(person)
  await signUp(his)

  await acceptInvitation(she, person)
  await completeRegistration(she, person)

  await Promise.all([expectHerPayment(she), expectNoWayIn(person)])
})

test('A-64 a buyer mistypes the address: the practice corrects it in the record, and she finds the order by the mail', async () => {
  const she = await openVisitorPage()
  const person = createJourneyPerson()
  const mistyped = { ...person, email: person.email.replace('correo.example', 'coreo.example') }
  const [boss] = await Promise.all([openAdministratorPage(), payWithNewAccount(mistyped)])
  await boss.goto(`/admin?buscar=${encodeURIComponent(mistyped.email)}`)
  await boss
    .getByRole('row', { name: new RegExp(mistyped.email) })
    .getByRole('link')
    .click()
  await boss.getByRole('button', { name: 'Corregir la dirección' }).click()
  await boss.getByRole('dialog').getByLabel('Email').fill(person.email)
  await boss.getByRole('button', { name: 'Guardar' }).click()
  await boss.getByText('Cliente actualizado correctamente').waitFor()

  await choosePasswordByLink(she, getMailLink(await waitForMail(person.email, /Tu pago te espera/)), HERS)
  await completeRegistration(she, person)

  await expectHerPayment(she)
})

test('A-64 a buyer clicks the link 30 days after she paid, and finds the order', async () => {
  const { she, person } = await herBrowserAfterPurchase()
  await waitForMail(person.email, /Verifica/)
  await sendConsoleCommand('clock', { advance: 'P30D' })

  await verifyAddressAndSignIn(she, person)

  await expectHerPayment(she)
  expect(new URL(she.url()).pathname).toBe('/client')
})
