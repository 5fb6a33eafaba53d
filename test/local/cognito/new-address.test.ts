import {
  GetUserCommand,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { expect, onTestFinished, test } from 'vitest'
import type { CognitoStandInOptions } from '../../../bin/local/cognito/cognito.ts'
import { testPassword, signInWithSrp, createRefusingTrigger, startUserPool } from './running-user-pool.ts'

// As the deployed pool: `AttributesRequireVerificationBeforeUpdate` contains the address (keepOriginal).
const OLD = 'ana@example.com'
const NEW = 'ana.nueva@example.com'

async function signedIn(triggers: CognitoStandInOptions['triggers'] = {}) {
  const pool = await startUserPool({ triggers })
  onTestFinished(pool.close)
  pool.cognito().seedUser({ email: OLD, password: testPassword })
  const enters = (address: string) =>
    signInWithSrp(pool, address, testPassword).then(
      () => true,
      () => false,
    )
  const { AuthenticationResult } = await signInWithSrp(pool, OLD, testPassword)
  const AccessToken = AuthenticationResult?.AccessToken
  return {
    ...pool,
    change: (address = NEW) =>
      pool.sdk.send(
        new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name: 'email', Value: address }] }),
      ),
    verify: (Code: string) =>
      pool.sdk.send(new VerifyUserAttributeCommand({ AccessToken, AttributeName: 'email', Code })),
    address: async () => {
      const { UserAttributes = [] } = await pool.sdk.send(new GetUserCommand({ AccessToken }))
      const { email, email_verified: verified } = Object.fromEntries(
        UserAttributes.map(({ Name, Value }) => [Name, Value]),
      )
      return { email, verified, enters: [await enters(OLD), await enters(NEW)] }
    },
  }
}

const stillOld = { email: OLD, verified: 'true', enters: [true, false] }

test('a new address is mailed a code, and until it is typed the account keeps the old one and enters with that alone', async () => {
  const at = await signedIn()

  const { CodeDeliveryDetailsList } = await at.change()

  expect(CodeDeliveryDetailsList).toMatchObject([{ AttributeName: 'email', Destination: 'a***@e***' }])
  expect(at.mails.map(({ to }) => to)).toEqual([NEW])
  expect(await at.address()).toEqual(stillOld)
})

test('the code from the new address makes it the account’s, and the old one opens nothing any more', async () => {
  const at = await signedIn()
  await at.change()

  await at.verify(at.lastCode())

  expect(await at.address()).toEqual({ email: NEW, verified: 'true', enters: [false, true] })
})

test('a wrong code, or one that is used for the second time, changes nothing', async () => {
  const at = await signedIn()
  await at.change()
  const code = at.lastCode()
  const wrong = code === '000000' ? '111111' : '000000'

  await expect(at.verify(wrong)).rejects.toMatchObject({ name: 'CodeMismatchException' })
  expect(await at.address()).toEqual(stillOld)
  await at.verify(code)
  await at.change(OLD)
  await expect(at.verify(code)).rejects.toBeDefined()
  expect(await at.address()).toMatchObject({ email: NEW })
})

test('where the trigger refuses the mail there is no code, and nothing waits for one', async () => {
  const at = await signedIn({ customMessage: createRefusingTrigger('email-change-refused') })

  await expect(at.change()).rejects.toThrow('email-change-refused')

  expect(at.mails).toEqual([])
  expect(await at.address()).toEqual(stillOld)
})

test('an address that another account has got in the meantime is not given twice', async () => {
  const at = await signedIn()
  await at.change()
  at.cognito().seedUser({ email: NEW, password: 'Calabaza-9' })

  await expect(at.verify(at.lastCode())).rejects.toMatchObject({ name: 'AliasExistsException' })

  expect(await at.address()).toEqual(stillOld)
})
