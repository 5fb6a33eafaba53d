import { describe, expect, test } from 'vitest'
import { findUserByEmail } from '#data/user-queries'
import { ensureUserProfile } from '../../../functions/account/public/profile.ts'
import { toSignUpDetails } from '../../../functions/account/public/sign-up-details.ts'
import { createSignUpAttributes } from '../../support/fake-user-pool.ts'
import { createCliente } from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'
import { interruptNextWrite } from '../../support/synchronize-next-writes.ts'

const SUB = '0a1b2c3d-0000-4000-8000-000000000002'

async function atReturn() {
  const practice = await createTestPractice()
  const gone = await createCliente(practice)
  const signUp = (confirmed: boolean) =>
    toSignUpDetails({ sub: SUB, attributes: createSignUpAttributes(gone.email, practice.now()) }, confirmed)
  const statusOf = async (userId: string) => (await practice.data.users.get({ userId }).go()).data?.status
  return { practice, gone, signUp, statusOf }
}

describe('an account that was deleted at Cognito alone', () => {
  test('is closed when somebody proves its address for another', async () => {
    const { practice, gone, signUp, statusOf } = await atReturn()

    await ensureUserProfile(signUp(true), practice)

    expect([await statusOf(gone.userId), await statusOf(`usr_${SUB}`)]).toEqual(['deleted', 'active'])
    expect(await listAuditChanges(practice)).toContainEqual(
      expect.objectContaining({ action: 'USER_REMOVED', userId: 'cognito', subjectId: gone.userId }),
    )
  })

  test('is closed also where a link opens it at that moment, which leads nowhere any more', async () => {
    const { practice, gone, signUp, statusOf } = await atReturn()
    const setStatus = (status: 'active' | 'deactivated') =>
      practice.data.users.patch({ userId: gone.userId }).set({ status }).go()
    await setStatus('deactivated')
    interruptNextWrite(practice, 'user', () => setStatus('active'))

    await ensureUserProfile(signUp(true), practice)

    expect([await statusOf(gone.userId), await statusOf(`usr_${SUB}`)]).toEqual(['deleted', 'active'])
    const closed = { action: 'USER_REMOVED', userId: 'cognito', subjectId: gone.userId }
    expect(await listAuditChanges(practice)).toContainEqual(expect.objectContaining(closed))
  })

  test('is left alone by an address that nobody has proven', async () => {
    const { practice, gone, signUp, statusOf } = await atReturn()

    await ensureUserProfile(signUp(false), practice)

    expect(await statusOf(gone.userId)).toBe('active')
  })

  test('is not found under its address, where a newer one is', async () => {
    const { practice, gone } = await atReturn()
    const living = await createCliente(practice, { email: gone.email, createdAt: '2026-11-20T08:00:00.000Z' })

    const found = await findUserByEmail(practice.data, gone.email)

    expect(found?.userId).toBe(living.userId)
  })
})
