import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint'
import { customerRecordParts } from '#contract/record-parts'
import { createSchemaSamples } from '../support/schema-samples.ts'
import { allEndpoints } from '../support/endpoints.ts'

const forAdministradores = allEndpoints.filter(({ endpoint: { allow } }) => allow.includes('administrador'))
const isPart = (opens: unknown): boolean => customerRecordParts.some((part) => part === opens)

const question = { method: 'GET', path: '/x', reply: z.object({}), audit: 'none', refusals: [] } as const

test('an endpoint for administradores that does not say what it opens does not compile', () => {
  // @ts-expect-error -- `opens` is missing
  defineEndpoint({ ...question, allow: ['administrador'] })
  // @ts-expect-error -- `opens` is missing
  defineEndpoint({ ...question, allow: ['administrador', 'cliente'] })
  // @ts-expect-error -- `profiles` is no part of a record
  defineEndpoint({ ...question, allow: ['administrador'], opens: 'profiles' })
  defineEndpoint({ ...question, allow: ['administrador'], opens: 'profile' })
  defineEndpoint({ ...question, allow: ['cliente'] })

  expect(forAdministradores.filter(({ endpoint: { opens } }) => opens === undefined)).toEqual([])
})

describe('an endpoint that opens a part of a record', () => {
  test.each(forAdministradores.filter(({ endpoint: { opens } }) => isPart(opens)))(
    '$name says whose: in its address, in its reply or in each item of it',
    ({ endpoint: { path, reply } }) => {
      const sample = createSchemaSamples(reply)[0] as {
        readonly customerId?: unknown
        readonly items?: readonly object[]
      }

      expect(path.includes('{customerId}') || 'customerId' in sample || 'customerId' in (sample.items?.[0] ?? {})).toBe(
        true,
      )
    },
  )
})

const ofAPerson = /"(customerId|customerName|customerEmail|buyerName|email|notes|message|answers|phone|to)":/

describe('an endpoint that opens nothing', () => {
  const ofTheirOwn = ['account', 'mfa', 'diagnostics']
  const beforeTheyAreClients = ['customers.checkImport']
  const opensNothing = forAdministradores
    .filter(({ endpoint: { opens } }) => opens === 'nothing')
    .filter(({ domain, name }) => !ofTheirOwn.includes(domain) && !beforeTheyAreClients.includes(name))

  test.each(opensNothing)('$name answers with no name, address or text of anybody', ({ endpoint: { reply } }) => {
    expect(JSON.stringify(z.toJSONSchema(reply, { unrepresentable: 'any', io: 'output' }))).not.toMatch(ofAPerson)
  })
})
