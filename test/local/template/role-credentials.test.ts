import { expect, test } from 'vitest'
import { createRoleCredentials } from '../../../bin/local/template/role-credentials.ts'

const ROLE = 'arn:aws:iam::000000000000:role/Payments'

test('a role keeps the credentials that it was given, and its access key tells which role calls', () => {
  const { credentialsOf, roleOf, secretOf } = createRoleCredentials()

  const given = credentialsOf(ROLE)

  expect(credentialsOf(ROLE)).toEqual(given)
  expect(given.accessKeyId).toMatch(/^ASIA[A-Z2-7]{16}$/)
  expect(roleOf(given.accessKeyId)).toBe(ROLE)
  expect(secretOf(given.accessKeyId)).toBe(given.secretAccessKey)
})

test('two roles share nothing, and a key that nobody was given belongs to no role', () => {
  const { credentialsOf, roleOf, secretOf } = createRoleCredentials()

  const [one, other] = [credentialsOf(ROLE), credentialsOf(`${ROLE}2`)]

  expect(new Set([...Object.values(one), ...Object.values(other)]).size).toBe(6)
  expect(roleOf('ASIAAAAAAAAAAAAAAAAA')).toBeUndefined()
  expect(secretOf('ASIAAAAAAAAAAAAAAAAA')).toBeUndefined()
})
