import { SignUpCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { createCognitoCallTicket } from '../../../functions/account/public/cognito-call-ticket.ts'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { testPoolClientId } from '../../local/cognito/running-user-pool.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { scanWholeTable } from '../../support/scan-whole-table.ts'
import { validSignUpAttributes } from '../../support/triggers.ts'
import { createIdentitySetup, type IdentitySetup } from '../../support/identity-setup.ts'

const open: IdentitySetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

const CODE = '{####}'
const MARK = 'Zacarias'
const around = (name: string) => [`${MARK}${name}`, `${name}${MARK}`, `${MARK} ${name} ${MARK}`]

const hostile = [
  CODE,
  '{username}',
  'https://ladron.test/?c={####}',
  'http:ladron.test',
  '//ladron.test',
  '<a href="https://ladron.test">',
  '<img src=x>',
  '<script>alert(1)</script>',
  'ladron@correo.test',
  'a=b',
  '#ancla',
  'Urgente: llama al 900',
  '\u202Eodal orto led',
  '\u2066isla\u2069',
  '\u0000',
  '\r\nBcc: ladron@correo.test',
  '\u001B[31m',
  '\u200F',
].flatMap(around)

const form = {
  password: 'Zanahoria-7',
  lastName: 'Ferrer',
  flow: 'registration',
  birthDate: '1990-05-17',
  acceptedTerms: true,
} as const

const from = (n: number) => `198.18.${n}.7`

test('A-64 of 54 hostile names none is mailed to anybody, neither by our sign-up nor by Cognito’s own', async () => {
  const setup = await createIdentitySetup({ ownMails: true })
  open.push(setup)
  const ask = createEndpointCaller(serveAccount(() => setup.practice))
  const direct = async (n: number, name: string) => {
    const ticket = await createCognitoCallTicket({ address: from(n), userAgent: 'Firefox' }, setup.practice)
    const email = `directa-${n}@correo.test`
    const UserAttributes = Object.entries({ ...validSignUpAttributes, email, given_name: name, family_name: name })
    return setup.pool.sdk.send(
      new SignUpCommand({
        ClientId: testPoolClientId,
        Username: email,
        Password: form.password,
        UserAttributes: UserAttributes.map(([Name, Value]) => ({ Name, Value })),
        ClientMetadata: { [cognitoMetadataKeys.ticket]: ticket },
      }),
    )
  }
  await direct(100, 'Bienvenida')
  expect(setup.pool.mails).toHaveLength(1)

  for (const [n, firstName] of hostile.entries()) {
    const { status } = await ask(account.signUp, {
      body: { ...form, email: `ajena-${n}@correo.test`, firstName },
      headers: { 'x-forwarded-for': `${from(n)}, 130.176.1.1` },
    })
    expect(status, JSON.stringify(firstName)).toBe(400)
    await expect(direct(n, firstName), JSON.stringify(firstName)).rejects.toMatchObject({
      name: 'UserLambdaValidationException',
    })
  }

  expect(hostile).toHaveLength(54)
  expect(setup.pool.mails).toHaveLength(1)
  expect(JSON.stringify([setup.pool.mails, await scanWholeTable(setup.practice)])).not.toContain(MARK)
})
