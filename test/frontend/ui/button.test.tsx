import { act, render, screen } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { Button } from '../../../frontend/src/ui/button.tsx'

const show = (busy: boolean) => (
  <Button busy={busy} busyText="Guardando...">
    Guardar
  </Button>
)

test('a button that is busy for five seconds says that it takes longer than usual, also to who does not see it', () => {
  vi.useFakeTimers()
  const { rerender } = render(show(true))
  void act(() => void vi.advanceTimersByTime(4900))
  expect(screen.getByRole('button').textContent).toBe('Guardando...')
  expect(screen.queryByRole('status')).toBeNull()

  void act(() => void vi.advanceTimersByTime(200))

  expect(screen.getByRole('button').textContent).toBe('Está tardando más de lo normal...')
  expect(screen.getByRole('status').textContent).toBe('Está tardando más de lo normal...')
  rerender(show(false))
  expect(screen.getByRole('button').textContent).toBe('Guardar')
  expect(screen.queryByRole('status')).toBeNull()
})

test('the next press begins to wait anew', () => {
  vi.useFakeTimers()
  const { rerender } = render(show(true))
  void act(() => void vi.advanceTimersByTime(6000))
  rerender(show(false))
  rerender(show(true))

  void act(() => void vi.advanceTimersByTime(4000))

  expect(screen.getByRole('button').textContent).toBe('Guardando...')
})
