import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
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
import { openAdministratorPage } from './admin.ts'
import {
  choosePasswordByLink,
  completeRegistration,
  signInByGooglePopup,
  submitRegistrationForm,
} from './registration.ts'
import { setUpTotp } from './second-factor.ts'

const HIS = 'Remolacha-41'
const HERS = 'Calabaza-2027'

async function twoBrowsers() {
  const [she, he] = await Promise.all([openVisitorPage(), openVisitorPage()])
  const person = createJourneyPerson()
  return { she, he, person, his: { ...person, firstName: 'Intruso', password: HIS } }
}

async function expectHerPayment(she: Page): Promise<void> {
  await she.goto('/client?tab=invoices')
  await she.getByText('80,00').first().waitFor()
  await she.getByRole('heading', { name: 'Hola, Marta' }).waitFor()
}

async function expectNoWayIn(he: Page, { email }: JourneyPerson): Promise<void> {
  await signInOnPage(he, { email, password: HIS })
  await he
    .getByText(/Credenciales inválidas|Email no verificado/)
    .first()
    .waitFor()
  await he.goto('/client')
  await he.waitForURL(/\/auth/)
}

async function signUp(page: Page, person: JourneyPerson): Promise<void> {
  await submitRegistrationForm(page, person)
  await page.getByRole('button', { name: 'Ya he verificado mi email' }).waitFor()
}

async function invite(boss: Page, { email }: JourneyPerson): Promise<void> {
  await boss.goto('/admin?tab=users')
  await boss.getByRole('button', { name: 'Crear usuario' }).click()
  const dialog = boss.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Rol').selectOption('cliente')
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click()
  await boss.getByText('Invitación enviada').waitFor()
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

/** The subject differs when there is an unclaimed payment. */
const verification = async ({ email }: JourneyPerson) =>
  getMailLink(await waitForMail(email, /^(Verifica tu correo|Tu pago te espera)/))

test('A-64 a stranger signs up first with her address: the mail of his attempt lets her choose a password, and what waits is hers', async () => {
  const { she, he, person, his } = await twoBrowsers()
  await Promise.all([buyWithoutAccount(she, person), signUp(he, his)])

  await choosePasswordByLink(she, await verification(person), HERS)
  await completeRegistration(she, person)

  await Promise.all([expectHerPayment(she), expectNoWayIn(he, person)])
})

test('A-64 she signs up first and a stranger over it: her link works, her old browser proves nothing any more, and his password opens nothing', async () => {
  const { she, he, person, his } = await twoBrowsers()
  await buyWithoutAccount(she, person)
  await signUp(she, person)
  const link = await verification(person)
  await signUp(he, his)

  await she.goto(link)
  await she.getByRole('heading', { name: 'Escribe tu contraseña' }).waitFor()
  await choosePasswordByLink(she, link, HERS)
  await completeRegistration(she, person)

  await Promise.all([expectHerPayment(she), expectNoWayIn(he, person)])
})

test('A-64 a stranger signs up first and she comes by Google: his password is gone, and what waits is hers', async () => {
  const { she, he, person, his } = await twoBrowsers()
  await Promise.all([buyWithoutAccount(she, person), signUp(he, his)])

  await comeByGoogle(she, person)

  await Promise.all([expectHerPayment(she), expectNoWayIn(he, person)])
})

test('A-64 she comes by Google first and a stranger signs up over it: his password opens nothing, and she keeps what is hers', async () => {
  const { she, he, person, his } = await twoBrowsers()
  await buyWithoutAccount(she, person)
  await comeByGoogle(she, person)

  await signUp(he, his)

  await Promise.all([expectHerPayment(she), expectNoWayIn(he, person)])
})

test('A-64 a stranger signs up first and she buys: the link lets her in with the password of her purchase, and to the order', async () => {
  const { she, he, person, his } = await twoBrowsers()
  await signUp(he, his)
  await buyWithNewAccount(she, person)

  await verifyAddressAndSignIn(she, person)

  await Promise.all([expectHerPayment(she), expectNoWayIn(he, person)])
})

test('A-64 a stranger replaces the account of a buyer who has paid, and gets nothing of the order', async () => {
  const { she, he, person, his } = await twoBrowsers()
  await buyWithNewAccount(she, person)
  const link = await verification(person)
  await signUp(he, his)
  await expectNoWayIn(he, person)

  await choosePasswordByLink(she, link, HERS)
  await completeRegistration(she, person)

  await Promise.all([expectHerPayment(she), expectNoWayIn(he, person)])
})

test('A-64 a stranger signs up first and the practice invites her: the invitation takes the account over', async () => {
  const { she, he, person, his } = await twoBrowsers()
  const [boss] = await Promise.all([openAdministratorPage(), buyWithoutAccount(she, person), signUp(he, his)])
  await invite(boss, person)

  await acceptInvitation(she, person)
  await completeRegistration(she, person)

  await Promise.all([expectHerPayment(she), expectNoWayIn(he, person)])
})

test('A-64 the practice invites her first and a stranger signs up over it: her invitation still lets her in, and his password opens nothing', async () => {
  const { she, he, person, his } = await twoBrowsers()
  const [boss] = await Promise.all([openAdministratorPage(), buyWithoutAccount(she, person)])
  await invite(boss, person)
  await signUp(he, his)

  await acceptInvitation(she, person)
  await completeRegistration(she, person)

  await Promise.all([expectHerPayment(she), expectNoWayIn(he, person)])
})

test('A-64 a buyer mistypes the address: the practice corrects it in the record, and she finds the order by the mail', async () => {
  const she = await openVisitorPage()
  const person = createJourneyPerson()
  const mistyped = { ...person, email: person.email.replace('correo.example', 'coreo.example') }
  const [boss] = await Promise.all([openAdministratorPage(), buyWithNewAccount(she, mistyped)])
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
  const she = await openVisitorPage()
  const person = createJourneyPerson()
  await buyWithNewAccount(she, person)
  await waitForMail(person.email, /Verifica/)
  await sendConsoleCommand('clock', { advance: 'P30D' })

  await verifyAddressAndSignIn(she, person)

  await expectHerPayment(she)
  expect(new URL(she.url()).pathname).toBe('/client')
})
