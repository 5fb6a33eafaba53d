import { expect, test } from 'vitest'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { getMailLink, waitForMail } from '../support/local-console.ts'
import { readProductPool } from '../support/product-pool.ts'
import { getProductSite } from '../support/product-site.ts'
import { openVisitorPage, expectAccessiblePage } from '../support/visitor.ts'
import { createJourneyPerson, signInOnPage } from './buying.ts'
import { registerVerifiedPerson } from './clients.ts'

const TOO_MANY = 'Demasiados intentos. Espera un momento antes de intentar de nuevo.'

const PLACES = 20

async function asked(path: string, body: object, headers: Record<string, string>): Promise<Response> {
  return fetch(`${getProductSite()}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function beginSignIn(email: string, place: number): Promise<void> {
  const from = { 'content-type': 'application/json', 'x-local-address': `198.20.${place}.1` }
  const { ticket } = (await (await asked('/api/account/visit-ticket', {}, from)).json()) as { ticket: string }
  const { userPoolClientId } = await readProductPool(getProductSite())
  const { status } = await asked(
    '/_local/cognito',
    {
      AuthFlow: 'USER_SRP_AUTH',
      ClientId: userPoolClientId,
      AuthParameters: { USERNAME: email, SRP_A: 'a1'.repeat(384) },
      ClientMetadata: { [cognitoMetadataKeys.ticket]: ticket },
    },
    {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
  )
  expect(status).toBe(200)
}

test('MFA-28 A-65 strangers try from everywhere until nobody is let try, and the owner enters by the mailed link in a browser that was never here', async () => {
  const person = createJourneyPerson()
  await registerVerifiedPerson(person)
  const she = await openVisitorPage()
  for (let place = 1; place <= PLACES; place++) await beginSignIn(person.email, place)

  await signInOnPage(she, person)
  await she.getByText(TOO_MANY).waitFor()
  await expectAccessiblePage(she)
  await she.getByRole('button', { name: 'Enviarme un enlace para entrar' }).click()
  await she.getByText(/te llegará un enlace en unos minutos/).waitFor()
  await she.goto(getMailLink(await waitForMail(person.email, /Tu enlace para entrar/)))
  await she.getByText(/Este enlace te deja entrar/).waitFor()
  await she.getByLabel('Email').fill(person.email)
  await she.getByLabel('Contraseña', { exact: true }).fill(person.password)
  await she.getByRole('button', { name: 'Iniciar sesión' }).click()

  await she.getByRole('heading', { name: `Hola, ${person.firstName}` }).waitFor()
  expect(new URL(she.url()).pathname).toBe('/client')
})
