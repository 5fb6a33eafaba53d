import { screen, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CustomerHealthConsentStatus } from '#contract/health-consent'
import { listWithdrawalEffects } from '../../../frontend/src/content/health-consent-withdrawal.ts'
import { fakeApi, givenHealthConsent } from '../../support/fake-api.ts'
import { customerApiPath as base, openCustomerRecord, stubCustomerRecord } from '../../support/record-app.ts'

const given: CustomerHealthConsentStatus = { ...givenHealthConsent, basis: null, mayEnter: true }
const never: CustomerHealthConsentStatus = {
  ...given,
  state: 'none',
  givenAt: null,
  textVersion: null,
  mayEnter: false,
}
const onPaper: CustomerHealthConsentStatus['basis'] = { basis: 'written-consent', namedAt: '2026-11-20T09:00:00.000Z' }
const route = `POST ${base}/health-consent/withdrawal`

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubCustomerRecord()
})

async function openCard(consent = given) {
  fakeApi.answer(`GET ${base}/health-consent`, consent)
  const person = openCustomerRecord()
  const card = within(await screen.findByRole('region', { name: 'Consentimiento para datos de salud' }))
  await card.findByText(/^(Dado|Sin dar|Otra base legal|Retirado)$/)
  return { person, card }
}

const button = { name: 'Registrar retirada del consentimiento' }

test('a withdrawal by letter is registered in the record, after reading what it erases and saying how it was asked for', async () => {
  const { person, card } = await openCard()
  await person.click(card.getByRole('button', button))
  const dialog = within(screen.getByRole('dialog', { name: '¿Registrar que retira su consentimiento?' }))

  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    listWithdrawalEffects('practice'),
  )
  await person.click(dialog.getByRole('button', { name: 'Registrar retirada' }))
  expect(dialog.getByText('Elige quién lo ha pedido y cómo')).toBeDefined()
  expect(fakeApi.asked(route)).toEqual([])

  const withdrawn = {
    state: 'withdrawn' as const,
    withdrawnAt: '2026-11-21T09:00:00.000Z',
    erasing: true,
    mayEnter: false,
  }
  fakeApi.answer(route, { ...given, ...withdrawn })
  await person.selectOptions(dialog.getByLabelText('Quién lo ha pedido y cómo'), 'El cliente, por escrito')
  await person.click(dialog.getByRole('button', { name: 'Registrar retirada' }))

  expect(await card.findByText('Retirado')).toBeDefined()
  expect(card.getByText(/Se retiró el 21 de noviembre de 2026\./)).toBeDefined()
  expect(fakeApi.asked(route)).toMatchObject([{ body: { asked: 'client-written' } }])
})

test.each<[string, CustomerHealthConsentStatus, boolean]>([
  ['given on paper', { ...never, mayEnter: true, basis: onPaper }, true],
  ['never given', never, false],
  ['withdrawn already', { ...never, state: 'withdrawn', withdrawnAt: '2026-11-20T09:00:00.000Z' }, false],
])('a consent that was %s can be withdrawn where there is one', async (_, consent, isOffered) => {
  const { card } = await openCard(consent)

  expect(card.queryByRole('button', button) !== null).toBe(isOffered)
})
