import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { auditActions } from '#contract/audit'
import { productCatalogue } from '#contract/product-catalogue'
import { type Endpoint, roles } from '#contract/endpoint'
import { commonRefusalCodes, refusalStatusCodes, type RefusalCode } from '#contract/refusals'
import { getRequiredTokenScopes } from '#contract/access-token-scopes'
import { MIN_ACCOUNT_AGE_YEARS } from '#contract/product'
import { allEndpoints } from '../support/endpoints.ts'

const sources = [
  ...globSync('functions/**/*.ts', { exclude: ['functions/contract/**'] }),
  'functions/contract/permissions.ts',
  // Commands run by an operator.
  ...globSync('bin/restore/*.ts'),
].map((file) => readFileSync(file, 'utf8'))
const isSaid = (text: string) => sources.some((source) => source.includes(`'${text}'`))

describe('the catalogue', () => {
  test('LIM-01 sells the first consultation for 80 euros instead of 100: 30 minutes and a fixed price identifier', () => {
    expect(productCatalogue['primera-consulta']).toEqual({
      name: 'Primera consulta',
      consultationType: 'primera_consulta',
      listCents: 10_000,
      saleCents: 8000,
      currency: 'eur',
      durationMinutes: 30,
    })
    expect(
      1 - productCatalogue['primera-consulta'].saleCents / productCatalogue['primera-consulta'].listCents,
    ).toBeCloseTo(0.2)
  })
})

test('GEN-02 there are two roles', () => {
  expect(roles).toEqual(['administrador', 'cliente'])
})

test('LIM-04 the youngest who may have an account is 16', () => {
  expect(MIN_ACCOUNT_AGE_YEARS).toBe(16)
})

describe('the audit log', () => {
  const ofTheSpecification = [
    'MFA_CONFIRM_FAILED',
    'MFA_ENABLED',
    'UPDATE on user_roles',
    'LOGIN_FAILED',
    'LOGIN_RATE_LIMITED',
    'MFA_VERIFY_FAILED',
    'SECURITY_FINDING_SUPPRESSED',
    'BULK_SECURITY_FINDINGS_SUPPRESSED',
  ]

  test('DATA-09 knows the actions of the specification', () => {
    expect(auditActions).toEqual(expect.arrayContaining(ofTheSpecification))
  })

  test.each(auditActions.filter((action) => !ofTheSpecification.includes(action)))(
    '%s is written somewhere',
    (action) => {
      expect(isSaid(action)).toBe(true)
    },
  )

  test.each(allEndpoints.filter(({ endpoint }) => endpoint.audit !== 'none'))(
    '$name writes the entry that it declares',
    ({ endpoint }) => {
      expect(isSaid(endpoint.audit)).toBe(true)
    },
  )
})

describe('refusals', () => {
  test.each(Object.keys(refusalStatusCodes) as RefusalCode[])('%s is given somewhere', (code) => {
    expect(isSaid(code)).toBe(true)
  })

  test.each(allEndpoints)('$name names only what is particular to it', ({ endpoint }) => {
    expect(endpoint.refusals.filter((code) => commonRefusalCodes.includes(code))).toEqual([])
  })

  test('travel under a status that says no', () => {
    expect(Object.values(refusalStatusCodes).filter((status: number) => status < 400 || status === 500)).toEqual([])
  })
})

describe('endpoints', () => {
  test('each have a route of their own', () => {
    const routes = allEndpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)

    expect(new Set(routes).size).toBe(routes.length)
  })

  test.each(allEndpoints)('$name describes every parameter of its path', ({ endpoint }) => {
    const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const described = Object.keys((endpoint.params as { shape?: object } | undefined)?.shape ?? {})

    expect(described).toEqual(named)
  })

  test('PER-09 whatever only administradores may ask demands their scope, and what everyone may ask demands none', () => {
    expect(scopes(['administrador'])).toEqual(['app/admin'])
    expect(scopes(['cliente'])).toEqual(['app/use'])
    expect(scopes(roles)).toEqual(['app/use'])
    expect(scopes('everyone')).toEqual([])
  })
})

const scopes = (allow: Endpoint['allow']) => getRequiredTokenScopes({ allow })
