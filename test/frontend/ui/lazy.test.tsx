import { act, render, screen } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { lazy, WhileLoading } from '../../../frontend/src/ui/lazy.tsx'

/** A part that comes when `arrive` is called, and says `text`. */
function aPart(text: string) {
  const { promise, resolve: arrive } = Promise.withResolvers<void>()
  const download = vi.fn<() => Promise<{ default: () => React.ReactNode }>>(async () => {
    await promise
    return { default: () => <p>{text}</p> }
  })
  return { Part: lazy(download), download, arrive }
}

const boundary = (part: React.ReactNode) => <WhileLoading show={<i>Cargando...</i>}>{part}</WhileLoading>
const settle = () => act(() => new Promise<void>((resolve) => setImmediate(resolve)))

test('a part that was left before its code had come keeps the next one from nothing', async () => {
  const [first, second] = [aPart('primera'), aPart('segunda')]
  const { container, rerender } = render(boundary(<first.Part key="1" />))
  expect(container.textContent).toBe('Cargando...')

  rerender(boundary(<second.Part key="2" />))
  second.arrive()
  await settle()

  expect(container.textContent).toBe('segunda')
  first.arrive()
  await settle()
  expect(container.textContent).toBe('segunda')
})

test('what has been loaded before is there in the first rendering, and downloaded once', async () => {
  const { Part, download, arrive } = aPart('lista')
  arrive()
  await Part.load()

  render(boundary(<Part />))

  expect(screen.getByText('lista')).toBeDefined()
  expect(download).toHaveBeenCalledOnce()
})

test('only the place of the part waits, not what stands beside it', async () => {
  const { Part, arrive } = aPart('tarde')
  const { container } = render(
    boundary(
      <>
        <b>Antes. </b>
        <Part />
      </>,
    ),
  )
  expect(container.textContent).toBe('Antes. Cargando...')

  arrive()
  await settle()

  expect(container.textContent).toBe('Antes. tarde')
})
