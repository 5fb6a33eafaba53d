import { expect, test } from 'vitest'
import { apiContract } from '#contract/api'
import { auditActions } from '#contract/audit'
import type { Endpoint } from '#contract/endpoint'
import { privacy } from '#contract/privacy'
import { createLambdaHandler } from '../../../functions/privacy/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'

const all = Object.values(apiContract).flatMap((endpoints) => Object.values<Endpoint>(endpoints))

test('DATA-26 A-53 nobody logs an event but by doing it: who did it is whoever is signed in, whatever they say', async () => {
  const practice = await createTestPractice()
  const client = await createCliente(practice)
  const other = await createCliente(practice)
  const ask = createEndpointCaller(
    createLambdaHandler(() => Object.assign(practice, { exportFiles: undefined as never })),
  )
  const before = (await listAuditChanges(practice)).length
  const claimed = { p_user_id: other.userId, userId: other.userId, p_action: 'MFA_ENABLED', action: 'MFA_ENABLED' }

  const as = createPasswordSessionClaims(client, practice)
  // A body that names another person is invalid.
  expect((await ask(privacy.requestExport, { as, body: claimed })).status).toBe(400)
  expect((await ask(privacy.requestExport, { as, body: {} })).status).toBe(200)

  const entries = (await listAuditChanges(practice)).slice(before)
  expect(entries.map(({ action, userId }) => [action, userId])).toEqual([['EXPORT_REQUESTED', client.userId]])
})

test('DATA-26 A-53 every action that an endpoint logs is of the list, and none can be asked to log one', () => {
  for (const { audit } of all) expect(audit === 'none' || auditActions.includes(audit)).toBe(true)
  expect(all.filter(({ method, path }) => method !== 'GET' && /audit/.test(path.replaceAll(/\{\w+\}/g, '')))).toEqual(
    [],
  )
})
