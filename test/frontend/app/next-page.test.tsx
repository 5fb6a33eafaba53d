import { screen, waitFor } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { openProductPath } from '../../support/browser-app.tsx'

const { code, arrive } = vi.hoisted(() => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { code: promise, arrive: resolve }
})
vi.mock(import('../../../frontend/src/features/legal/legal-pages.tsx'), async (original) => {
  await code
  return original()
})

const heading = (name: RegExp) => screen.queryByRole('heading', { level: 1, name })
const headOf = (selector: string, attribute: string) => document.head.querySelector(selector)?.getAttribute(attribute)

test('the page before stays until the code of the next has come, and then the head of the document says the next', async () => {
  const person = openProductPath('/primera-consulta')
  const link = await screen.findByRole('link', { name: 'Términos y condiciones' })
  await screen.findByRole('heading', { level: 1, name: /entiende/i })

  await person.click(link)

  expect(window.location.pathname).toBe('/terminos')
  expect(heading(/entiende/i)).not.toBeNull()
  arrive()
  await waitFor(() => expect(heading(/Términos y condiciones/)).not.toBeNull())
  expect(heading(/entiende/i)).toBeNull()
  expect(document.title).toBe('Términos y condiciones | Hábitat Interior')
  expect(headOf('meta[name=robots]', 'content')).toBeUndefined()
  expect(headOf('link[rel=canonical]', 'href')).toBe('https://habitat.example/terminos')
})
