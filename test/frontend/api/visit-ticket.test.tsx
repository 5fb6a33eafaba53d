import { beforeEach, expect, test, vi } from 'vitest'
import { setNewPassword, startSignIn } from '../../../frontend/src/api/sign-in.ts'
import { cognito } from '../../support/browser-app.tsx'
import { server } from '../../support/fake-api.ts'

const TICKET = 'POST /account/visit-ticket'
const options = { clientMetadata: { visit_ticket: 'tkt_00000001' } }
const lucia = { email: 'lucia@example.com', password: 'Secreta-2026' }

beforeEach(() => {
  cognito.signIn.mockResolvedValue({ nextStep: { signInStep: 'DONE' } })
  cognito.confirmResetPassword.mockResolvedValue(undefined)
})

const signIn = () => startSignIn({ ...lucia, keep: true })

test('a sign-in brings Cognito the ticket that says where it comes from', async () => {
  server.answer(TICKET, { ticket: 'tkt_00000001', strongPasswords: true })

  expect(await signIn()).toBe('done')

  expect(cognito.signIn).toHaveBeenCalledExactlyOnceWith({ username: lucia.email, password: lucia.password, options })
})

test('so does a new password', async () => {
  server.answer(TICKET, { ticket: 'tkt_00000001', strongPasswords: true })

  await setNewPassword({ ...lucia, code: '123456' })

  const proof = { username: lucia.email, confirmationCode: '123456', options }
  expect(cognito.confirmResetPassword).toHaveBeenCalledExactlyOnceWith({ ...proof, newPassword: lucia.password })
})

test.each([
  ['is refused', () => server.refuse(TICKET, 'too-many-attempts')],
  ['meets a fault', () => server.fail(TICKET, 500)],
  ['reaches nobody', () => server.unreachable(TICKET)],
  ['gets an answer that is none', () => server.answer(TICKET, () => Response.json({ ticket: 5 }))],
])('whoever %s when asking for one signs in without', async (_, trouble) => {
  trouble()

  expect(await signIn()).toBe('done')

  expect(cognito.signIn).toHaveBeenCalledExactlyOnceWith({ username: lucia.email, password: lucia.password })
})

test('nobody waits for one longer than two seconds', async () => {
  const patience = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(patience.signal)
  server.answer(TICKET, () => new Promise((_, refuse) => patience.signal.addEventListener('abort', refuse)))
  const signingIn = signIn()

  await vi.waitFor(() => expect(server.asked(TICKET)).toHaveLength(1))
  patience.abort()

  expect(await signingIn).toBe('done')
  expect(timeout.mock.calls[0]).toEqual([2000])
})
