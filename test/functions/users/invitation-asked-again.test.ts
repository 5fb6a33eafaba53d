import { AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider'
import { describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { users } from '#contract/users'
import { consumeAddressMailLimit } from '../../../functions/account/public/address-mails.ts'
import { createEmailProofToken } from '../../../functions/account/public/email-proof.ts'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createLambdaHandler as serveUsers } from '../../../functions/users/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { failOnFirstCall } from '../../support/mfa-setup.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { signInWithSrp } from '../../local/cognito/running-user-pool.ts'
import { createUserAdminSetup } from './user-admin-setup.ts'

const EMAIL = 'nueva@correo.test'

async function anOffice() {
  const office = await createUserAdminSetup({ ownMails: true })
  const { pool, practice, clock } = office
  const ask = createEndpointCaller(serveAccount(() => practice))
  const createProof = () => createEmailProofToken(EMAIL, practice)
  const mailedPassword = (mail = pool.mails.at(-1)) => /&amp;code=([\w-]+)/.exec(mail?.html ?? '')?.[1] ?? ''
  return {
    ...office,
    forgotPassword: (email = EMAIL) => ask(account.mailVerification, { body: { email, reset: true } }),
    mailedPassword,
    createProof,
    choosePassword: (proof: string) =>
      ask(account.chooseFirstPassword, { body: { email: EMAIL, proof, password: 'Zanahoria-7-verde' } }),
    enter: (password = mailedPassword()) => signInWithSrp(pool, EMAIL, password),
    letExpire: () => clock.advance({ days: 8 }),
  }
}

const chooseAPassword = { ChallengeName: 'NEW_PASSWORD_REQUIRED' }

describe('somebody invited who asks for a new password', () => {
  test('RST-03 gets the invitation again once its link has expired, and enters with it', async () => {
    const { invite, pool, enter, letExpire, forgotPassword } = await anOffice()
    await invite(EMAIL, 'cliente')
    letExpire()
    await expect(enter()).rejects.toThrow('Temporary password has expired')

    await forgotPassword()

    expect(pool.mails).toHaveLength(2)
    expect(pool.mails.at(-1)).toMatchObject({ to: EMAIL })
    expect(await enter()).toMatchObject(chooseAPassword)
  })

  test('keeps the link that works, whoever asks and however often', async () => {
    const { invite, pool, mailedPassword, enter, letExpire, forgotPassword } = await anOffice()
    await invite(EMAIL, 'cliente')
    const first = mailedPassword()
    await forgotPassword()
    expect(await enter(first)).toMatchObject(chooseAPassword)
    letExpire()
    await forgotPassword()
    const second = mailedPassword()

    for (let n = 0; n < 8; n++) await forgotPassword()

    expect(pool.mails).toHaveLength(2)
    expect(await enter(second)).toMatchObject(chooseAPassword)
  })

  test('is answered like a stranger, whether Cognito mails it or not', async () => {
    const { invite, practice, letExpire, forgotPassword } = await anOffice()
    await invite(EMAIL, 'cliente')
    letExpire()
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const refused = vi.spyOn(practice.signUps, 'inviteAgain').mockRejectedValue(new Error('Cognito does not answer'))

    const unmailed = await forgotPassword()
    refused.mockRestore()
    const mailed = await forgotPassword()

    const unknown = await forgotPassword('nadie@correo.test')
    expect(unknown).toEqual({ status: 200, body: { accepted: true } })
    expect([mailed, unmailed]).toEqual([unknown, unknown])
    expect(JSON.stringify(log.mock.calls)).toContain('Cognito does not answer')
  })

  test('costs the address one of its five mails of a day', async () => {
    const { invite, pool, practice, letExpire, forgotPassword } = await anOffice()
    await invite(EMAIL, 'cliente')
    letExpire()
    for (let n = 0; n < 5; n++) await consumeAddressMailLimit(EMAIL, practice)

    await forgotPassword()

    expect(pool.mails).toHaveLength(1)
  })

  test('gets none before the practice has finished the invitation, nor after it has removed the account', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { practice, as, pool, letExpire, forgotPassword, invite, remove } = await anOffice()
    const accounts = failOnFirstCall(practice.accounts, 'setRole')
    const fragile = createEndpointCaller(serveUsers(() => ({ ...practice, accounts })))
    await fragile(users.invite, { as, body: { email: EMAIL, role: 'cliente' } })
    await forgotPassword()
    const { body } = await invite(EMAIL, 'cliente')
    await remove(body.id)
    letExpire()

    await forgotPassword()

    expect(pool.mails).toHaveLength(1)
  })
})

test('RST-03 whoever was cut off while choosing a first password gets the link again, and enters with the one they choose', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { pool, practice, createProof, choosePassword, enter, forgotPassword } = await anOffice()
  const { post } = createOutboxReader(practice)
  const send = pool.sdk.send.bind(pool.sdk)
  const cutOff = vi.spyOn(pool.sdk, 'send').mockImplementation((command, ...more) => {
    if (command instanceof AdminSetUserPasswordCommand) throw new Error('cut off')
    return send(command, ...more)
  })
  expect((await choosePassword(await createProof())).status).toBe(500)
  cutOff.mockRestore()

  await forgotPassword()

  const [mail] = await post()
  expect(mail?.to).toMatchObject([{ address: EMAIL }])
  const { body } = await choosePassword(/proof=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '')
  expect(body).toEqual({ chosen: true })
  expect(await enter('Zanahoria-7-verde')).toHaveProperty('AuthenticationResult')
})
