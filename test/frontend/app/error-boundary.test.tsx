import { fireEvent, render, screen } from '@testing-library/preact'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ErrorBoundary } from '../../../frontend/src/app/error-boundary.tsx'

const Broken = () => {
  throw new Error('a page that cannot be drawn')
}

function drawBrokenPage(): void {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
}

test('a page that cannot be drawn says so, and how to go on', () => {
  drawBrokenPage()

  expect(screen.getByRole('heading', { name: 'Algo ha fallado' })).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('Vuelve a cargarla')
  expect(screen.getByRole('link', { name: 'Volver a cargar' })).toHaveProperty('href', window.location.href)
})

test('it is loaded again also where its address has a fragment, to which a link would only scroll', () => {
  window.history.replaceState(null, '', '/terminos#cancelaciones')
  drawBrokenPage()
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { reload })
  onTestFinished(() => void vi.unstubAllGlobals())

  const isFollowed = fireEvent.click(screen.getByRole('link', { name: 'Volver a cargar' }))

  expect(isFollowed).toBe(false)
  expect(reload).toHaveBeenCalledOnce()
})
