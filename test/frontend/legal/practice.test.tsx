import { screen, within } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import type { PracticeLegalDetails } from '#contract/practice'
import { openProductPath } from '../../support/browser-app.tsx'

const owner = vi.hoisted(() => ({
  tradeName: 'Consulta Robledal',
  legalName: 'Robledal Salud, S. L. P.',
  taxId: 'B12345674',
  address: 'Plaza Mayor, 7, 40001 Segovia',
  email: 'consulta@robledal.example',
  phone: '+34 921 000 111',
  registry: 'Registro Mercantil de Segovia, hoja SG-1',
  vat: { percent: 21 },
  privacyOfficer: { email: 'dpd@robledal.example' },
  profession: {
    practitioner: 'Inês Carvalho Pinto',
    title: 'Grado en Biología',
    country: 'Portugal',
    college: 'Colegio de Biólogos de Castilla y León',
    number: '4321-CL',
    rules: 'Estatutos del colegio',
    memberships: ['Academia de Bioloxía', 'Foro de la Microbiota'],
  },
}))

vi.mock('#contract/practice', () => ({ practiceLegalDetails: owner satisfies PracticeLegalDetails }))

const valuesOf = (given: object): readonly string[] =>
  Object.values(given).flatMap((value: string | object) => (typeof value === 'string' ? value : valuesOf(value)))

async function textOf(path: string): Promise<string> {
  openProductPath(path)
  await screen.findByRole('heading', { level: 1 })
  return screen.getByRole('main').textContent
}

test('the legal notice says all that article 10 of the LSSI asks, as the owner filled it in', async () => {
  const text = await textOf('/aviso-legal')

  expect(valuesOf(owner).filter((value) => !text.includes(value))).toEqual([])
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: owner.phone }).getAttribute('href')).toBe('tel:+34921000111')
})

const { legalName, taxId, address, email, phone, privacyOfficer } = owner
test.each([
  ['/terminos', [legalName, taxId, address, email, phone]],
  ['/privacidad', [legalName, taxId, address, email, phone, privacyOfficer.email]],
  ['/cookies', [privacyOfficer.email]],
  ['/pago-exitoso', [email]],
  ['/payment-canceled', [email]],
])('%s reads who runs the practice from the same place', async (path, values) => {
  const text = await textOf(path)

  expect(values.filter((value) => !text.includes(value))).toEqual([])
})

test('PUB-17 the landing page names the expert, their number and their bodies from the same place', async () => {
  const text = await textOf('/')

  const { practitioner, number, college, memberships } = owner.profession
  expect([practitioner, number, college, ...memberships].filter((value) => !text.includes(value))).toEqual([])
})

test('every page says at its foot whose it is', async () => {
  openProductPath('/')
  const footer = await screen.findByRole('contentinfo')

  expect([legalName, taxId, address, phone].filter((value) => !footer.textContent.includes(value))).toEqual([])
})

test.each(['/', '/terminos', '/privacidad', '/cookies', '/aviso-legal'])(
  '%s knows nothing of the practice by itself',
  async (path) => {
    const { practiceLegalDetails: practice } = await vi.importActual<{
      readonly practiceLegalDetails: PracticeLegalDetails
    }>('#contract/practice')
    const text = await textOf(path)

    const common = [practice.tradeName, 'España']
    expect(valuesOf(practice).filter((value) => !common.includes(value) && text.includes(value))).toEqual([])
  },
)
