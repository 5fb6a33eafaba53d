import { render, screen } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ActionsMenu } from '../../../frontend/src/ui/actions-menu.tsx'

function open() {
  const edit = vi.fn<() => void>()
  const remove = vi.fn<() => void>()
  render(
    <>
      <ActionsMenu
        label="Acciones de Ada"
        actions={[
          { text: 'Editar', run: edit },
          { text: 'Eliminar', run: remove, removes: true },
        ]}
      />
      <button type="button">Otra cosa</button>
    </>,
  )
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  return { edit, remove, person, button: screen.getByRole('button', { name: 'Acciones de Ada' }) }
}

const focused = () => document.activeElement?.textContent

test('a menu opens on its first action, is walked through with the arrows, and Intro does what has the focus', async () => {
  const { person, button, edit, remove } = open()

  await person.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(focused()).toBe('Editar')
  await person.keyboard('{ArrowDown}')
  expect(focused()).toBe('Eliminar')
  await person.keyboard('{ArrowDown}')
  expect(focused()).toBe('Editar')
  await person.keyboard('{End}{Enter}')

  expect(remove).toHaveBeenCalledOnce()
  expect(edit).not.toHaveBeenCalled()
  expect(screen.queryByRole('menu')).toBeNull()
})

test('Escape closes it and gives the focus back', async () => {
  const { person, button } = open()
  await person.click(button)

  await person.keyboard('{Escape}')

  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('a press elsewhere closes it and does what it was meant for', async () => {
  const { person, button, edit } = open()
  await person.click(button)

  await person.click(screen.getByRole('button', { name: 'Otra cosa' }))

  expect(screen.queryByRole('menu')).toBeNull()
  expect(focused()).toBe('Otra cosa')
  expect(edit).not.toHaveBeenCalled()
})
