import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { runEffectsAtOnce } from '../../../frontend/src/site/effects-at-once.ts'

runEffectsAtOnce()

const opened: { readonly root: Root; readonly place: HTMLElement }[] = []

/** Without Testing Library's `render`, which would flush effects. */
function renderWithoutHelp(page: ReactNode): HTMLElement {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  opened.push({ root, place })
  root.render(page)
  return place
}

afterEach(() => {
  for (const { root, place } of opened.splice(0)) {
    root.unmount()
    place.remove()
  }
})

test('the effects of the first rendering have run before anything can be typed into it', async () => {
  const effect = vi.fn<() => void>()
  function Page() {
    useEffect(effect, [])
    return <p>Página</p>
  }

  const place = renderWithoutHelp(<Page />)
  await Promise.resolve()

  expect(place.textContent).toBe('Página')
  expect(effect).toHaveBeenCalledOnce()
})

function Answer() {
  const yes = useRef<HTMLButtonElement>(null)
  useEffect(() => yes.current?.focus(), [])
  return <button ref={yes}>Sí</button>
}

function Question() {
  const [isAsked, ask] = useState(false)
  return isAsked ? <Answer /> : <button onClick={() => ask(true)}>Preguntar</button>
}

test('what a press has opened has the focus where it belongs before the next key is heard', async () => {
  const place = renderWithoutHelp(<Question />)

  place.querySelector('button')?.click()
  // Neither a frame nor a timer runs meanwhile.
  for (const _ of [1, 2, 3]) await Promise.resolve()

  expect(place.textContent).toBe('Sí')
  expect(document.activeElement).toBe(place.querySelector('button'))
})
