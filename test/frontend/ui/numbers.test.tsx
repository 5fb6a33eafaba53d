import { waitFor } from '@testing-library/preact'
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { givenHealthConsent, fakeApi } from '../../support/fake-api.ts'
import { allEndpoints } from '../../support/endpoints.ts'
import { listValuePaths, createSchemaSamples, replaceValueAtPath } from '../../support/schema-samples.ts'

const BIG = 10_007

const valueAt = (whole: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((within, key) => {
    if (Array.isArray(within)) return within[0]
    return (within as Readonly<Record<string, unknown>> | undefined)?.[key]
  }, whole)

/** The last page, so that the pages ask for no other. */
const atItsEnd = (sample: object) => ('next' in sample ? { ...sample, next: null } : sample)

function bigReply({ reply }: Endpoint): object {
  const [first = {}] = createSchemaSamples(reply)
  const sample = atItsEnd(first)
  return listValuePaths(sample).reduce<object>((whole, path) => {
    const changed = replaceValueAtPath(whole, path, BIG) as object
    return typeof valueAt(sample, path) === 'number' && reply.safeParse(changed).success ? changed : whole
  }, sample)
}

const bigReplies = allEndpoints
  // The agenda's feed is read by calendars, not by pages.
  .filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.contentType)
  .map(({ endpoint }) => ({
    route: `GET ${endpoint.path.replace('{customerId}', 'cus_12345678')}`,
    reply: bigReply(endpoint),
  }))

function everythingIsBig(): void {
  for (const { route, reply } of bigReplies) fakeApi.answerAny(route, reply)
  fakeApi.answer('GET /consent/health', givenHealthConsent)
}

/** Without the questionnaire, whose numbers are inputs and small. */
const pages = [
  ['cliente', '/client?tab=invoices', /100,07 €/],
  ['cliente', '/client?tab=analytics', /9,77 KB/],
  ['cliente', '/client?tab=supplements', /10\.007 mg/],
  ['cliente', '/client?tab=consultations', /\(10\.007 min\)/],
  ['cliente', '/client?tab=settings', /Te quedan 10\.007 códigos/],
  ['administrador', '/admin?tab=customers', /10\.007 min/],
  ['administrador', '/admin?tab=users', /Gestión de Usuarios.*Texto de muestra/],
  ['administrador', '/admin?tab=security', /Te quedan 10\.007 códigos/],
  ['administrador', '/admin?tab=test', /Se cumple10\.007/],
  ['administrador', '/client/cus_12345678?tab=payments', /100,07 €/],
  ['administrador', '/client/cus_12345678?tab=consultations', /10\.007\sminutos/],
  ['administrador', '/client/cus_12345678?tab=analytics', /9,77 KB/],
  ['administrador', '/client/cus_12345678?tab=supplements', /10\.007 de 10\.007 tomas.*10\.007 mg/],
] as const

describe('a number over 999 is written by one formatter', () => {
  test.each(pages)('for a %s at %s, whatever the server counts', async (role, page, shown) => {
    everythingIsBig()
    signInAsRole(role)

    openProductPath(page)

    await waitFor(() => expect(document.body.textContent).toMatch(shown), { timeout: 5000 })
    expect(document.body.textContent).not.toMatch(/10007/)
  })

  test('and nobody else makes one', () => {
    const makers = globSync('frontend/src/**/*.{ts,tsx}').filter((file) =>
      /Intl\.NumberFormat|toLocaleString\(/.test(readFileSync(file, 'utf8')),
    )

    expect(makers).toEqual(['frontend/src/ui/format.ts'])
  })
})
