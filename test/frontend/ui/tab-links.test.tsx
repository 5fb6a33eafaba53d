import { cleanup, render, screen, waitFor } from '@testing-library/preact'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { PanelTabLinks } from '../../../frontend/src/ui/panel-tab-links.tsx'

const tabs = [
  { id: 'first', text: 'Clientes' },
  { id: 'last', text: 'Seguridad' },
]

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const from = (left: number, width: number) => ({ left, right: left + width }) as DOMRect

function measured(this: Element): DOMRect {
  if (this.tagName === 'NAV') return from(0, 640)
  return this.textContent === 'Clientes' ? from(0, 400) : from(400, 400)
}

test.each([
  ['/', 0],
  ['/?tab=last', 160],
])('the tab that %s shows is in sight, however narrow the screen', async (address, scrolled) => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(measured)

  render(
    <MemoryRouter initialEntries={[address]}>
      <PanelTabLinks label="Secciones" tabs={tabs} />
    </MemoryRouter>,
  )

  await waitFor(() => expect(screen.getByRole('navigation', { name: 'Secciones' }).scrollLeft).toBe(scrolled))
})
