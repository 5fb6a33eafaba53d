import { isDeepStrictEqual } from 'node:util'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { computeStyleSlowly, listLabelsSlowly } from '../../support/quick-jsdom.ts'

/** For each element and field that is answered otherwise than jsdom does, both answers. */
function listDifferences(): unknown[] {
  const styles = [...document.querySelectorAll('*')].map((element) => {
    const [quick, slow] = [getComputedStyle(element), computeStyleSlowly(element)].map(
      ({ display, visibility, pointerEvents }) => `${display} ${visibility} ${pointerEvents}`,
    )
    return { element, quick, slow }
  })
  const labels = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea, button, output')].map(
    (element) => {
      const [quick, slow] = [element.labels, listLabelsSlowly(element)].map((each) => each && [...each])
      return { element, quick, slow }
    },
  )
  return [...styles, ...labels].filter(({ quick, slow }) => !isDeepStrictEqual(quick, slow))
}

const listed = { customerId: 'cus_aaaaaaaa', name: 'Ada', email: 'ada@example.com', phone: '600 123 456' }

test('what the tests ask jsdom about a page with a table, a dialog and a notice is what jsdom answers', async () => {
  signInAsRole('administrador')
  fakeApi.answer('GET /customers/counts', { users: 1, clients: 1 })
  const items = [{ ...listed, createdAt: '2026-10-02T09:00:00Z' }]
  fakeApi.answer('GET /customers', { items, next: null, total: 1, matching: 1 })
  fakeApi.refuse('POST /customers', 'invalid-input', {})
  const person = openProductPath('/admin')
  await screen.findByRole('link', { name: 'Ada' })
  await person.click(screen.getByRole('button', { name: 'Nuevo Cliente' }))
  const dialog = within(screen.getByRole('dialog'))
  await person.type(dialog.getByLabelText(/Nombre/), 'Ana')

  expect(listDifferences()).toEqual([])
})

test('what is hidden, whichever way, is hidden to the tests as jsdom says, and so is what stands in it', () => {
  document.body.innerHTML = `
    <p hidden>one <b>inside</b></p>
    <p style="display: none">two <b>inside</b></p>
    <p style="visibility: hidden">three <b>inside</b></p>
    <p style="pointer-events: none">four <b>inside</b></p>
    <dialog>five <b>inside</b></dialog><dialog open>six <b>inside</b></dialog>
    <details><summary>seven</summary><b>inside</b></details><div popover>eight</div>
    <table><tbody><tr hidden><td>nine</td></tr></tbody></table><template>ten</template>
    <label>eleven <input type="hidden"><input></label><label for="twelve">twelve</label><input id="twelve" type="checkbox">
    <label for="none">thirteen</label><label for="p"></label><p id="p"></p><svg><path d=""/></svg>`

  expect(listDifferences()).toEqual([])

  document.body.innerHTML = ''
})
