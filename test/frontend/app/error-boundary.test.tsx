import { render, screen } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from '../../../frontend/src/app/error-boundary.tsx'

const Broken = () => {
  throw new Error('a page that cannot be drawn')
}

test('a page that cannot be drawn says so, and how to go on', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})

  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )

  expect(screen.getByRole('heading', { name: 'Algo ha fallado' })).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('Vuelve a cargarla')
  expect(screen.getByRole('link', { name: 'Volver a cargar' })).toHaveProperty('href', window.location.href)
})
