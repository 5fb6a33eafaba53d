import { fireEvent, render, screen } from '@testing-library/preact'
import type { ComponentType } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyDialog } from '../../../frontend/src/ui/lazy-dialog.tsx'

const Question = () => <p>¿Seguro?</p>

function aDialog() {
  const download = vi.fn<() => Promise<ComponentType>>(async () => Question)
  return { Dialog: lazyDialog(download), download }
}

test('the code of a dialog waits until somebody uses the page, and is fetched once', async () => {
  const { Dialog, download } = aDialog()
  expect(download).not.toHaveBeenCalled()

  fireEvent.keyDown(document.body, { key: 'Tab' })
  fireEvent.pointerDown(document.body)

  await new Promise<void>((resolve) => setImmediate(resolve))
  const { container } = render(<Dialog />)

  expect(container.textContent).toBe('¿Seguro?')
  expect(download).toHaveBeenCalledOnce()
})

test('a pointer that rests where the page was drawn fetches no dialog, one that moves does', () => {
  const { download } = aDialog()

  fireEvent(document.body, new PointerEvent('pointermove', { bubbles: true, movementX: 0, movementY: 0 }))
  expect(download).not.toHaveBeenCalled()
  fireEvent(document.body, new PointerEvent('pointermove', { bubbles: true, movementX: 3, movementY: 0 }))

  expect(download).toHaveBeenCalledOnce()
})

test('a dialog that could not be fetched ahead is fetched when it is opened', async () => {
  const { Dialog, download } = aDialog()
  download.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  fireEvent.click(document.body)

  render(<Dialog />)

  expect(await screen.findByText('¿Seguro?')).toBeDefined()
  expect(download).toHaveBeenCalledTimes(2)
})
