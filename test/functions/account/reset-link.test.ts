import { ConfirmForgotPasswordCommand, ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { parseMailedLink } from '#contract/mailed-links'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { testPoolClientId } from '../../local/cognito/running-user-pool.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createPoolPerson } from '../../support/mfa-setup.ts'
import { createIdentitySetup, type IdentitySetup } from '../../support/identity-setup.ts'
import { listAuditedActions } from '../../support/practice.ts'

const open: IdentitySetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

async function atReset() {
  const setup = await createIdentitySetup({ ownMails: true })
  open.push(setup)
  const person = await createPoolPerson(setup)
  const ask = createEndpointCaller(serveAccount(() => setup.practice))
  const { sdk, mails } = setup.pool
  const mailed = async () => {
    await sdk.send(new ForgotPasswordCommand({ ClientId: testPoolClientId, Username: person.email }))
    const [, address = ''] = /href="([^"]*reset-password[^"]*)"/.exec(mails.at(-1)?.html ?? '') ?? []
    const link = parseMailedLink(new URL(address.replaceAll('&amp;', '&')).hash)
    return { code: link.get('code') ?? '', token: link.get('link') ?? '' }
  }
  const choose = ({ code }: { readonly code: string }, password = 'Calabacín-8') =>
    sdk.send(
      new ConfirmForgotPasswordCommand({
        ClientId: testPoolClientId,
        Username: person.email,
        ConfirmationCode: code,
        Password: password,
      }),
    )
  const check = ({ token }: { readonly token: string }) => ask(account.checkResetLink, { body: { token } })
  return { ...setup, mailed, choose, check }
}

const works = { status: 200, body: { works: true, strongPasswords: false } }
const refused = { status: 409, body: { code: 'link-invalid' } }

describe('RST-02 the link of a recovery mail', () => {
  test('is asked about as often as one likes, and is not used up by that', async () => {
    const { mailed, choose, check, practice } = await atReset()
    const link = await mailed()

    expect(await check(link)).toEqual(works)
    expect(await check(link)).toEqual(works)

    await choose(link)
    expect(await listAuditedActions(practice)).toContain('PASSWORD_CHANGED')
  })

  test('RST-04 is refused from the moment on that a password was chosen with it, wherever it is opened', async () => {
    const { mailed, choose, check } = await atReset()
    const link = await mailed()
    await choose(link)

    expect(await check(link)).toEqual(refused)
  })

  test('RST-04 is refused after an hour, and not before', async () => {
    const { mailed, check, clock } = await atReset()
    const link = await mailed()

    clock.advance({ minutes: 59 })
    expect(await check(link)).toEqual(works)
    clock.advance({ minutes: 1 })
    expect(await check(link)).toEqual(refused)
  })

  test('is refused once another was mailed, as its code is; the new one works', async () => {
    const { mailed, choose, check, clock } = await atReset()
    const first = await mailed()
    clock.advance({ seconds: 1 })
    const second = await mailed()

    expect(await check(first)).toEqual(refused)
    await expect(choose(first)).rejects.toMatchObject({ name: 'CodeMismatchException' })
    expect(await check(second)).toEqual(works)
  })

  test('works again when it was mailed after a password was chosen', async () => {
    const { mailed, choose, check, clock } = await atReset()
    await choose(await mailed())
    clock.advance({ seconds: 1 })

    expect(await check(await mailed())).toEqual(works)
  })

  test('tells a stranger nothing: a guess is answered like a used link, and only so often', async () => {
    const { check } = await atReset()
    const guess = { token: 'a'.repeat(43) }
    const answers = []
    for (let n = 0; n < 31; n += 1) answers.push(await check(guess))

    expect(answers.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => refused))
    expect(answers.at(-1)).toEqual({ status: 429, body: { code: 'too-many-attempts' } })
  })
})

test('whoever asks for a new password with an address too long for an account is answered like anybody', async () => {
  const { practice } = await atReset()
  const ask = createEndpointCaller(serveAccount(() => practice))
  const askFor = (email: string) => ask(account.mailVerification, { body: { email, reset: true } })

  expect(await askFor(`${'a'.repeat(124)}@b.es`)).toEqual(await askFor('nadie@correo.test'))
})
