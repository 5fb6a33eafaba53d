import { render, screen } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

async function loadParts() {
  vi.resetModules()
  const { Dialog } = await import('../../../frontend/src/ui/dialog.tsx')
  const { Notices } = await import('../../../frontend/src/ui/notices.tsx')
  const { showNotice } = await import('../../../frontend/src/ui/show-notice.ts')
  return { Dialog, Notices, showNotice }
}

type PageProps = Pick<Awaited<ReturnType<typeof loadParts>>, 'Dialog' | 'Notices'>

function Page({ Dialog, Notices }: PageProps) {
  const [open, setOpen] = useState(0)
  const close = () => setOpen(open - 1)
  const more = <button onClick={() => setOpen(open + 1)}>Más</button>
  return (
    <>
      {more}
      {open > 0 && (
        <Dialog title="Editar" close={close}>
          {more}
          <button onClick={close}>Cerrar</button>
          {open > 1 && (
            <Dialog title="¿Descartar?" close={close}>
              <button onClick={close}>Seguir</button>
            </Dialog>
          )}
        </Dialog>
      )}
      <Notices />
    </>
  )
}

async function openPage() {
  const { showNotice, ...parts } = await loadParts()
  render(<Page {...parts} />)
  return { showNotice, person: userEvent.setup() }
}

const dialogAround = (text: string) =>
  screen.getByText(text).closest('dialog')?.querySelector('h2')?.textContent ?? 'page'

test('UIX-02 a notice stands in the foremost dialog, where it can be seen and pressed, and stays when that closes', async () => {
  const { person, showNotice } = await openPage()
  showNotice.failure('No se ha podido guardar')
  await screen.findByText('No se ha podido guardar')
  expect(dialogAround('No se ha podido guardar')).toBe('page')

  const seen: string[] = []
  for (const press of ['Más', 'Más', 'Seguir', 'Cerrar']) {
    await person.click(screen.getAllByRole('button', { name: press }).at(-1) as HTMLElement)
    seen.push(dialogAround('No se ha podido guardar'))
  }
  expect(seen).toEqual(['Editar', '¿Descartar?', 'Editar', 'page'])
})

test('UIX-02 the first notice of a page stands in the dialog that is open by then', async () => {
  const { person, showNotice } = await openPage()
  await person.click(screen.getByRole('button', { name: 'Más' }))

  showNotice.success('Guardado')

  await screen.findByText('Guardado')
  expect(dialogAround('Guardado')).toBe('Editar')
})
