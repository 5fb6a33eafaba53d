import type { DoseTime } from '#contract/dosing'
import { emptyQuestionnaireAnswers } from '#contract/questionnaire'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { AuthProvider } from '../../../frontend/src/api/auth.tsx'
import { createQueryClient } from '../../../frontend/src/api/endpoint-query.ts'
import { ClientNextSteps } from '../../../frontend/src/app/client-next-steps.tsx'
import { signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { createOwnConsultation } from '../../support/own-consultations.ts'

const consultation = createOwnConsultation({ startsAt: '2026-11-26T15:30:00.000Z', priceCents: null, version: 1 })
const magnesium = {
  clientSupplementId: 'csu_aaaaaaaa',
  supplementId: 'sup_magnesio-aaaaaaaa',
  name: 'Magnesio bisglicinato',
  amount: 200,
  unit: 'mg',
  frequency: '2 veces al día',
  times: ['Noche', 'Con desayuno'],
  foodRelation: 'Después de comer',
  pattern: 'Continuo',
  instructions: null,
  duration: null,
  startDate: '2026-11-07',
  endDate: null,
  packDoses: null,
  status: 'active',
  dosage: '200 mg',
  frequencyText: '',
  instructionsText: '',
  createdAt: '2026-11-07T09:00:00.000Z',
  version: 1,
  groupId: null,
  canReopen: false,
} as const
const next = 'GET /consultations/mine/next'
const doses = 'GET /supplements/doses'
const taken = (time: DoseTime) => ({ clientSupplementId: 'csu_aaaaaaaa', day: '2026-11-21', time })

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('cliente')
  fakeApi.answer(next, { consultation, toSchedule: null, freeRequests: false })
  fakeApi.answer('GET /supplements/mine', { items: [magnesium], next: null })
  fakeApi.answer(doses, { items: [] })
  fakeApi.answer('GET /questionnaire', { current: null, draft: null })
})

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AuthProvider>
        <MemoryRouter>
          <ClientNextSteps />
        </MemoryRouter>
      </AuthProvider>
    </QueryClientProvider>,
  )
  return userEvent.setup({ delay: null })
}

async function steps(count: number) {
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(count))
  return screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
}

test('what is to be done stands before what is good to know, and each step leads to its tab', async () => {
  open()

  expect(await steps(2)).toEqual([
    ['Suplementos de hoy · semana 3Te quedan 2 tomas.', '/?tab=supplements'],
    ['Rellena tu cuestionario de saludUnos 5 minutos', '/?tab=questionnaire'],
  ])
})

test('a payment without a date is the first thing to be seen', async () => {
  fakeApi.answer(next, {
    consultation: null,
    toSchedule: { concept: 'Primera consulta', paidAt: consultation.startsAt },
    freeRequests: false,
  })

  open()

  expect((await steps(3))[0]).toEqual(['Elige la hora de tu primera consultaYa está pagada', '/?tab=consultations'])
})

test('what is taken and told is no longer to be done', async () => {
  fakeApi.answer(doses, { items: [taken('Noche'), taken('Con desayuno')] })
  fakeApi.answer('GET /questionnaire', {
    current: {
      version: 1,
      savedAt: consultation.startsAt,
      savedBy: 'usr_aaaaaaaa',
      answers: emptyQuestionnaireAnswers,
    },
    draft: null,
  })

  open()

  expect(await steps(1)).toEqual([['Suplementos de hoy · semana 3Todo tomado. ¡Bien hecho!', '/?tab=supplements']])
})

test('who has nothing to do reads so, and only once that is known', async () => {
  fakeApi.answer('GET /supplements/mine', { items: [], next: null })
  fakeApi.answer('GET /questionnaire', {
    current: {
      version: 1,
      savedAt: consultation.startsAt,
      savedBy: 'usr_aaaaaaaa',
      answers: emptyQuestionnaireAnswers,
    },
    draft: null,
  })
  const answer = fakeApi.hold(next, { consultation: null, toSchedule: null, freeRequests: false })

  open()

  expect(await screen.findByText('Mirando qué toca ahora...')).toBeDefined()
  answer()
  expect(await screen.findByText('No tienes nada pendiente.')).toBeDefined()
})

test('what cannot be had leaves the rest, and can be asked for again', async () => {
  fakeApi.refuse(next, 'too-many-attempts')
  const person = open()
  await steps(2)
  const again = await screen.findByRole('button', { name: 'Reintentar tu próximo paso' })

  const toSchedule = { concept: 'Primera consulta', paidAt: consultation.startsAt }
  fakeApi.answer(next, { consultation: null, toSchedule, freeRequests: false })
  await person.click(again)

  await steps(3)
  expect(screen.queryByRole('button', { name: 'Reintentar tu próximo paso' })).toBeNull()
})

test('over midnight today is the new day', async () => {
  vi.setSystemTime('2026-11-21T22:59:30.000Z')
  open()
  await screen.findByText(/semana 3/)
  vi.setSystemTime('2026-11-27T23:00:30.000Z')

  document.dispatchEvent(new Event('visibilitychange'))

  expect(await screen.findByText(/semana 4/)).toBeDefined()
})
