import { screen, waitFor, within } from '@testing-library/preact'
import { describe, expect, test, vi } from 'vitest'
import { apiDomains } from '#contract/api-domains'
import {
  type DataInvariantResult,
  dataInvariantNames,
  type NightlyInvariantRun,
  type ServiceHealth,
  monitoredServices,
  type TestMail,
} from '#contract/diagnostics'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { stubAdminAgenda } from '../../support/admin-app.ts'
import { allEndpoints } from '../../support/endpoints.ts'

const checkedAt = '2026-11-21T09:30:00.000Z'

const health = (changes: Partial<Record<ServiceHealth['service'], Partial<ServiceHealth>>> = {}) => ({
  checkedAt,
  items: monitoredServices.map((service): ServiceHealth => ({
    service,
    state: 'ok',
    latencyMs: 12,
    ...changes[service],
  })),
})

const invariants = (
  changes: Partial<Record<DataInvariantResult['name'], Partial<DataInvariantResult>>> = {},
  nights: readonly NightlyInvariantRun[] = [],
) => ({
  checkedAt,
  items: dataInvariantNames.map((name): DataInvariantResult => ({
    name,
    state: 'holds',
    looked: 3,
    broken: 0,
    ...changes[name],
  })),
  nights,
})

const aMail = (changes: Partial<TestMail> = {}): TestMail => ({
  mailId: 'mai_aaaaaaaa',
  to: 'lucia@example.com',
  status: 'queued',
  attempts: 0,
  createdAt: '2026-11-21T09:30:00.000Z',
  sentAt: null,
  nextAttemptAt: '2026-11-21T09:30:00.000Z',
  ...changes,
})

const servicesAsked = 'GET /diagnostics/services'
const invariantsAsked = 'GET /diagnostics/invariants'
const mailAsked = 'POST /diagnostics/test-mail'
const mailState = 'GET /diagnostics/test-mail/mai_aaaaaaaa'
const fault = () => Response.json({ code: 'fault' }, { status: 500 })

function open() {
  stubAdminAgenda()
  fakeApi.answer(servicesAsked, health())
  fakeApi.answer(invariantsAsked, invariants())
  return openProductPath('/admin?tab=test')
}

const region = async (name: string) => within(await screen.findByRole('region', { name }))
/** Limited to two parts, because the permission matrix has hundreds of rows. */
const rowOf = async (part: 'Servicios' | 'Invariantes', name: RegExp) =>
  within(await (await region(part)).findByRole('row', { name }))

describe('ADM-05 A-54 the test tab', () => {
  test('ADM-03 is the fourth: customers (default), users, security, test, each with an address of its own', async () => {
    open()
    const tabs = within(await screen.findByRole('navigation', { name: 'Secciones de administración' }))

    expect(tabs.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Clientes', '/admin'],
      ['Usuarios', '/admin?tab=users'],
      ['Seguridad', '/admin?tab=security'],
      ['Test', '/admin?tab=test'],
    ])
    expect(tabs.getByRole('link', { name: 'Test' }).getAttribute('aria-current')).toBe('page')
  })

  test('holds services, notifications, and permissions with invariants', async () => {
    open()
    await screen.findByRole('heading', { name: 'Servicios' })

    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Servicios',
      'Notificaciones',
      'Permisos e invariantes',
    ])
  })
})

describe('ADM-06 A-54 the services', () => {
  test('are named with their state and latency', async () => {
    open()
    const services = await region('Servicios')

    expect(await services.findByText('Todo funciona. Comprobado a las 10:30.')).toBeDefined()
    expect(services.getAllByRole('row')).toHaveLength(6)
    const row = await rowOf('Servicios', /^Pagos/)
    expect([row.getByText('Funciona'), row.getByText('12 ms')]).toHaveLength(2)
  })

  test('are said to be under way while they are asked', async () => {
    stubAdminAgenda()
    fakeApi.answer(invariantsAsked, invariants())
    const answer = fakeApi.hold(servicesAsked, health())
    openProductPath('/admin?tab=test')
    expect(await screen.findByText('Comprobando los servicios...')).toBeDefined()

    answer()

    expect(await screen.findByText(/Todo funciona/)).toBeDefined()
  })

  test('that fail or are slow are named first, and can be asked again', async () => {
    const person = open()
    fakeApi.answer(
      servicesAsked,
      health({
        payments: { state: 'failed', latencyMs: 3000 },
        files: { state: 'failed' },
        mail: { state: 'slow', latencyMs: 1450 },
      }),
    )
    const services = await region('Servicios')
    await person.click(await services.findByRole('button', { name: 'Volver a comprobar' }))

    expect(await services.findByText(/No responde: Archivos y Pagos\. Va lento: Correo\./)).toBeDefined()
    expect((await rowOf('Servicios', /^Pagos/)).getByText('No responde')).toBeDefined()
    expect((await rowOf('Servicios', /^Correo/)).getByText('1450 ms')).toBeDefined()

    fakeApi.answer(servicesAsked, health())
    await person.click(services.getByRole('button', { name: 'Volver a comprobar' }))
    expect(await services.findByText(/Todo funciona/)).toBeDefined()
  })

  test('cannot be asked without the table, and that is what is said', async () => {
    const person = open()
    const services = await region('Servicios')
    await services.findByText(/Todo funciona/)
    fakeApi.answer(servicesAsked, fault)
    fakeApi.answer('GET /health', fault)

    await person.click(services.getByRole('button', { name: 'Volver a comprobar' }))

    expect(await services.findByText('No responde: Base de datos.')).toBeDefined()
    expect(services.getAllByText('Sin comprobar')).toHaveLength(4)
  })

  test('that could not be asked for another reason are not blamed on the table', async () => {
    stubAdminAgenda()
    fakeApi.answer(invariantsAsked, invariants())
    fakeApi.answer(servicesAsked, fault)
    fakeApi.answer('GET /health', { status: 'ok' })
    const person = openProductPath('/admin?tab=test')
    const services = await region('Servicios')
    expect(await services.findByText(/^No se han podido comprobar\. Algo ha fallado en nuestro servidor/)).toBeDefined()

    fakeApi.answer(servicesAsked, health())
    await person.click(services.getByRole('button', { name: 'Reintentar' }))

    expect(await services.findByText(/Todo funciona/)).toBeDefined()
  })
})

describe('A-54 a test mail', () => {
  test('is asked for once, and seen to go from the queue to its reader', async () => {
    const person = open()
    fakeApi.answer(mailAsked, aMail())
    fakeApi.answer(mailState, aMail())
    const sheet = await region('Notificaciones')
    await person.click(sheet.getByRole('button', { name: 'Enviarme un correo de prueba' }))
    expect(await sheet.findByText('En cola')).toBeDefined()

    fakeApi.answer(
      mailState,
      aMail({ status: 'sent', attempts: 1, sentAt: '2026-11-21T09:30:04.000Z', nextAttemptAt: null }),
    )
    await vi.advanceTimersByTimeAsync(2000)

    expect(await sheet.findByText('Enviado')).toBeDefined()
    expect(sheet.getByText(/ha salido hacia lucia@example\.com/)).toBeDefined()
    expect(fakeApi.asked(mailAsked)).toHaveLength(1)
  })

  test('that could not be sent says when it is tried again', async () => {
    const person = open()
    const late = aMail({ attempts: 2, nextAttemptAt: '2026-11-21T09:35:00.000Z' })
    fakeApi.answer(mailAsked, late)
    fakeApi.answer(mailState, late)
    const sheet = await region('Notificaciones')

    await person.click(sheet.getByRole('button', { name: 'Enviarme un correo de prueba' }))

    expect(await sheet.findByText(/No ha salido en 2 intentos\. Se volverá a intentar a partir del/)).toBeDefined()
  })

  test('that was given up says so', async () => {
    const person = open()
    const failed = aMail({ status: 'failed', attempts: 7, nextAttemptAt: null })
    fakeApi.answer(mailAsked, failed)
    fakeApi.answer(mailState, failed)
    const sheet = await region('Notificaciones')

    await person.click(sheet.getByRole('button', { name: 'Enviarme un correo de prueba' }))

    expect(await sheet.findByText(/No ha salido en 7 intentos y no se intentará más/)).toBeDefined()
  })

  test('too many of them are refused with a sentence', async () => {
    const person = open()
    fakeApi.refuse(mailAsked, 'too-many-attempts')
    const sheet = await region('Notificaciones')

    await person.click(sheet.getByRole('button', { name: 'Enviarme un correo de prueba' }))

    expect((await sheet.findByRole('alert')).textContent).toBe(
      'No se ha podido pedir el correo. Demasiados intentos. Espera un momento antes de intentar de nuevo.',
    )
  })
})

describe('A-54 the invariants', () => {
  test('say what holds and how many were looked at', async () => {
    open()

    expect(await screen.findByText('Todo se cumple. Comprobado a las 10:30.')).toBeDefined()
    const row = await rowOf('Invariantes', /^Cada pedido pagado tiene su pago registrado/)
    expect([row.getByText('Se cumple'), row.getByText('3')]).toHaveLength(2)
  })

  test('that are broken say how many, and what to do', async () => {
    const person = open()
    const found = invariants({ mails: { state: 'broken', broken: 2 }, administrators: { state: 'unknown', looked: 0 } })
    fakeApi.answer(invariantsAsked, found)
    const invariantsShown = await region('Invariantes')
    await person.click(await invariantsShown.findByRole('button', { name: 'Volver a comprobar' }))

    expect(
      await invariantsShown.findByText(/Una comprobación no se cumple\. Una no se ha podido hacer\./),
    ).toBeDefined()
    const row = await rowOf('Invariantes', /^Ningún correo/)
    expect(row.getByText('2 mal de 3')).toBeDefined()
    expect(row.getByText('Comprueba el servicio de correo: los avisos no están saliendo.')).toBeDefined()
  })

  test('that could not be asked for can be asked for again', async () => {
    stubAdminAgenda()
    fakeApi.answer(servicesAsked, health())
    fakeApi.answer(invariantsAsked, fault)
    const person = openProductPath('/admin?tab=test')
    const invariantsShown = await region('Invariantes')
    await invariantsShown.findByText(/^No se han podido comprobar/)

    fakeApi.answer(invariantsAsked, invariants())
    await person.click(invariantsShown.getByRole('button', { name: 'Reintentar' }))

    expect(await invariantsShown.findByText(/Todo se cumple/)).toBeDefined()
  })
})

const night = (day: number, changes: Partial<NightlyInvariantRun> = {}): NightlyInvariantRun => ({
  day: `2026-11-${day}`,
  checkedAt: `2026-11-${day}T00:40:00.000Z`,
  broken: [],
  unknown: [],
  ...changes,
})

describe('A-54 the nights', () => {
  test('stand in a strip, the oldest first, and those with something wrong in words', async () => {
    stubAdminAgenda()
    fakeApi.answer(servicesAsked, health())
    fakeApi.answer(
      invariantsAsked,
      invariants({}, [night(21), night(20, { broken: ['mails'] }), night(19, { unknown: ['agenda'] }), night(18)]),
    )
    openProductPath('/admin?tab=test')

    const strip = within(await screen.findByRole('list', { name: 'Comprobaciones de cada noche' }))
    expect(strip.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '18/11/2026: todo se cumplió',
      expect.stringMatching(/^19\/11\/2026: no se pudo comprobar «Cada consulta próxima tiene su hora/),
      expect.stringMatching(/^20\/11\/2026: no se cumplió «Ningún correo lleva más/),
      '21/11/2026: todo se cumplió',
    ])
    expect(
      screen.getByText(
        'Algo no se cumplió en 1 de las últimas 4 noches. Algo no se pudo comprobar en 1 de las últimas 4 noches.',
      ),
    ).toBeDefined()
    expect(screen.getAllByText(/^20\/11\/2026: no se cumplió/)).toHaveLength(2)
  })

  test('before the first of them it is said that it is to come', async () => {
    open()

    expect(await screen.findByText(/La primera comprobación está por hacer/)).toBeDefined()
  })
})

const matrix = () => region('Matriz de permisos')

describe('A-54 the permission matrix', () => {
  test('holds every endpoint of the contract, by domain', async () => {
    open()
    const shown = await matrix()

    expect(shown.getByText(`${allEndpoints.length} operaciones`)).toBeDefined()
    expect(shown.getAllByRole('table', { hidden: true })).toHaveLength(apiDomains.length)
    expect(shown.getAllByRole('row', { hidden: true })).toHaveLength(allEndpoints.length + apiDomains.length)
  })

  test.each([
    ['security.health', ['Sí', 'Sí', 'Sí']],
    ['users.list', ['No', 'No', 'Sí']],
    ['users.remove', ['No', 'No', 'Sí, con un código reciente']],
    ['payments.list', ['No', 'Sí', 'No']],
    ['diagnostics.services', ['No', 'No', 'Sí']],
  ])('%s: visitante, cliente, administrador', async (name, said) => {
    const person = open()
    const shown = await matrix()

    await person.type(shown.getByLabelText('Buscar operación'), name)

    const [, ...cells] = within(shown.getByRole('row', { name: new RegExp(`^${name} `) })).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual(said)
  })

  test('is filtered by who may ask, and by domain', async () => {
    const person = open()
    const shown = await matrix()
    const forEveryone = allEndpoints.filter(({ endpoint }) => endpoint.allow === 'everyone')

    await person.selectOptions(shown.getByLabelText('Puede pedirla'), 'Visitante')
    expect(shown.getByText(`${forEveryone.length} operaciones de ${allEndpoints.length}`)).toBeDefined()

    await person.selectOptions(shown.getByLabelText('Apartado'), 'Seguridad')
    expect(shown.getByText(`1 operación de ${allEndpoints.length}`)).toBeDefined()
    expect(shown.getByText('GET /{check}')).toBeDefined()
  })

  test('that holds nothing of what is wanted says so, and lets the filters go', async () => {
    const person = open()
    const shown = await matrix()
    await person.type(shown.getByLabelText('Buscar operación'), 'nada de esto')
    expect(shown.getByText('Ninguna operación coincide con lo que buscas.')).toBeDefined()

    await person.click(shown.getByRole('button', { name: 'Quitar los filtros' }))

    await waitFor(() => expect(shown.getByText(`${allEndpoints.length} operaciones`)).toBeDefined())
  })
})
