import { screen, within } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const checkedAt = '2026-11-21T06:00:00.000Z'

beforeEach(() => {
  signInAsRole('administrador')
  fakeApi.answer('GET /customers/counts', { users: 12, clients: 9 })
  fakeApi.answer('GET /mfa', { factors: [], recoveryCodesLeft: 0 })
  fakeApi.answer('GET /account/sessions', { items: [] })
  fakeApi.answer('GET /security/audit', { items: [], next: null })
})

const openCard = async () => {
  openProductPath('/admin?tab=security')
  return within(await screen.findByRole('region', { name: 'Integridad del registro' }))
}

test('before the first check the card says that it is to come', async () => {
  fakeApi.answer('GET /security/audit/check', { check: null })

  expect(await (await openCard()).findByText(/La primera comprobación está por hacer/)).toBeTruthy()
})

test.for([
  [1, 'La única entrada comparada coincide con su copia.'],
  [12_345, 'Las 12.345 entradas comparadas coinciden con su copia.'],
] as const)('A-72 a check of %i entries that found nothing says when and of how many', async ([entries, text]) => {
  fakeApi.answer('GET /security/audit/check', { check: { checkedAt, entries, months: 8, broken: [], brokenCount: 0 } })

  const card = await openCard()

  expect(await card.findByText('Íntegro')).toBeTruthy()
  expect(card.getByText(text, { exact: false })).toBeTruthy()
  expect(card.getByText(/21\/11\/26, 7:00|21 de noviembre/)).toBeTruthy()
})

test('A-72 a check that found something names the entries, with what became of them', async () => {
  const broken = [
    { kind: 'changed', name: 'aud_changed', at: checkedAt },
    { kind: 'missing', name: 'aud_missing', at: checkedAt },
    { kind: 'invented', name: 'aud_invented', at: checkedAt },
    { kind: 'copy', name: 'digests/2026-11-21T05.json' },
  ] as const
  fakeApi.answer('GET /security/audit/check', {
    check: { checkedAt, entries: 100, months: 8, broken: [...broken], brokenCount: 60 },
  })

  const card = await openCard()

  expect(await card.findByText('Alterado')).toBeTruthy()
  expect(card.getByText(/60 entradas no coinciden con su copia/)).toBeTruthy()
  const texts = card.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts[0]).toMatch(/^Entrada cambiada: aud_changed, del /)
  expect(texts[1]).toMatch(/^Entrada que falta en el registro: aud_missing, del /)
  expect(texts[2]).toMatch(/^Entrada que no está en la copia: aud_invented, del /)
  expect(texts[3]).toBe('Parte de la copia dañada: digests/2026-11-21T05.json')
  expect(card.getByText('Y 56 más.')).toBeTruthy()
})
