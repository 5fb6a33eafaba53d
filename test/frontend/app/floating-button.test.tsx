import { act, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { findGreeting, signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const scrollTo = (pixels: number) =>
  void act(() => {
    vi.stubGlobal('scrollY', pixels)
    window.dispatchEvent(new Event('scroll'))
  })
const hero = () => screen.getByRole('heading', { level: 1 }).closest('section') as HTMLElement
const calls = () => screen.queryAllByRole('link', { name: 'Comienza tu transformación' })
const inHero = () => calls().filter((call) => hero().contains(call))
const floating = () => calls().filter((call) => call.closest('main') === null)

afterEach(() => void vi.stubGlobal('scrollY', 0))

test('HDR-10 HDR-12 HDR-13 LIM-07 past 50 pixels the floating button takes over from the hero’s', async () => {
  openProductPath('/')
  await screen.findByRole('heading', { level: 1 })

  scrollTo(50)
  expect([inHero().length, floating().length]).toEqual([1, 0])
  scrollTo(51)
  expect([inHero().length, floating().length]).toEqual([0, 1])
  expect(floating()[0]?.getAttribute('href')).toBe('/primera-consulta')
  scrollTo(0)
  expect([inHero().length, floating().length]).toEqual([1, 0])
})

test('HDR-10 no other page has a floating button', async () => {
  openProductPath('/cookies')
  await screen.findByRole('heading', { level: 1 })

  scrollTo(500)

  expect(calls()).toHaveLength(0)
})

test('HDR-11 for a client the floating button leads to their panel', async () => {
  signInAsRole('cliente')
  openProductPath('/')
  await findGreeting('Lucía Ferrer')
  await screen.findByRole('heading', { level: 1 })

  scrollTo(51)

  const [panel] = screen.getAllByRole('link', { name: 'Mi Panel' })
  expect(panel?.getAttribute('href')).toBe('/client')
  expect(floating()).toHaveLength(0)
})

test('HDR-12 for an administrador it leads to the first consultation', async () => {
  signInAsRole('administrador')
  fakeApi.answer('GET /customers', { items: [], next: null, total: 0, matching: 0 })
  openProductPath('/')
  await findGreeting('Lucía Ferrer')
  await screen.findByRole('heading', { level: 1 })

  scrollTo(51)

  expect(floating()[0]?.getAttribute('href')).toBe('/primera-consulta')
})
