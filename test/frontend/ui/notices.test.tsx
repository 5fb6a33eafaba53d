import { act, fireEvent, screen, waitFor } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { showNotice } from '../../../frontend/src/ui/show-notice.ts'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

async function anyPage() {
  const person = openProductPath('/pago-exitoso')
  await screen.findByRole('heading', { name: 'PAGADO' })
  return person
}

const noticeOf = (text: string) => screen.getByText(text).closest<HTMLElement>('[data-sonner-toast]')
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('UIX-01 A-60 a plain notice says of what kind it is and goes after four seconds', async () => {
  await anyPage()
  showNotice.success('Guardado')
  showNotice.plain('Para tu información')
  showNotice.warning('Atención')
  await screen.findByText('Atención')

  expect(['Guardado', 'Para tu información', 'Atención'].map((text) => noticeOf(text)?.dataset['type'])).toEqual([
    'success',
    'info',
    'warning',
  ])
  await pass(3500)
  expect(screen.getByText('Guardado')).toBeDefined()
  await pass(1000)
  expect(screen.queryByText('Guardado')).toBeNull()
})

test('UIX-01 what is under way stands until it has ended', async () => {
  await anyPage()
  const done = showNotice.loading('Cerrando sesión...')
  await screen.findByText('Cerrando sesión...')

  await pass(10_000)
  expect(noticeOf('Cerrando sesión...')?.dataset['type']).toBe('loading')
  done('Sesión cerrada')

  expect(await screen.findByText('Sesión cerrada')).toBeDefined()
  expect(screen.queryByText('Cerrando sesión...')).toBeNull()
})

test('UIX-01 of four notices the newest three are seen, 14 pixels apart and 356 wide', async () => {
  await anyPage()
  for (const text of ['Uno', 'Dos', 'Tres', 'Cuatro']) showNotice.success(text)
  await screen.findByText('Cuatro')

  const seen = ['Uno', 'Dos', 'Tres', 'Cuatro'].map((text) => noticeOf(text)?.dataset['visible'])
  expect(seen).toEqual(['false', 'true', 'true', 'true'])
  const list = noticeOf('Cuatro')?.closest<HTMLElement>('[data-sonner-toaster]')
  expect(list?.style.getPropertyValue('--gap')).toBe('14px')
  expect(list?.style.getPropertyValue('--width')).toBe('356px')
})

test('UIX-01 Alt+T leads to the notices', async () => {
  await anyPage()
  showNotice.success('Guardado')
  await screen.findByText('Guardado')

  fireEvent.keyDown(document, { code: 'KeyT', altKey: true })

  expect(document.activeElement).toBe(noticeOf('Guardado')?.closest('[data-sonner-toaster]'))
})

test('UIX-02 A-60 a failure is read out at once and goes after five seconds', async () => {
  await anyPage()
  showNotice.failure('Error', 'No se ha podido guardar')
  await screen.findByText('Error')

  expect(screen.getByRole('alert').textContent).toBe('ErrorNo se ha podido guardar')
  await pass(4500)
  expect(screen.getByText('Error')).toBeDefined()
  await pass(1000)
  expect(screen.queryByText('Error')).toBeNull()
})

test('UIX-02 a second failure takes the place of the first', async () => {
  await anyPage()
  showNotice.failure('Error', 'El primero')
  await screen.findByText('El primero')

  showNotice.failure('Error', 'El segundo')

  await screen.findByText('El segundo')
  await pass(1000)
  expect(screen.queryByText('El primero')).toBeNull()
  expect(screen.getByText('El segundo')).toBeDefined()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('UIX-02 A-60 F8 leads to the failure, which waits while it has the focus', async () => {
  const person = await anyPage()
  showNotice.failure('Error', 'No se ha podido guardar')
  showNotice.success('Otra cosa')
  await screen.findByText('Otra cosa')

  await person.keyboard('{F8}')
  expect(document.activeElement).toBe(noticeOf('Error'))
  await pass(20_000)
  expect(screen.getByText('Error')).toBeDefined()
  void act(() => noticeOf('Error')?.blur())

  await pass(6000)
  expect(screen.queryByText('Error')).toBeNull()
})

test('UIX-02 F8 does nothing where there is no failure', async () => {
  const person = await anyPage()
  showNotice.success('Guardado')
  await screen.findByText('Guardado')
  const before = document.activeElement

  await person.keyboard('{F8}')

  expect(document.activeElement).toBe(before)
})

test('ERR-01 what fails is titled, in Spanish, and nothing of the service’s own words is shown', async () => {
  signInAsRole('cliente')
  fakeApi.answer('GET /mfa', { factors: [], recoveryCodesLeft: 0 })
  fakeApi.answer('GET /account/sessions', {
    items: [
      {
        sessionId: '00000000-0000-4000-8000-000000000001',
        device: 'Safari en iPhone',
        address: '203.0.113.8',
        origin: 'password',
        signedInAt: '2026-11-20T09:00:00.000Z',
        lastSeenAt: '2026-11-20T09:00:00.000Z',
        current: false,
      },
    ],
  })
  fakeApi.fail('POST /account/sessions/end-others', 500)
  const person = openProductPath('/client?tab=settings')

  await person.click(await screen.findByRole('button', { name: 'Cerrar sesión en los demás dispositivos' }))

  const said = 'ErrorAlgo ha fallado en nuestro servidor. Inténtalo de nuevo en unos minutos.'
  await waitFor(() => expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(said))
})
