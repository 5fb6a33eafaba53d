import { act, fireEvent, render, screen } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { lazy, LoadErrorContext, WhileLoading } from '../../../frontend/src/ui/lazy.tsx'
import { PartLoadError } from '../../../frontend/src/ui/load-errors.tsx'

function aPart(text: string) {
  const { promise, resolve: arrive } = Promise.withResolvers<void>()
  const download = vi.fn<() => Promise<{ default: () => React.ReactNode }>>(async () => {
    await promise
    return { default: () => <p>{text}</p> }
  })
  return { Part: lazy(download), download, arrive }
}

const boundary = (part: React.ReactNode) => (
  <LoadErrorContext value={PartLoadError}>
    <WhileLoading show={<i>Cargando...</i>}>{part}</WhileLoading>
  </LoadErrorContext>
)
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

function aFailingPart(failures: number) {
  let asked = 0
  const { resolve: arrive, promise: arrival } = Promise.withResolvers<void>()
  return {
    asked: () => asked,
    arrive,
    Part: lazy(async () => {
      asked += 1
      if (asked <= failures) throw new TypeError('Failed to fetch dynamically imported module')
      await arrival
      return { default: () => <p>por fin</p> }
    }),
  }
}

const renderFailed = async (part: ReturnType<typeof aFailingPart>) => {
  vi.spyOn(console, 'error').mockReturnValue()
  const rendered = render(
    boundary(
      <>
        <b>Lo demás</b>
        <part.Part />
      </>,
    ),
  )
  await settle()
  return rendered
}

test('a part that cannot be downloaded says so in its place, and is asked for again at a press', async () => {
  const part = aFailingPart(2)
  await renderFailed(part)
  expect(screen.getByText('Lo demás')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toBe('No hemos podido cargar esta parte. Comprueba tu conexión.')

  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await settle()
  expect(part.asked()).toBe(2)
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cargando...' }).disabled).toBe(true)
  part.arrive()
  await settle()

  expect(screen.getByText('por fin')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('it comes by itself when the connection is back', async () => {
  const part = aFailingPart(1)
  part.arrive()
  await renderFailed(part)

  fireEvent(window, new Event('online'))
  await settle()

  expect(screen.getByText('por fin')).toBeDefined()
  expect(part.asked()).toBe(2)
})

test('it comes too when the connection is back just before a retry fails', async () => {
  const part = aFailingPart(2)
  part.arrive()
  await renderFailed(part)

  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  fireEvent(window, new Event('online'))
  await settle()

  expect(screen.getByText('por fin')).toBeDefined()
})

test('what stands in the place of a part that failed can be chosen', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { Part } = aFailingPart(1)

  const { container } = render(
    <WhileLoading failed={() => <i>Sin ella</i>}>
      <Part />
    </WhileLoading>,
  )
  await settle()

  expect(container.textContent).toBe('Sin ella')
})
