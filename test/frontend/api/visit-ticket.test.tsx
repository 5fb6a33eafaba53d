import { beforeEach, expect, test, vi } from 'vitest'
import { resetPasswordWithCode, startSignIn } from '../../../frontend/src/api/sign-in.ts'
import { amplifyAuthMocks } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const TICKET = 'POST /account/visit-ticket'
const options = { clientMetadata: { visit_ticket: 'tkt_00000001' } }
const lucia = { email: 'lucia@example.com', password: 'Secreta-2026' }

beforeEach(() => {
  amplifyAuthMocks.signIn.mockResolvedValue({ nextStep: { signInStep: 'DONE' } })
  amplifyAuthMocks.confirmResetPassword.mockResolvedValue(undefined)
})

const signIn = () => startSignIn({ ...lucia, keep: true })

test('a sign-in brings Cognito the ticket that says where it comes from', async () => {
  fakeApi.answer(TICKET, { ticket: 'tkt_00000001', strongPasswords: true })

  expect(await signIn()).toBe('done')

  expect(amplifyAuthMocks.signIn).toHaveBeenCalledExactlyOnceWith({
    username: lucia.email,
    password: lucia.password,
    options,
  })
})

test('a new password brings Cognito the ticket that says where it comes from', async () => {
  fakeApi.answer(TICKET, { ticket: 'tkt_00000001', strongPasswords: true })

  await resetPasswordWithCode({ ...lucia, code: '123456' })

  const proof = { username: lucia.email, confirmationCode: '123456', options }
  expect(amplifyAuthMocks.confirmResetPassword).toHaveBeenCalledExactlyOnceWith({
    ...proof,
    newPassword: lucia.password,
  })
})

test.each([
  ['is refused', () => fakeApi.refuse(TICKET, 'too-many-attempts')],
  ['meets a fault', () => fakeApi.fail(TICKET, 500)],
  ['reaches nobody', () => fakeApi.unreachable(TICKET)],
  ['gets an answer that is none', () => fakeApi.answerOutsideContract(TICKET, { ticket: 5 })],
])('whoever %s when asking for one signs in without', async (_, trouble) => {
  trouble()

  expect(await signIn()).toBe('done')

  expect(amplifyAuthMocks.signIn).toHaveBeenCalledExactlyOnceWith({ username: lucia.email, password: lucia.password })
})

test('nobody waits for one longer than five seconds', async () => {
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal)
  fakeApi.answer(TICKET, () => new Promise((_, refuse) => limit.signal.addEventListener('abort', refuse)))
  const signingIn = signIn()

  await vi.waitFor(() => expect(fakeApi.asked(TICKET)).toHaveLength(1))
  limit.abort()

  expect(await signingIn).toBe('done')
  expect(timeout.mock.calls[0]).toEqual([5000])
})
