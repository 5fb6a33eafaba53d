import { screen, waitFor, within } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { practiceLegalDetails } from '#contract/practice'
import { socialMediaLinks } from '../../../frontend/src/content/social-media-links.ts'
import { openProductPath } from '../../support/browser-app.tsx'

const scrolled = vi.fn<(this: Element) => void>()
// jsdom has no layout and no scrolling.
Element.prototype.scrollIntoView = function scrollIntoView() {
  scrolled.call(this)
}
afterEach(() => void scrolled.mockReset())

const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('RTE-01 the landing page leads to the first consultation and has its anchors', async () => {
  openProductPath('/')

  expect(await screen.findByRole('heading', { level: 1, name: /ecosistema dentro de ti/ })).toBeDefined()
  for (const link of screen.getAllByRole('link', { name: 'Comienza tu transformación' })) {
    expect(link.getAttribute('href')).toBe('/primera-consulta')
  }
  for (const anchor of ['como-funciona', 'encuentra-solucion', 'nuestro-experto', 'site-footer']) {
    expect(document.getElementById(anchor)).not.toBeNull()
  }
})

test('HDR-01 HDR-04 HDR-05 the header leads home, to sign-in and to registration', async () => {
  openProductPath('/primera-consulta')
  const header = within(await screen.findByRole('banner'))

  expect(header.getByRole('link', { name: /inicio/ }).getAttribute('href')).toBe('/')
  expect(header.getByRole('link', { name: /Iniciar sesión/ }).getAttribute('href')).toBe('/auth')
  expect(header.getByRole('link', { name: /Crear una cuenta/ }).getAttribute('href')).toBe('/register')
})

test.each(['/', '/cookies'])(
  'HDR-02 HDR-03 from %s the header leads to a section of the landing page',
  async (page) => {
    const person = openProductPath(page)
    // On the landing page the section exists already; from another page it is rendered later.
    if (page === '/') await vi.waitUntil(() => document.querySelector('#nuestro-experto'))

    await person.click(await screen.findByRole('link', { name: 'Nuestro experto', hidden: true }))

    expect(scrolled).toHaveBeenCalledTimes(page === '/' ? 1 : 0)
    await waitFor(() => expect(scrolled.mock.contexts[0]).toHaveProperty('id', 'nuestro-experto'))
    expect(window.location.pathname).toBe('/')
  },
)

test.each([
  ['/terminos', 'Términos y condiciones'],
  ['/privacidad', 'Política de privacidad'],
])('RTE-10 RTE-11 %s leads back to registration', async (page, title) => {
  openProductPath(page)

  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined()
  expect(href('Volver al registro')).toBe('/register')
})

test('RTE-12 the cookie policy has its six sections', async () => {
  openProductPath('/cookies')

  expect(await screen.findByRole('heading', { level: 1, name: 'Política de cookies' })).toBeDefined()
  expect(within(screen.getByRole('main')).getAllByRole('heading', { level: 2 })).toHaveLength(6)
})

test('PUB-19 the footer leads to every public page and to what the law asks for', async () => {
  openProductPath('/')
  const footer = within(await screen.findByRole('contentinfo'))

  const paths = footer.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(paths.slice(0, 7)).toEqual([
    '/',
    '/primera-consulta',
    '/terminos',
    '/privacidad',
    '/cookies',
    '/aviso-legal',
    '/desistimiento',
  ])
})

test('PUB-20 the footer has the mail address and the three networks', async () => {
  openProductPath('/')
  const footer = within(await screen.findByRole('contentinfo'))

  expect(footer.getByRole('link', { name: practiceLegalDetails.email }).getAttribute('href')).toBe(
    `mailto:${practiceLegalDetails.email}`,
  )
  const networks = ['TikTok', 'Instagram', 'LinkedIn'].map((name) => footer.getByRole('link', { name }))
  expect(networks.map((link) => link.getAttribute('href'))).toEqual(socialMediaLinks.map(({ url }) => url))
})

test('a skip link leads past the header', async () => {
  openProductPath('/')
  await screen.findByRole('heading', { level: 1 })

  expect(href('Saltar al contenido')).toBe(`#${screen.getByRole('main').id}`)
})
