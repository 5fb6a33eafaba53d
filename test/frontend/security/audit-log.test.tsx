import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import type { AuditLogEntry } from '#contract/security'
import { downloadMock, signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { requireFreshCodeOnce } from '../../support/admin-app.ts'

const anEntry = (changes: Partial<AuditLogEntry> = {}): AuditLogEntry => ({
  auditId: 'aud_aaaaaaaa',
  at: '2026-11-21T09:11:00.000Z',
  action: 'CONSULTATION_STATUS_SET',
  by: { id: 'usr_elenaaaa', name: 'Elena Prado', customerId: 'cus_elenaaaa' },
  about: { id: 'cus_luciaaaa', name: 'Lucía Ferrer', customerId: 'cus_luciaaaa' },
  values: [{ name: 'Estado', before: 'Programada', after: 'En curso' }],
  address: '83.45.12.70',
  userAgent: 'Firefox',
  ...changes,
})

beforeEach(() => {
  signInAsRole('administrador')
  fakeApi.answer('GET /customers/counts', { users: 12, clients: 9 })
  fakeApi.answer('GET /mfa', { factors: [], recoveryCodesLeft: 0 })
  fakeApi.answer('GET /account/sessions', { items: [] })
  fakeApi.answer('GET /users', {
    items: [
      {
        id: 'usr_elenaaaa',
        name: 'Elena Prado',
        email: 'elena@correo.test',
        role: 'administrador',
        createdAt: '2026-10-01T08:00:00.000Z',
        emailConfirmed: true,
      },
    ],
    next: null,
    matching: null,
  })
  fakeApi.answer('GET /security/audit', { items: [anEntry()], next: null })
})

const theLog = async () => within(await screen.findByRole('region', { name: 'Registro de auditoría' }))
const asked = () => fakeApi.asked('GET /security/audit').at(-1)?.query

test('SEC-18 the card begins with the twenty newest entries, in Spanish', async () => {
  openProductPath('/admin?tab=security')

  const row = (await (await theLog()).findAllByRole('row')).at(1)
  expect(asked()).toEqual({ limit: '20' })
  expect(row?.textContent).toContain('21/11/26, 10:11')
  expect(row?.textContent).toContain('Elena Prado83.45.12.70')
  expect(row?.textContent).toContain('Estado de una consulta cambiado')
  expect(row?.textContent).toContain('Estado: Programada → En curso')
  expect(
    within(row as HTMLElement)
      .getByRole('link', { name: 'Lucía Ferrer' })
      .getAttribute('href'),
  ).toBe('/client/cus_luciaaaa')
})

test('who, what and when stand in the address of the page, and coming back finds the same entries', async () => {
  const person = openProductPath('/admin?tab=security')
  const log = await theLog()

  await person.selectOptions(
    await log.findByLabelText('Quién'),
    await log.findByRole('option', { name: 'Elena Prado' }),
  )
  await person.selectOptions(log.getByLabelText('Qué'), 'Consulta programada')
  await person.type(log.getByLabelText('Desde'), '2026-11-01')

  const wanted = { by: 'usr_elenaaaa', action: 'CONSULTATION_BOOKED', from: '2026-11-01' }
  await waitFor(() => expect(asked()).toMatchObject(wanted))
  expect(window.location.search).toBe('?tab=security&quien=usr_elenaaaa&accion=CONSULTATION_BOOKED&desde=2026-11-01')
  await person.click(log.getByRole('button', { name: 'Quitar filtros' }))

  expect(window.location.search).toBe('?tab=security')
  expect(log.getByLabelText<HTMLSelectElement>('Qué').value).toBe('')
})

test('under «Quién» the administrators are asked for by their role, however many newer accounts clients have', async () => {
  openProductPath('/admin?tab=security')

  expect(await (await theLog()).findByRole('option', { name: 'Elena Prado' })).toBeDefined()
  expect(fakeApi.asked('GET /users').map(({ query }) => query)).toEqual([{ limit: '100', role: 'administrador' }])
})

test('an address with nonsense in it asks for the whole log', async () => {
  openProductPath('/admin?tab=security&quien=nadie&accion=NADA&desde=ayer&cliente=../x')

  await (await theLog()).findAllByRole('row')
  expect(asked()).toEqual({ limit: '20' })
})

test('one press leaves the entries of one client, and another brings the others back', async () => {
  const person = openProductPath('/admin?tab=security')
  const log = await theLog()

  await person.click(await log.findByRole('button', { name: /^Filtrar ?por Lucía Ferrer/ }))
  await waitFor(() => expect(asked()).toMatchObject({ customerId: 'cus_luciaaaa' }))
  expect(window.location.search).toBe('?tab=security&cliente=cus_luciaaaa')
  expect(log.getByRole<HTMLInputElement>('combobox', { name: 'Cliente' }).value).toBe('Lucía Ferrer')
  await person.click(await log.findByRole('button', { name: /^Solo Lucía Ferrer/ }))

  expect(window.location.search).toBe('?tab=security')
})

test('a client is found by name with the keyboard, and stands in the address of the page', async () => {
  fakeApi.answer('GET /customers/names', {
    items: [{ customerId: 'cus_martaaaa', name: 'Marta Ruiz', email: 'marta@correo.test' }],
    more: false,
  })
  const person = openProductPath('/admin?tab=security')
  const log = await theLog()
  const field = await log.findByRole<HTMLInputElement>('combobox', { name: 'Cliente' })
  expect(fakeApi.asked('GET /customers/names')).toEqual([])

  await person.type(field, 'Mar')
  await log.findByRole('option', { name: /^Marta Ruiz/ })
  await person.keyboard('{Enter}')

  await waitFor(() => expect(asked()).toMatchObject({ customerId: 'cus_martaaaa' }))
  expect(window.location.search).toBe('?tab=security&cliente=cus_martaaaa')
  expect(field.value).toBe('Marta Ruiz')
  await person.clear(field)
  expect(window.location.search).toBe('?tab=security')
})

test('what was done by nobody in person is the system’s, and an erased person has no name', async () => {
  const gone = { id: 'cus_pseudonym', name: null, customerId: null }
  fakeApi.answer('GET /security/audit', { items: [anEntry({ by: null, about: gone, address: null })], next: null })
  openProductPath('/admin?tab=security')

  const row = (await (await theLog()).findAllByRole('row')).at(1)
  expect(row?.textContent).toContain('Sistema')
  expect(row?.textContent).toContain('Persona borrada')
  expect(within(row as HTMLElement).queryByRole('link')).toBeNull()
})

test('the log as a file asks for a fresh code, and has what is filtered', async () => {
  requireFreshCodeOnce('GET /security/audit/export', { csv: 'Fecha;Quién\r\n', next: null })
  const person = openProductPath('/admin?tab=security&accion=LOGIN_FAILED')

  await person.click(await (await theLog()).findByRole('button', { name: 'Exportar CSV' }))
  const proof = within(await screen.findByRole('dialog'))
  await person.type(proof.getByRole('textbox'), '123456')
  await person.click(proof.getByRole('button', { name: 'Verificar' }))

  expect(await screen.findByText('Registro exportado')).toBeDefined()
  expect(downloadMock).toHaveBeenCalledWith(expect.stringMatching(/^registro-.*\.csv$/), 'Fecha;Quién\r\n')
  expect(fakeApi.asked('GET /security/audit/export').at(-1)?.query).toEqual({ action: 'LOGIN_FAILED' })
})

test('a filter that nothing matches says so', async () => {
  fakeApi.answer('GET /security/audit', { items: [], next: null })
  openProductPath('/admin?tab=security&accion=LOGIN_FAILED')

  expect(await (await theLog()).findByText('Nada coincide con estos filtros.')).toBeDefined()
})
