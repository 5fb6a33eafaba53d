import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type CarePathwayState, carePathwayStates } from '#contract/care-pathway'
import {
  type CustomerPathway,
  type CustomerTaskKind,
  customerTaskKinds,
  taskKindsBesidePathway,
} from '#contract/customer-lists'
import { stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { createPathwayInState } from '../../support/care-pathway-samples.ts'
import { emptyQuestionnaireAnswers } from '../../support/empty-questionnaire-answers.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { customerApiPath as base, openCustomerRecord as open, stubCustomerRecord } from '../../support/record-app.ts'

const record = '/client/cus_aaaaaaaa'
const seen = `PUT ${base}/questionnaire/seen` as const

/** The tab that each state opens without other tasks; all others open Facturas (REC-04). */
const tabOfState: Readonly<Partial<Record<CarePathwayState, string>>> = {
  'hour-to-propose': 'Consultas',
  'hour-to-confirm': 'Consultas',
  'first-running': 'Consultas',
  'first-to-close': 'Consultas',
  'proposal-to-present': 'Consultas',
  'analyses-to-request': 'Analíticas',
  'plan-to-publish': 'Suplementación',
  'plan-ended': 'Suplementación',
  'follow-up-to-confirm': 'Consultas',
  'follow-up-running': 'Consultas',
  'follow-up-to-close': 'Consultas',
}

const ofTask: Readonly<Record<CustomerTaskKind, readonly [tab: string, act: string | null, path: string]>> = {
  'proposal-to-present': ['Consultas', 'Preparar el presupuesto', `${record}/presupuestos`],
  'analyses-to-request': ['Analíticas', 'Escribirle qué prueba va primero', `${record}/mensajes`],
  'plan-to-publish': ['Suplementación', 'Seguir con la pauta', `${record}?tab=supplements`],
  'plan-ended': ['Suplementación', 'Revisar la pauta', `${record}?tab=supplements`],
  'email-unproven': ['Facturas', null, record],
  'payment-disputed': ['Facturas', 'Ver el pago', `${record}?tab=payments`],
  'question-waiting': ['Facturas', 'Responder', `${record}/mensajes`],
  'questionnaire-unread': ['Cuestionario', 'Leer el cuestionario', `${record}#cuestionario`],
  'adherence-falling': ['Suplementación', 'Ver sus tomas', `${record}?tab=supplements`],
  'check-in-worse': ['Suplementación', 'Ver sus semanas', `${record}?tab=supplements`],
  'analysis-unexplained': ['Analíticas', 'Explicar la analítica', `${record}?tab=analytics`],
  'pack-ending': ['Suplementación', 'Ver la pauta', `${record}?tab=supplements`],
  'budget-question': ['Facturas', 'Contestar la pregunta', `${record}/presupuestos`],
  'budget-late': ['Facturas', 'Ver el presupuesto', `${record}/presupuestos`],
  'budget-invoice': ['Facturas', 'Ver el presupuesto', `${record}/presupuestos`],
  'budget-credit-note': ['Facturas', 'Ver el presupuesto', `${record}/presupuestos`],
}

const savedAt = '2026-11-20T10:00:00.000Z'

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubCustomerRecord()
  fakeApi.answer(`GET ${base}/questionnaire`, {
    current: { version: 2, savedAt, savedBy: 'Lucía', answers: emptyQuestionnaireAnswers },
    seen: null,
    versions: { items: [{ version: 2, savedAt, savedBy: 'Lucía' }], next: null },
  })
  fakeApi.answer(seen, { version: 2, seenAt: '2026-11-21T09:00:00.000Z' })
})

const waitsFor = (tasks: CustomerPathway['tasks'], state: CarePathwayState = 'at-laboratory'): void =>
  fakeApi.answer(`GET ${base}/pathway`, { ...createPathwayInState(state), tasks })

async function findOpened(): Promise<string | undefined> {
  await screen.findByRole('navigation', { name: 'Secciones de la ficha' })
  const all = document.querySelectorAll('.record-tabs a[aria-current=page]')
  expect(all).toHaveLength(1)
  return all[0]?.textContent.match(/^(?:Facturas|Consultas|Analíticas|Suplementación|Cuestionario)/)?.[0]
}

const findAct = async (): Promise<HTMLElement | null> =>
  within(await screen.findByRole('region', { name: 'Proceso' })).queryByRole('link')

describe('without a tab in the address', () => {
  test.each(carePathwayStates.map(({ id }) => [id, tabOfState[id] ?? 'Facturas'] as const))(
    'a record in the state %s opens on %s',
    async (state, tab) => {
      waitsFor([], state)
      open()

      expect(await findOpened()).toBe(tab)
    },
  )

  test.each(customerTaskKinds.map((kind) => [kind, ...ofTask[kind]] as const))(
    'a record with %s opens on %s, and its act is %s',
    async (kind, tab, act, path) => {
      const state = carePathwayStates.find(({ id }) => id === kind)?.id
      waitsFor(
        taskKindsBesidePathway.filter((each) => each === kind),
        state,
      )
      open()

      expect(await findOpened()).toBe(tab)
      const link = await findAct()
      expect([link?.textContent, link?.getAttribute('href')]).toEqual(act ? [act, path] : [undefined, undefined])
    },
  )

  test('what the process waits for goes before every other task', async () => {
    waitsFor([...taskKindsBesidePathway], 'plan-to-publish')
    open()

    expect(await findOpened()).toBe(tabOfState['plan-to-publish'])
    expect((await findAct())?.textContent).toBe('Seguir con la pauta')
  })

  test('of two tasks the one on a page of its own is the act, and the tab is the other’s', async () => {
    waitsFor(['question-waiting', 'analysis-unexplained'])
    open()

    expect(await findOpened()).toBe('Analíticas')
    expect((await findAct())?.textContent).toBe('Responder')
  })
})

test('unread answers are there unfolded below the tabs, and are read once somebody goes to them', async () => {
  waitsFor(['questionnaire-unread'])
  const person = open()

  const title = await screen.findByRole('button', { name: 'Cuestionario de salud' })

  expect(title.getAttribute('aria-expanded')).toBe('true')
  expect(screen.queryByRole('heading', { name: 'Archivos de facturas' })).toBeNull()
  expect(fakeApi.asked(seen)).toEqual([])

  await person.click(screen.getByRole('link', { name: 'Leer el cuestionario' }))
  await waitFor(() => expect(fakeApi.asked(seen).map(({ body }) => body)).toEqual([{ version: 2 }]))
})

test.each(['payments', 'consultations', 'analytics', 'supplements'])(
  'a link to ?tab=%s opens that tab whatever is due, and unread answers stay folded and unread',
  async (tab) => {
    waitsFor(['questionnaire-unread', 'analysis-unexplained'])
    open(tab)

    const tabs = within(await screen.findByRole('navigation', { name: 'Secciones de la ficha' }))
    expect(tabs.getByRole('link', { current: 'page' }).getAttribute('href')).toBe(`${record}?tab=${tab}`)
    expect((await screen.findByRole('button', { name: 'Cuestionario de salud' })).getAttribute('aria-expanded')).toBe(
      'false',
    )
    expect(fakeApi.asked(seen)).toEqual([])
  },
)

test.each(customerTaskKinds)(
  'in «Por hacer» the name beside %s leads to where it is done, as its button does',
  async (kind) => {
    stubAdminAgenda()
    const person = { customerId: 'cus_aaaaaaaa', customerName: 'Lucía Ferrer' }
    const task = { ...person, kind, at: savedAt, percent: 40, percentBefore: 90 }
    fakeApi.answer('GET /customers/tasks', { items: [task], more: false })
    openProductPath('/admin')
    const part = within(await screen.findByRole('region', { name: 'Por hacer' }))

    const row = within(await part.findByRole('listitem'))

    expect(row.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      ofTask[kind][2],
      ofTask[kind][2],
    ])
  },
)
