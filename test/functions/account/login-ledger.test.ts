import { expect, test } from 'vitest'
import { withServices as servePost } from '../../../functions/account/post-authentication.handler.ts'
import { withServices as servePre } from '../../../functions/account/pre-authentication.handler.ts'
import { countsIn } from '../../support/everything.ts'
import { aPractice, auditOf, type Practice } from '../../support/practice.ts'
import { poolEvent, SUB } from '../../support/triggers.ts'

test('A-06 an attempt that nobody finished has failed once the next begins, and the log says so', async () => {
  const practice = await aPractice()
  await attempt(practice)
  practice.clock.advance({ seconds: 10 })

  await attempt(practice)

  expect(await auditOf(practice)).toMatchObject([
    { action: 'LOGIN_FAILED', userId: `usr_${SUB}`, subjectId: `usr_${SUB}` },
  ])
})

test('an attempt that succeeded is closed and counts for nothing', async () => {
  const practice = await aPractice()
  for (let n = 0; n < 12; n++) {
    await attempt(practice)
    await success(practice)
  }

  expect(await auditOf(practice)).toEqual([])
})

test('A-06 ten failed attempts within a quarter of an hour close the door, and the log says so', async () => {
  const practice = await aPractice()
  await failing(practice, 10)

  await expect(attempt(practice)).rejects.toThrow('too-many-attempts')

  expect((await auditOf(practice)).map(({ action }) => action)).toEqual([
    ...Array.from({ length: 10 }, () => 'LOGIN_FAILED'),
    'LOGIN_RATE_LIMITED',
  ])
})

test('a closed door does not push its own opening further away', async () => {
  const practice = await aPractice()
  await failing(practice, 10)
  for (let n = 0; n < 5; n++) {
    practice.clock.advance({ minutes: 1 })
    await expect(attempt(practice)).rejects.toThrow('too-many-attempts')
  }

  practice.clock.set('2026-11-21T09:15:01.000Z')

  await expect(attempt(practice)).resolves.toBeDefined()
})

test('the window slides: only what failed in the last quarter of an hour counts', async () => {
  const practice = await aPractice()
  await failing(practice, 9)
  practice.clock.advance({ minutes: 16 })
  await failing(practice, 9)

  await expect(attempt(practice)).resolves.toBeDefined()
})

test('nine failed attempts and a success leave the door open', async () => {
  const practice = await aPractice()
  await failing(practice, 9)

  await attempt(practice)
  await success(practice)

  await expect(attempt(practice)).resolves.toBeDefined()
})

test('another account is not shut out by it', async () => {
  const practice = await aPractice()
  await failing(practice, 10)

  await expect(attempt(practice, 'another-sub')).resolves.toBeDefined()
})

test('of twenty attempts at once at most ten get as far as the password', async () => {
  const practice = await aPractice()

  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => attempt(practice)))

  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(10)
})

test('an address without an account leaves no trace', async () => {
  const practice = await aPractice()

  await servePre(() => practice)(poolEvent('PreAuthentication_Authentication', { userNotFound: true }))

  expect(await countsIn(practice)).toEqual({})
})

test('a success without an open attempt, as after a refresh, changes nothing', async () => {
  const practice = await aPractice()

  await success(practice)

  expect(await countsIn(practice)).toEqual({})
})

const attempt = (practice: Practice, sub = SUB) =>
  servePre(() => practice)(poolEvent('PreAuthentication_Authentication', { userNotFound: false }, sub))

const success = (practice: Practice) => servePost(() => practice)(poolEvent('PostAuthentication_Authentication', {}))

async function failing(practice: Practice, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await attempt(practice)
    practice.clock.advance({ seconds: 1 })
  }
}
