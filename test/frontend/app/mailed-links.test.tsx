import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import type { mailedLinkParameters } from '#contract/mailed-links'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const TOKEN = 'A'.repeat(43)

interface Mailed {
  readonly parameters: string
  readonly opens: () => Promise<unknown>
}

const request = { minorName: 'Leo', guardianName: 'Ana', requestedAt: '2026-11-21T09:00:00Z' }

const proposals = {
  orderId: 'ord_aaaaaaaa',
  state: 'open',
  concept: 'Primera consulta',
  durationMinutes: 30,
  round: 1,
  slots: ['2026-12-01T10:00:00.000Z'],
  earlier: [],
  scheduledAt: null,
  rules: ['Puedes cambiar o cancelar tu consulta gratis hasta 24 horas antes. Después, escríbenos.'],
  earlyStartUntil: '2026-12-01T00:00:00.000Z',
  asked: null,
} as const

const links: Readonly<Record<keyof typeof mailedLinkParameters, Mailed>> = {
  '/auth': { parameters: `enlace=${TOKEN}`, opens: () => screen.findByText(/Este enlace te deja entrar/) },
  '/auth/callback': {
    parameters: `email=lucia%2Bx%40example.com&proof=${TOKEN}`,
    opens: () => screen.findByRole('heading', { name: 'Escribe tu contraseña' }),
  },
  '/reset-password': {
    parameters: 'email=lucia%40example.com&code=123456',
    opens: () => screen.findByLabelText('Nueva contraseña'),
  },
  '/autorizacion': { parameters: `token=${TOKEN}`, opens: () => screen.findByRole('button', { name: 'Autorizar' }) },
  '/confirmar-cita': {
    parameters: `token=${TOKEN}`,
    opens: () => screen.findByRole('button', { name: 'Confirmo que iré' }),
  },
  '/elegir-hora': {
    parameters: `token=${TOKEN}`,
    opens: () => screen.findByRole('button', { name: 'Ninguna me viene bien' }),
  },
  '/hora-libre': {
    parameters: `token=${TOKEN}`,
    opens: () => screen.findByRole('button', { name: 'Me la quedo' }),
  },
  '/reactivar': {
    parameters: `token=${TOKEN}`,
    opens: () => screen.findByRole('button', { name: 'Reactivar mi cuenta' }),
  },
  '/deshacer-eliminacion': {
    parameters: `token=${TOKEN}`,
    opens: () => screen.findByRole('button', { name: 'Deshacer la eliminación' }),
  },
}

const pages = Object.entries(links)

function answerLinks() {
  fakeApi.answer('POST /account/guardian-consent/request', request)
  fakeApi.answer('POST /consultations/attendance/request', {
    startsAt: '2026-12-01T16:30:00.000Z',
    durationMinutes: 60,
    confirmed: false,
  })
  fakeApi.answer('POST /account/verify-address', { state: 'password-needed' })
  fakeApi.answer('POST /slots/proposals', proposals)
  fakeApi.answer('POST /slots/freed', {
    state: 'open',
    startsAt: '2026-12-01T16:30:00.000Z',
    durationMinutes: 30,
    until: '2026-11-30T11:00:00.000Z',
  })
}

test.each(pages)('the link of a mail to %s works with its secret in the fragment', async (path, mailed) => {
  answerLinks()
  openProductPath(`${path}#${mailed.parameters}`)

  expect(await mailed.opens()).toBeDefined()
})

test.each(pages)(
  'a mail that was sent with a secret in the query opens %s, which moves it away at once',
  async (path, mailed) => {
    answerLinks()
    openProductPath(`${path}?utm=correo&${mailed.parameters}`)

    await waitFor(() => expect(window.location.search).not.toMatch(/token|enlace|proof|code|email/))
    expect(await mailed.opens()).toBeDefined()
  },
)

test.each(pages)('a link pasted over a page that is open works as well: %s', async (path, mailed) => {
  answerLinks()
  openProductPath(path === '/reset-password' ? `${path}?solicitar=1` : path)
  await screen.findByRole('heading', { level: 1 })

  window.location.hash = `#${mailed.parameters}`

  expect(await mailed.opens()).toBeDefined()
})

const secretPages = pages.filter(([, { parameters }]) => parameters.startsWith('token='))

function reload(): void {
  const { usr } = window.history.state as { readonly usr?: object }
  cleanup()
  openProductPath(window.location.pathname + window.location.hash, usr)
}

/** Not every page with a token links to another page. */
async function goToTerms(): Promise<void> {
  window.history.pushState(null, '', '/terminos')
  fireEvent.popState(window)
  await screen.findByRole('heading', { level: 1, name: /Términos/ })
}

describe.each(secretPages)('the link of a mail to %s', (path, mailed) => {
  test('leaves the address at once, and opens again when the page is loaded anew', async () => {
    answerLinks()
    openProductPath(`${path}#${mailed.parameters}`)
    await mailed.opens()
    expect(window.location.href).not.toContain(TOKEN)

    reload()

    expect(await mailed.opens()).toBeDefined()
    expect(window.location.href).not.toContain(TOKEN)
  })

  test('opens again for whoever goes to another page and comes back', async () => {
    answerLinks()
    openProductPath(`${path}#${mailed.parameters}`)
    await mailed.opens()
    await goToTerms()

    window.history.back()

    expect(await mailed.opens()).toBeDefined()
  })

  test('opens again after the skip link and a reload', async () => {
    answerLinks()
    const person = openProductPath(`${path}#${mailed.parameters}`)
    await mailed.opens()
    await person.click(screen.getByRole('link', { name: 'Saltar al contenido' }))

    reload()

    expect(await mailed.opens()).toBeDefined()
  })
})

test('A-14 a guardian who has consented and comes back is told that the link is used', async () => {
  answerLinks()
  fakeApi.answer('POST /account/guardian-consent', { consented: true })
  const person = openProductPath(`/autorizacion#token=${TOKEN}`)
  await person.type(await screen.findByLabelText('Tu nombre y apellidos'), 'Ana Gil')
  await person.click(screen.getByRole('checkbox', { name: /^Soy su madre/ }))
  await person.click(screen.getByRole('button', { name: 'Autorizar' }))
  await screen.findByRole('heading', { name: 'Autorización registrada' })
  fakeApi.refuse('POST /account/guardian-consent/request', 'link-invalid')
  await goToTerms()

  window.history.back()

  expect(await screen.findByRole('heading', { name: 'No podemos abrir la autorización' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Autorizar' })).toBeNull()
})

test('a guardian reads what they agree to in another tab, and keeps the form', async () => {
  answerLinks()
  openProductPath(`/autorizacion#token=${TOKEN}`)
  await screen.findByRole('button', { name: 'Autorizar' })

  const texts = within(screen.getByRole('main')).getAllByRole('link', { name: /Términos|Política de Privacidad/ })

  expect(texts.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
    ['/terminos', '_blank'],
    ['/privacidad', '_blank'],
  ])
})

test('A-65 whoever skips to the content keeps what the link gave them', async () => {
  const person = openProductPath(`/auth#enlace=${TOKEN}`)
  await screen.findByText(/Este enlace te deja entrar/)

  await person.click(screen.getByRole('link', { name: 'Saltar al contenido' }))

  expect(screen.getByText(/Este enlace te deja entrar/)).toBeDefined()
})

test('RTE-28 RTE-30 an invitation that is whole does not make the browser ask for another link', async () => {
  openProductPath(`/terminos#type=invite&email=ana%40example.com&code=Temp-1234&link=${TOKEN}`)

  expect(await screen.findByLabelText('Nueva contraseña')).toBeDefined()
  expect(window.location.pathname).toBe('/reset-password')
  expect(window.sessionStorage.getItem('password_recovery')).toBeNull()
})

test('what Google brings back stays where Amplify reads it', async () => {
  openProductPath('/auth?code=c&state=s')

  await screen.findByRole('heading', { level: 1 })
  expect(window.location.search).toBe('?code=c&state=s')
})

test('the page of sign-in reads that somebody comes back from Google', async () => {
  openProductPath('/auth?oauth=google')

  expect(await screen.findByRole('heading', { name: 'Completando el acceso con Google...' })).toBeDefined()
})
