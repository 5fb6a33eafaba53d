import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/preact'
import { BrowserRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { AuthProvider } from '../../../frontend/src/api/auth.tsx'
import { createQueryClient } from '../../../frontend/src/api/endpoint-query.ts'
import { AdminPage } from '../../../frontend/src/app/admin-page.tsx'
import { signInAsRole, openProductPath, waitUntilDrawn } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { stubAdminAgenda } from '../../support/admin-app.ts'

test('ADM-01 the head names who is signed in and lets them sign out', async () => {
  stubAdminAgenda()
  const person = openProductPath('/admin')
  await screen.findByRole('heading', { name: 'Panel de Administración' })
  await screen.findByText('lucia@example.com')
  const head = within(screen.getAllByRole('banner')[0] as HTMLElement)
  expect(head.getByText('lucia@example.com')).toBeDefined()

  await person.click(head.getByRole('button', { name: 'Cerrar sesión' }))

  await waitFor(() => expect(window.location.pathname).toBe('/'))
  expect(fakeApi.revoked()).toHaveLength(1)
})

test('ADM-02 two cards show what the server counts', async () => {
  stubAdminAgenda()
  openProductPath('/admin')

  await waitFor(() => expect(screen.getByText('Total Usuarios').nextElementSibling?.textContent).toBe('12'))
  expect(screen.getByText('Total Clientes').nextElementSibling?.textContent).toBe('9')
})

test('the tabs have addresses of their own, clients first', async () => {
  stubAdminAgenda()
  fakeApi.answer('GET /users', { items: [], next: null, matching: 0 })
  const person = openProductPath('/admin')
  const tabs = within(await screen.findByRole('navigation', { name: 'Secciones de administración' }))
  expect(tabs.getByRole('link', { name: 'Clientes' }).getAttribute('aria-current')).toBe('page')
  expect(await screen.findByRole('heading', { name: 'Agenda' })).toBeDefined()

  await person.click(tabs.getByRole('link', { name: 'Usuarios' }))

  expect(await screen.findByRole('heading', { name: 'Gestión de Usuarios' })).toBeDefined()
  expect(window.location.search).toBe('?tab=users')
})

const renderPage = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AuthProvider>
        <BrowserRouter>
          <AdminPage />
        </BrowserRouter>
      </AuthProvider>
    </QueryClientProvider>,
  )

test('ADM-04 a cliente who comes as far as the panel reads that it is not theirs, and where theirs is', async () => {
  signInAsRole('cliente')
  renderPage()

  const own = await screen.findByRole('link', { name: 'Ir a mi panel' })

  expect(screen.getByRole('heading', { name: 'Acceso Denegado' })).toBeDefined()
  expect(screen.getByText('No tienes permisos para acceder al panel de administración.')).toBeDefined()
  expect(own.getAttribute('href')).toBe('/client')
})

test('ADM-04 whoever has no role is led home', async () => {
  renderPage()

  expect((await screen.findByRole('link', { name: 'Volver al inicio' })).getAttribute('href')).toBe('/')
})

test('who has withdrawn stands below the clients, in their own words', async () => {
  stubAdminAgenda()
  const withdrawal = {
    withdrawalId: 'wdr_aaaaaaaa',
    name: 'Marta Ruiz',
    email: 'marta@correo.test',
    contract: null,
    comment: 'He cambiado de idea.',
    requestedAt: '2026-11-21T23:30:00.000Z',
  }
  fakeApi.answer('GET /withdrawals', { items: [withdrawal], next: null })
  openProductPath('/admin')

  const table = within(await screen.findByRole('table', { name: 'Desistimientos' }))
  const row = table.getAllByRole('row')[1]?.textContent
  expect(row).toBe('22/11/2026Marta Ruizmarta@correo.test-He cambiado de idea.wdr_aaaaaaaa')
})

test('there is no list of withdrawals while it is loading, nor when nobody has withdrawn', async () => {
  stubAdminAgenda()
  const answer = fakeApi.hold('GET /withdrawals', { items: [], next: null })
  openProductPath('/admin')
  await waitFor(() => expect(fakeApi.asked('GET /withdrawals')).toHaveLength(1))
  await screen.findByRole('heading', { name: 'Agenda' })
  expect(screen.queryByRole('heading', { name: 'Desistimientos' })).toBeNull()

  answer()
  await waitUntilDrawn('GET /withdrawals')

  expect(screen.queryByRole('heading', { name: 'Desistimientos' })).toBeNull()
})
