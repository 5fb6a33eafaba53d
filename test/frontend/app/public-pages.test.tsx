import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { visit } from '../../support/browser-app.tsx'

const scrolled = vi.fn<(this: Element) => void>()
// jsdom lays nothing out and has no scrolling of its own.
Element.prototype.scrollIntoView = function scrollIntoView() {
  scrolled.call(this)
}
afterEach(() => void scrolled.mockReset())

const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('RTE-01 the landing page leads to the first consultation and has its anchors', async () => {
  visit('/')

  expect(await screen.findByRole('heading', { level: 1, name: /ecosistema dentro de ti/ })).toBeDefined()
  for (const link of screen.getAllByRole('link', { name: 'Comienza tu transformación' })) {
    expect(link.getAttribute('href')).toBe('/primera-consulta')
  }
  for (const anchor of ['como-funciona', 'encuentra-solucion', 'nuestro-experto', 'site-footer']) {
    expect(document.getElementById(anchor)).not.toBeNull()
  }
})

test('GEN-05 GEN-06 GEN-07 the landing page says how, how long and why', async () => {
  visit('/')
  await screen.findByRole('heading', { level: 1 })

  expect(screen.getByText(/completamente online de entre 2 y 3 meses/)).toBeDefined()
  expect(screen.getByText(/Más del 70 % de tu sistema inmunitario/)).toBeDefined()
  expect(screen.getByText(/tres presupuestos/)).toBeDefined()
})

test('HDR-01 HDR-04 HDR-05 the header leads home, to sign-in and to registration', async () => {
  visit('/primera-consulta')
  const header = within(await screen.findByRole('banner'))

  expect(header.getByRole('link', { name: /inicio/ }).getAttribute('href')).toBe('/')
  expect(header.getByRole('link', { name: /Iniciar sesión/ }).getAttribute('href')).toBe('/auth')
  expect(header.getByRole('link', { name: /Crear una cuenta/ }).getAttribute('href')).toBe('/register')
})

test.each(['/', '/cookies'])(
  'HDR-02 HDR-03 from %s the header leads to a section of the landing page',
  async (page) => {
    const person = visit(page)

    await person.click(await screen.findByRole('button', { name: 'Nuestro experto' }))

    await waitFor(() => expect(scrolled.mock.contexts[0]).toHaveProperty('id', 'nuestro-experto'), { timeout: 3000 })
    expect(window.location.pathname).toBe('/')
  },
)

test.each([
  ['/terminos', 'Términos y condiciones'],
  ['/privacidad', 'Política de privacidad'],
])('RTE-10 RTE-11 %s leads back to registration', async (page, title) => {
  visit(page)

  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined()
  expect(href('Volver al registro')).toBe('/register')
})

test('RTE-12 the cookie policy has its six sections', async () => {
  visit('/cookies')

  expect(await screen.findByRole('heading', { level: 1, name: 'Política de cookies' })).toBeDefined()
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(6)
})

test('the footer leads to every public page', async () => {
  visit('/')
  const footer = within(await screen.findByRole('contentinfo'))

  const paths = footer.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(paths).toEqual(['/', '/primera-consulta', '/terminos', '/privacidad', '/cookies'])
})

test('a skip link leads past the header', async () => {
  visit('/')
  await screen.findByRole('heading', { level: 1 })

  expect(href('Saltar al contenido')).toBe(`#${screen.getByRole('main').id}`)
})
