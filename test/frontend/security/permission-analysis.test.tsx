import { screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { auditLogWriters } from '#contract/audit-writers'
import { payments } from '#contract/payments-domain'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { allEndpoints } from '../../support/endpoints.ts'

function open() {
  signInAsRole('administrador')
  fakeApi.answer('GET /mfa', { factors: [], recoveryCodesLeft: 0 })
  fakeApi.answer('GET /account/sessions', { items: [] })
  return openProductPath('/admin?tab=security')
}

const analysis = async () => within(await screen.findByRole('region', { name: 'Análisis de permisos (RLS)' }))
const tableOf = async (name: string) => within((await analysis()).getByRole('table', { name, hidden: true }))
const cellsOf = async (table: string, row: string) =>
  within((await tableOf(table)).getByText(row).closest('tr') as HTMLElement)
    .getAllByRole('cell', { hidden: true })
    .map(({ textContent }) => textContent)

test('SEC-20 A-53 the analysis names the seven tables, what answers to each here and how much of it each role may ask', async () => {
  open()

  const named = (await tableOf('Permisos por tabla'))
    .getAllByText(/^[a-z_]+$/, { selector: 'code' })
    .map(({ textContent }) => textContent)
  expect(named).toEqual([
    'client_profiles',
    'payments',
    'shipping_addresses',
    'email_verification_tokens',
    'user_mfa',
    'mfa_recovery_codes',
    'profiles',
  ])
  const ofPayments = Object.values<{ allow: readonly string[] | 'everyone' }>(payments)
  const mayAsk = (role: string) => ofPayments.filter(({ allow }) => allow === 'everyone' || allow.includes(role)).length
  const cells = await cellsOf('Permisos por tabla', 'payments')
  expect(cells.slice(-3)).toEqual(
    ['visitante', 'cliente', 'administrador'].map((role) =>
      expect.stringContaining(`${mayAsk(role)} de ${ofPayments.length}`),
    ),
  )
})

const said = async (situation: string) => (await cellsOf('Permisos por situación', situation)).at(-1)

test('SEC-20 it counts every operation in every situation: a pending second factor reaches none of the practice, a recent code all', async () => {
  open()
  const all = allEndpoints.map(({ endpoint }) => endpoint)
  const ofPractice = all.filter(({ allow }) => allow === 'everyone' || allow.includes('administrador'))
  const pending = ofPractice.filter(
    ({ allow, assurance }) => allow === 'everyone' || assurance === 'enrolling' || assurance === 'registering',
  )

  expect(await said('Administrador, con la verificación pendiente')).toContain(
    `${pending.length} de ${allEndpoints.length} `,
  )
  expect(await said('Administrador, con un código reciente')).toContain(
    `${ofPractice.length} de ${allEndpoints.length} `,
  )
  expect((await analysis()).getByText(new RegExp(`^${allEndpoints.length * 7} combinaciones, `))).toBeTruthy()
  expect((await analysis()).getByRole('heading', { name: 'Matriz de permisos', hidden: true })).toBeTruthy()
})

test('SEC-20 A-53 it says in plain words which functions may write to the audit log', async () => {
  open()

  const rows = (await tableOf('Funciones que escriben en el registro')).getAllByRole('row', { hidden: true }).slice(1)

  expect(rows).toHaveLength(Object.keys(auditLogWriters).length)
  expect((await cellsOf('Funciones que escriben en el registro', 'customers')).join(' ')).toContain(
    'El panel de clientes',
  )
  expect(
    (await analysis()).getByText(
      new RegExp(
        `^Pueden añadir entradas ${Object.keys(auditLogWriters).length} funciones .* Ninguna tiene permiso para modificar ni borrar`,
      ),
    ),
  ).toBeTruthy()
})

test('SEC-01 the last card leads from the panel to the site', async () => {
  open()

  const card = within(await screen.findByRole('region', { name: 'Navegación' }))

  expect(card.getByRole('link', { name: 'Ir a la web' }).getAttribute('href')).toBe('/')
})
