import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { renderAtOnce } from '../../../frontend/src/site/render-at-once.ts'

test('the effects of what is rendered at once have run before anything can be typed into it', () => {
  const effect = vi.fn<() => void>()
  function Page() {
    useEffect(effect, [])
    return <p>Página</p>
  }
  const place = document.createElement('div')

  renderAtOnce(() => createRoot(place).render(<Page />))

  expect(place.textContent).toBe('Página')
  expect(effect).toHaveBeenCalledOnce()
})
