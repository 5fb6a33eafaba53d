import { screen, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { refusalStatusCodes } from '#contract/refusals'
import { createAdminConsultation, stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { createOwnConsultation, stubOwnConsultations } from '../../support/own-consultations.ts'
import { stubCustomerRecord } from '../../support/record-app.ts'

beforeEach(() => vi.setSystemTime('2026-11-21T09:00:00.000Z'))

type Query = Readonly<Record<string, string>>
const next = '2026-10-02T09:00:00Z~con_aaaaaaaa' as const
const refused = () => Response.json({ code: 'too-many-attempts' }, { status: refusalStatusCodes['too-many-attempts'] })

/** The first page loads, the next one fails until `fix`. */
function brokenAfterFirstPage<Page extends object>(page: Page) {
  let isFixed = false
  return {
    fix: () => void (isFixed = true),
    answer: (_: unknown, { cursor }: Query) => {
      if (!cursor) return { ...page, next }
      return isFixed ? { ...page, items: [], next: null } : refused()
    },
  }
}

const lists = {
  'coming consultations': () => {
    const list = brokenAfterFirstPage({ items: [createAdminConsultation()] })
    stubAdminAgenda()
    fakeApi.answer('GET /consultations/coming', list.answer)
    return { ...list, path: '/admin', region: 'Agenda' }
  },
  'consultations to close': () => {
    const list = brokenAfterFirstPage({ items: [createAdminConsultation({ startsAt: '2026-11-19T10:00:00.000Z' })] })
    stubAdminAgenda()
    fakeApi.answer('GET /consultations/to-close', list.answer)
    return { ...list, path: '/admin/agenda', region: 'Por cerrar' }
  },
  'requests to confirm': () => {
    const list = brokenAfterFirstPage({ items: [createAdminConsultation({ toConfirm: true })] })
    stubAdminAgenda()
    fakeApi.answer('GET /consultations/coming', list.answer)
    return { ...list, path: '/admin/agenda', region: 'Por confirmar' }
  },
  'consultations in a record': () => {
    const list = brokenAfterFirstPage({ items: [createAdminConsultation()] })
    stubCustomerRecord()
    fakeApi.answer('GET /customers/cus_aaaaaaaa/consultations', list.answer)
    return { ...list, path: '/client/cus_aaaaaaaa?tab=consultations', region: 'Consultas' }
  },
  'a client’s past consultations': () => {
    const past = createOwnConsultation({ startsAt: '2026-11-03T16:30:00.000Z', status: 'completed' })
    const list = brokenAfterFirstPage({ items: [past] })
    stubOwnConsultations([])
    fakeApi.answer('GET /consultations/mine', list.answer)
    return { ...list, path: '/client?tab=consultations', region: 'Historial de consultas' }
  },
} as const

test.each(Object.entries(lists))('more of %s that cannot be loaded is said beside the button', async (_, stub) => {
  const { path, region, fix } = stub()
  const person = openProductPath(path)
  const part = within(await screen.findByRole('region', { name: region }))

  await person.click(await part.findByRole('button', { name: 'Cargar más' }))
  expect((await part.findByRole('alert')).textContent).toBe(
    'Demasiados intentos. Espera un momento antes de intentar de nuevo.',
  )
  fix()
  await person.click(part.getByRole('button', { name: 'Cargar más' }))

  await vi.waitFor(() => expect(part.queryByRole('button', { name: 'Cargar más' })).toBeNull())
  expect(part.queryByRole('alert')).toBeNull()
})
