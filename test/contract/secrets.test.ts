import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { apiContract } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'

interface Definition {
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>
  readonly innerType?: z.ZodMiniType
  readonly in?: z.ZodMiniType
}

function fieldsOf(schema: z.ZodMiniType | undefined): readonly (readonly [string, z.ZodMiniType])[] {
  const { shape, innerType, in: input } = (schema?.def ?? {}) as Definition
  if (shape) return Object.entries(shape)
  return innerType || input ? fieldsOf(innerType ?? input) : []
}

const endpoints = Object.values(apiContract).flatMap((domain): readonly Endpoint[] => Object.values(domain))
// No log of a direct endpoint keeps its query: test/functions/consultations/agenda-feed.test.ts, test/lib/api.test.ts.
const inUrl = endpoints
  .filter(({ direct }) => !direct)
  .flatMap(({ method, path, params, query }) =>
    [...fieldsOf(params), ...fieldsOf(query)].map(([name, schema]) => ({ route: `${method} ${path}`, name, schema })),
  )

const secretNames = /token|proof|code|secret|password|link|ticket|key|email|enlace/i

const typed = ['search', 'address']

test('the URL of every endpoint is looked at', () => {
  expect(endpoints.length).toBeGreaterThan(100)
  const written = endpoints.flatMap(({ path }) => path.match(/\{\w+\}/g) ?? [])
  const described = endpoints.flatMap(({ params }) => fieldsOf(params).map(([name]) => `{${name}}`))
  expect(described.toSorted()).toEqual(written.toSorted())
})

test('of the endpoints that are called without CloudFront there is one, which only reads', () => {
  const direct = endpoints.filter((endpoint) => endpoint.direct)

  expect(direct.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /agenda/feed'])
})

test.each(inUrl)(
  '$route takes no secret as $name: the logs of CloudFront and API Gateway hold URLs',
  ({ name, schema }) => {
    expect(name).not.toMatch(secretNames)
    expect(schema.safeParse('A'.repeat(43)).success).toBe(typed.includes(name))
  },
)
