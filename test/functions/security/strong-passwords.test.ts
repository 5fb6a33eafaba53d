import { afterEach, describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { weakPasswordMessages, findPasswordWeakness } from '#contract/strong-password'
import { createSecuritySettingsReader } from '#platform/security-settings'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createMfaSetup } from '../../support/mfa-setup.ts'
import { createIdentitySetup, TEST_PASSWORD, signInAtPool } from '../../support/identity-setup.ts'
import { storeSecuritySettings } from '../../support/security-settings.ts'

const open: { readonly close: () => Promise<void> }[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

const form = {
  email: 'marta.soler@correo.test',
  firstName: 'Marta',
  lastName: 'Ruiz Soler',
  flow: 'registration',
  birthDate: '1990-05-17',
  acceptedTerms: true,
} as const

/** They satisfy every rule of the pool. */
const weak = [
  ['Contraseña1!', weakPasswordMessages.common],
  ['P@ssw0rd2026', weakPasswordMessages.common],
  ['Marta-en-casa-7', weakPasswordMessages.name],
  ['S0ler.y.lun4', weakPasswordMessages.name],
  ['Correo-azul-47', weakPasswordMessages.address],
] as const

async function signingUp(enforceStrongPasswords: boolean) {
  const setup = await createIdentitySetup({ ownMails: true, strongPasswords: true })
  open.push(setup)
  await storeSecuritySettings(setup.practice, { enforceStrongPasswords })
  const ask = createEndpointCaller(serveAccount(() => setup.practice))
  return (password: string) => ask(account.signUp, { body: { ...form, password } })
}

describe('SEC-09 A-52 enforceStrongPasswords at sign-up', () => {
  test.each(weak)('on: %s is refused at its field', async (password, text) => {
    const signUp = await signingUp(true)

    const answer = await signUp(password)

    expect(answer).toEqual({ status: 400, body: { code: 'invalid-input', problems: { password: [text] } } })
  })

  test('on: a password that is none of that makes the account', async () => {
    const signUp = await signingUp(true)

    expect(await signUp('Zanahoria-7')).toMatchObject({ status: 200 })
  })

  test.each(weak)('off: %s makes the account, as the pool takes it', async (password) => {
    const signUp = await signingUp(false)

    expect(await signUp(password)).toMatchObject({ status: 200 })
  })

  test.each(['corta-1A', 'sinmayuscula-1', 'SIN-NUMEROS', 'SinSignos12'].map((password) => password.slice(0, 14)))(
    'off: what the pool refuses is refused as ever (%s)',
    async (password) => {
      const signUp = await signingUp(false)

      const answer = await signUp(password === 'corta-1A' ? 'Corta-1' : password)

      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    },
  )
})

async function changing(enforceStrongPasswords: boolean) {
  const setup = await createMfaSetup()
  open.push(setup)
  await storeSecuritySettings(setup.practice, { enforceStrongPasswords })
  const practice = { ...setup.practice, securitySettings: createSecuritySettingsReader(setup.practice) }
  const as = await signInAtPool(setup, setup.person.email)
  setup.clock.advance({ seconds: 1 })
  const ask = createEndpointCaller(serveAccount(() => practice))
  return (newPassword: string) =>
    ask(account.changePassword, { ...as, body: { previousPassword: TEST_PASSWORD, newPassword } })
}

describe('SEC-09 A-52 enforceStrongPasswords at a change', () => {
  test.each([
    ['Verano2026!', weakPasswordMessages.common],
    ['Con-Ferrer-99', weakPasswordMessages.name],
  ])('on: %s is refused at its field', async (password, text) => {
    const change = await changing(true)

    expect(await change(password)).toEqual({
      status: 400,
      body: { code: 'invalid-input', problems: { newPassword: [text] } },
    })
  })

  test('off: it is the new password', async () => {
    const change = await changing(false)

    expect(await change('Verano2026!')).toEqual({ status: 200, body: { changed: true } })
  })
})

describe('SEC-09 what is guessed early', () => {
  test.each([
    'Password1!',
    'P@ssw0rd!',
    'Qwerty123!',
    'Abcd1234!',
    '1Qaz2wsx!',
    'Barcelona92!',
    'Administrador1!',
    'Aaaaaa1!',
    'Aa12345678!',
    'HalaMadrid-1902',
  ])('is %s', (password) => {
    expect(findPasswordWeakness(password)).toBe('common')
  })

  test.each(['Zanahoria-7', 'Calabaza-9', 'Tren-Mesa-47', 'Secreta-2026', 'Manzana-2026'])('is not %s', (password) => {
    expect(
      findPasswordWeakness(password, { firstName: 'Ana', lastName: 'Gil', email: 'ana@correo.test' }),
    ).toBeUndefined()
  })
})
