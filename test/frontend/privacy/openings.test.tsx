import { screen, waitFor, within } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import type { RecordOpening } from '#contract/record-openings'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { stubCustomerRecord, customerApiPath, openCustomerRecord } from '../../support/record-app.ts'
import { sampleAccountSettings, stubAccountWithoutFactors } from '../../support/settings-app.ts'

const anOpening = (changes: Partial<RecordOpening> = {}): RecordOpening => ({
  auditId: 'aud_aaaaaaaa',
  at: '2026-11-21T09:00:00.000Z',
  name: 'Elena Prado',
  role: 'administrador',
  part: 'profile',
  question: null,
  ...changes,
})

const has = (items: readonly RecordOpening[], next: `${string}~${string}` | null = null) =>
  fakeApi.answer('GET /privacy/openings', { items, next })

function atTheSettings() {
  signInAsRole('cliente')
  stubAccountWithoutFactors()
  fakeApi.answer('GET /account/settings', sampleAccountSettings)
  return openProductPath('/client?tab=settings')
}

const card = (name: string) => screen.findByRole('region', { name })
const own = () => card('Quién ha visto tus datos')

describe('under Ajustes', () => {
  test('a client reads who opened what of their data and when', async () => {
    has([
      anOpening({ auditId: 'aud_cccccccc', at: '2026-11-21T09:04:00.000Z', part: 'questionnaire' }),
      anOpening({ auditId: 'aud_bbbbbbbb', at: '2026-11-21T09:01:00.000Z', part: 'payments' }),
      anOpening({ auditId: 'aud_aaaaaaaa', at: '2026-11-20T09:00:00.000Z', name: 'Marta Gil', role: null }),
    ])
    atTheSettings()

    await screen.findByText('Elena Prado')
    const visits = within(await own())
      .getAllByRole('listitem')
      .filter((each) => each.querySelector('time'))
    expect(visits.map((each) => each.textContent)).toEqual([
      expect.stringMatching(/^Elena PradoAdministración21\/11\/26, 10:04Cuestionario de saludPagos y justificantes/),
      expect.stringMatching(/^Marta GilYa no está en el equipo20\/11\/26, 10:00Datos de contacto y notas/),
    ])
  })

  test('says that the list is on its way, and that nobody has looked', async () => {
    const arrive = fakeApi.hold('GET /privacy/openings', { items: [], next: null })
    atTheSettings()
    await screen.findByText('Cargando quién ha visto tus datos...')

    arrive()

    expect(await screen.findByText('Nadie del equipo ha abierto tus datos desde que lo anotamos.')).toBeDefined()
  })

  test('who opened lists of clients is read when it is unfolded, apart from who opened the record', async () => {
    has([anOpening()])
    const user = atTheSettings()
    await screen.findByText('Elena Prado')
    expect(fakeApi.asked('GET /privacy/openings').filter(({ query }) => query['of'] === 'lists')).toEqual([])
    has([anOpening({ auditId: 'aud_llllllll', name: 'Marta Gil', part: 'list' })])

    await user.click(within(await own()).getByText('Listas de clientes en las que puede estar tu nombre'))

    expect(await within(await own()).findByText('Una lista de clientes')).toBeDefined()
    expect(fakeApi.asked('GET /privacy/openings').at(-1)?.query).toEqual({ of: 'lists' })
  })

  test('says what failed, and reads it when asked again', async () => {
    fakeApi.refuse('GET /privacy/openings', 'too-many-attempts')
    const user = atTheSettings()
    const retry = await within(await own()).findByRole('button', { name: 'Reintentar' })
    has([anOpening()])

    await user.click(retry)

    expect(await within(await own()).findByText('Elena Prado')).toBeDefined()
  })

  test('more are read when asked for', async () => {
    has([anOpening()], '2026-11-21T09:00:00.000Z~aud_aaaaaaaa')
    const user = atTheSettings()
    const more = await within(await own()).findByRole('button', { name: /más/i })
    fakeApi.answer('GET /privacy/openings', {
      items: [anOpening({ auditId: 'aud_bbbbbbbb', at: '2026-11-01T09:00:00.000Z', part: 'supplements' })],
      next: null,
    })

    await user.click(more)

    await screen.findByText('Suplementos y tomas')
    expect(fakeApi.asked('GET /privacy/openings').at(-1)?.query).toMatchObject({
      cursor: '2026-11-21T09:00:00.000Z~aud_aaaaaaaa',
    })
  })

  test('a client asks about an opening, and is told that the question was sent', async () => {
    const later = anOpening({ auditId: 'aud_bbbbbbbb', at: '2026-11-21T09:01:00.000Z', part: 'questionnaire' })
    has([later, anOpening()])
    const user = atTheSettings()
    await user.click(
      await within(await own()).findByRole('button', { name: /^Preguntar por lo que abrió Elena Prado/ }),
    )
    const dialog = screen.getByRole('dialog', { name: 'Preguntar quién ha visto tus datos' })
    await user.click(within(dialog).getByRole('button', { name: 'Enviar pregunta' }))
    within(dialog).getByText('Elige qué quieres preguntar')
    const question = { reason: 'who', askedAt: '2026-11-21T10:00:00.000Z' } as const
    fakeApi.answer('POST /privacy/openings/aud_aaaaaaaa/question', () => {
      fakeApi.answer('GET /privacy/openings', { items: [later, anOpening({ question })], next: null })
      return question
    })

    await user.selectOptions(within(dialog).getByLabelText('Sobre qué'), 'Datos de contacto y notas')
    await user.selectOptions(within(dialog).getByLabelText('Qué quieres preguntar'), '¿Quién es esta persona?')
    await user.click(within(dialog).getByRole('button', { name: 'Enviar pregunta' }))

    await screen.findByText('Pregunta enviada')
    expect(fakeApi.asked('POST /privacy/openings/aud_aaaaaaaa/question')).toMatchObject([
      { body: { at: '2026-11-21T09:00:00.000Z', reason: 'who' } },
    ])
    await within(await own()).findByText(/^Preguntaste el 21\/11\/26, 11:00 sobre/)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a sixth question of a day is refused in words, and the dialog stays', async () => {
    has([anOpening()])
    const user = atTheSettings()
    fakeApi.refuse('POST /privacy/openings/aud_aaaaaaaa/question', 'too-many-attempts')
    await user.click(await within(await own()).findByRole('button', { name: /^Preguntar/ }))
    await user.selectOptions(screen.getByLabelText('Qué quieres preguntar'), '¿Para qué se abrieron mis datos?')

    await user.click(screen.getByRole('button', { name: 'Enviar pregunta' }))

    const dialog = screen.getByRole('dialog')
    expect(
      await within(dialog).findByText('Demasiados intentos. Espera un momento antes de intentar de nuevo.'),
    ).toBeDefined()
  })
})

test('the practice reads the same in the record, with what the client has asked', async () => {
  stubCustomerRecord()
  const question = { reason: 'why', askedAt: '2026-11-21T10:00:00.000Z' } as const
  fakeApi.answer(`GET ${customerApiPath}/openings`, { items: [anOpening({ question })], next: null })
  openCustomerRecord()

  const openings = await card('Quién ha visto sus datos')

  await within(openings).findByText('Elena Prado')
  expect(openings.textContent).toContain(
    'El cliente preguntó el 21/11/26, 11:00 sobre «Datos de contacto y notas»: ¿Para qué se abrieron mis datos?',
  )
  expect(within(openings).queryByRole('button')).toBeNull()
})
