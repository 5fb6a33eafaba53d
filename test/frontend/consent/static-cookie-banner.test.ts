import { fireEvent } from '@testing-library/preact'
import { expect, test } from 'vitest'
import {
  hoistStaticCookieBanner,
  replaceStaticCookieBanner,
  showStaticCookieBanner,
} from '../../../frontend/src/features/consent/static-cookie-banner.ts'

const tab = () => fireEvent.keyDown(document.activeElement ?? document, { key: 'Tab' })
const focused = () => document.activeElement?.textContent

test('the keyboard comes from the first link to the banner while the page is coming to life, and only then by our hand', () => {
  document.body.innerHTML = `
    <div id="root"><a class="skip-link" href="#content">Saltar al contenido</a><a href="/">Hábitat Interior</a></div>
    <template><section><a href="/cookies">Política de cookies</a><button>Configurar</button></section></template>`
  showStaticCookieBanner()
  const link = document.querySelector<HTMLElement>('.skip-link')
  link?.focus()
  expect(tab()).toBe(true)
  hoistStaticCookieBanner()
  expect(focused()).toBe('Saltar al contenido')

  expect(tab()).toBe(false)
  expect(focused()).toBe('Política de cookies')
  expect(tab()).toBe(true)

  link?.focus()
  replaceStaticCookieBanner()
  expect(tab()).toBe(true)
  document.body.innerHTML = ''
})
