import { isDeepStrictEqual } from 'node:util'
import { screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { computeStyleWithJsdom, listLabelsWithJsdom } from '../../support/fast-jsdom.ts'
import { matchWithJsdom, selectFirstWithJsdom, selectWithJsdom } from '../../support/fast-selectors.ts'

const selectors = [
  '*',
  'script, style',
  'button',
  'p,b',
  '*[role~="button"],button,input,summary',
  '*[role~="alert"]',
  '*[role~="cell"],td',
  'input[type=submit], input[type=button], input[type=reset]',
  'input[type="checkbox"]',
  'input:not([type]):not([list])',
  'label[for],tr[hidden]',
  'input:not([list=""])',
  'p b',
  'p ~ p',
  'body > *',
  'li:first-child',
  '[id="one"]',
  '[id="twelve"]',
]

function listDifferences(): unknown[] {
  const styles = [...document.querySelectorAll('*')].map((element) => {
    const [fast, slow] = [getComputedStyle(element), computeStyleWithJsdom(element)].map(
      ({ display, visibility, pointerEvents }) => `${display} ${visibility} ${pointerEvents}`,
    )
    return { element, fast, slow }
  })
  const labels = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea, button, output')].map(
    (element) => {
      const [fast, slow] = [element.labels, listLabelsWithJsdom(element)].map((each) => each && [...each])
      return { element, fast, slow }
    },
  )
  const matched = [...document.querySelectorAll('*')].flatMap((element) =>
    selectors.map((selector) => {
      const [fast, slow] = [element.matches(selector), matchWithJsdom(element, selector)]
      return { element, selector, fast, slow }
    }),
  )
  const selected = [document.body, ...document.body.children].flatMap((element) =>
    selectors.map((selector) => {
      const [fast, slow] = [element.querySelectorAll(selector), selectWithJsdom(element, selector)].map((each) => [
        ...each,
      ])
      return { element, selector, fast, slow }
    }),
  )
  const first = [document.body, ...document.body.children].flatMap((element) =>
    selectors.map((selector) => {
      const [fast, slow] = [element.querySelector(selector), selectFirstWithJsdom(element, selector)]
      return { element, selector, fast, slow }
    }),
  )
  return [...styles, ...labels, ...matched, ...selected, ...first].filter(
    ({ fast, slow }) => !isDeepStrictEqual(fast, slow),
  )
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
  await screen.findByRole('dialog')
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
    <p style="--of-ours: 3; width: 3px">neither <b>inside</b></p><p style="all: unset">all <b>inside</b></p>
    <dialog>five <b>inside</b></dialog><dialog open>six <b>inside</b></dialog>
    <details><summary>seven</summary><b>inside</b></details><div popover>eight</div>
    <table><tbody><tr hidden><td>nine</td></tr></tbody></table><template>ten</template>
    <label>eleven <input type="hidden"><input></label><label for="twelve">twelve</label><input id="twelve" type="checkbox">
    <label for="none">thirteen</label><label for="p"></label><p id="p"></p><svg><path d=""/></svg>
    <div role="button link">fourteen</div><i role="alert">fifteen</i><input type="submit"><input type="SUBMIT" list="">`

  expect(listDifferences()).toEqual([])

  document.body.innerHTML = ''
})

const find = (name: string) => document.querySelector<HTMLElement>(name) ?? document.body

test('what changes on a page is answered as jsdom does at once', () => {
  document.body.innerHTML = `<main><label for="one">one</label><input id="one"><input id="two"><p>here <b>inside</b></p>
    <div role="button">go</div><i style="color: red">light</i></main>`
  const changes: readonly (() => unknown)[] = [
    () => find('label').setAttribute('for', 'two'),
    () => find('#two').setAttribute('id', 'three'),
    () => find('#one').setAttribute('id', 'two'),
    () => find('label').append(document.createElement('input')),
    () => find('label').removeAttribute('for'),
    () => find('label input').remove(),
    () => (find('p').hidden = true),
    () => (find('p').hidden = false),
    () => (find('p').style.display = 'none'),
    () => (find('main').style.visibility = 'hidden'),
    () => find('main').style.removeProperty('visibility'),
    () => (find('i').style.cssText = 'pointer-events: none'),
    () => find('div').setAttribute('role', 'link'),
    () => find('div').replaceWith(document.createElement('button')),
    () => (find('p').innerHTML = '<button>again</button>'),
    () => find('main').prepend(find('i')),
    () => find('main').remove(),
  ]

  for (const change of changes) {
    expect(listDifferences()).toEqual([])
    change()
    expect(listDifferences(), String(change)).toEqual([])
  }
})
