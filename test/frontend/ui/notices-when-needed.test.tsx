import { fireEvent, render, screen } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'

async function openPage() {
  vi.resetModules()
  const { Notices } = await import('../../../frontend/src/ui/notices.tsx')
  const { showNotice } = await import('../../../frontend/src/ui/show-notice.ts')
  render(
    <>
      <input aria-label="Nombre" />
      <Notices />
    </>,
  )
  return showNotice
}

const downloads = vi.fn<() => void>()

beforeEach(() => {
  downloads.mockReset()
  vi.doMock('sonner', async (original) => {
    downloads()
    return original()
  })
  return () => vi.doUnmock('sonner')
})

test('UIX-01 a page without a notice leaves what shows them where it is', async () => {
  await openPage()

  expect(screen.getByRole('region', { name: 'Avisos' }).textContent).toBe('')
  expect(downloads).not.toHaveBeenCalled()
})

test('UIX-01 the first notices wait for what shows them, and none is lost', async () => {
  const showNotice = await openPage()

  const done = showNotice.loading('Cerrando sesión...')
  showNotice.failure('No se ha podido guardar')
  showNotice.success('Guardado')

  expect((await screen.findByRole('alert')).textContent).toBe('No se ha podido guardar')
  expect(screen.getByText('Guardado')).toBeDefined()
  done('Sesión cerrada')
  expect(await screen.findByText('Sesión cerrada')).toBeDefined()
  expect(screen.queryByText('Cerrando sesión...')).toBeNull()
})

test('UIX-01 whoever begins to fill in a form has it before something can fail', async () => {
  await openPage()

  fireEvent.input(screen.getByLabelText('Nombre'), { target: { value: 'L' } })

  await vi.waitFor(() => expect(downloads).toHaveBeenCalledOnce())
})
