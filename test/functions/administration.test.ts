import { describe, expect, test } from 'vitest'
import {
  createDomainCaller,
  getSampleBody,
  allEndpoints,
  createUnknownIds,
  getSampleQuery,
} from '../support/endpoints.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../support/people.ts'
import { createTestPractice } from '../support/practice.ts'

const kept = ['customers', 'consultations', 'users'] as const
const ofThePractice = allEndpoints.filter(
  ({ domain, endpoint }) => kept.some((each) => each === domain) && endpoint.allow.includes('administrador'),
)

describe('PER-03 an administrador', () => {
  test.each(kept)('makes, reads, changes and deletes %s', (domain) => {
    const methods = ofThePractice.filter((named) => named.domain === domain).map(({ endpoint }) => endpoint.method)

    expect(new Set(methods)).toEqual(new Set(['GET', 'POST', 'PUT', 'DELETE']))
  })

  test('invites users, changes their role and deletes them', () => {
    expect(ofThePractice.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['users.invite', 'users.changeRole', 'users.remove']),
    )
  })

  test.each(ofThePractice)('is let in by $name, and a cliente is not', async ({ domain, name, endpoint }) => {
    const practice = await createTestPractice()
    const ask = await createDomainCaller(domain, practice)
    const given = { params: createUnknownIds(endpoint), body: getSampleBody(name), query: getSampleQuery(name) }
    const [boss, client] = [await createAdministrador(practice), await createCliente(practice)]

    const { status } = await ask(endpoint, { ...given, as: createPasswordSessionClaims(boss, practice) })
    const refused = await ask(endpoint, { ...given, as: createPasswordSessionClaims(client, practice) })

    // Nothing exists and no input is valid: these statuses are reached only after the authorisation.
    expect([200, 400, 404]).toContain(status)
    expect(refused).toEqual({ status: 403, body: { code: 'not-allowed' } })
  })
})
