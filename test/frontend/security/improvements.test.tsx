import { screen, within } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import type { SecurityImprovement, SecurityImprovementProgress } from '#contract/security-improvements'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { requireFreshCodeOnce } from '../../support/admin-app.ts'

const source = { resource: 'Tabla habitat', property: 'SSEDescription', value: 'KMS, clave 1234' }

const anItem = (changes: Partial<SecurityImprovement> = {}): SecurityImprovement => ({
  id: 'encryption',
  title: 'Cifrado de datos y archivos',
  description: 'Con claves propias.',
  status: 'completed',
  priority: 'critical',
  category: 'data-protection',
  implementedDate: '2026-09-12T08:00:00.000Z',
  reading: 'Tabla y archivos cifrados',
  facts: [{ name: 'Tabla cifrada con clave propia', value: 'Sí', holds: true, source }],
  readAt: '2026-11-21T09:00:00.000Z',
  evidence: null,
  ...changes,
})

const theTest = anItem({
  id: 'penetration-test',
  title: 'Prueba de intrusión externa',
  status: 'pending',
  priority: 'high',
  category: 'governance',
  implementedDate: undefined as never,
  reading: 'Todavía nada',
  facts: [],
  evidence: null,
})

const progress = (items: readonly SecurityImprovement[]): SecurityImprovementProgress => {
  const completed = items.filter(({ status }) => status === 'completed').length
  return {
    items: items.map(({ implementedDate, ...item }) => ({ ...item, ...(implementedDate && { implementedDate }) })),
    completed,
    total: items.length,
    percent: Math.round((100 * completed) / items.length),
  }
}

const RECORD = 'POST /security/improvements'

beforeEach(() => {
  signInAsRole('administrador')
  fakeApi.answer('GET /customers/counts', { users: 12, clients: 9 })
  fakeApi.answer('GET /mfa', { factors: [], recoveryCodesLeft: 0 })
  fakeApi.answer('GET /account/sessions', { items: [] })
  fakeApi.answer('GET /users', { items: [], next: null, matching: null })
  fakeApi.answer('GET /security/audit', { items: [], next: null })
  fakeApi.answer('GET /security/improvements', progress([theTest, anItem()]))
})

async function theCard() {
  const person = openProductPath('/admin?tab=security')
  const card = within(await screen.findByRole('region', { name: 'Progreso de mejoras' }))
  const row = (name: string) => card.findByRole('row', { name: new RegExp(`^${name}`) })
  return { person, card, row }
}

test('SEC-03 SEC-04 each item shows its fields, and its evidence is what was read, where and when', async () => {
  const { person, card, row } = await theCard()

  const encryption = await row('Cifrado')
  for (const text of ['Protección de datos', 'Crítica', 'Completada', '12/09/2026']) {
    expect(encryption.textContent).toContain(text)
  }
  expect(card.getByText('1 de 2').parentElement?.textContent).toBe('1 de 2, 50 %')
  expect(card.getByText('Leído el 21/11/26, 10:00')).toBeTruthy()
  await person.click(within(encryption).getByText(/^Ver evidencia/))
  expect(within(encryption).getByRole('listitem').textContent).toBe(
    'Tabla cifrada con clave propia: Sí (correcto)Tabla habitat · SSEDescription: KMS, clave 1234',
  )
  expect(within(encryption).getByText('Leído del sistema el 21/11/26, 10:00')).toBeTruthy()
})

test('SEC-03 evidence that another page shows is reached by its link', async () => {
  fakeApi.answer(
    'GET /security/improvements',
    progress([anItem({ evidence: { label: 'Ver comprobaciones', href: '/admin?tab=test' } })]),
  )
  const { row } = await theCard()

  const link = within(await row('Cifrado')).getByRole('link', { name: /^Ver comprobaciones/ })
  expect(link.getAttribute('href')).toBe('/admin?tab=test')
})

test('A-52 what does not hold is named among what was read', async () => {
  const facts = [
    { name: 'Tabla cifrada con clave propia', value: 'Sí', holds: true, source },
    { name: 'Archivos cerrados al público', value: 'No', holds: false, source },
  ]
  fakeApi.answer(
    'GET /security/improvements',
    progress([anItem({ status: 'pending', facts, reading: 'Falta: cerrar' })]),
  )
  const { person, card } = await theCard()

  expect(await card.findByText('Falta: cerrar')).toBeTruthy()
  await person.click(card.getByText(/^Ver evidencia/))

  expect(card.getByText(/^Archivos cerrados al público/).textContent).toBe(
    'Archivos cerrados al público: No (no se cumple)',
  )
})

test('SEC-03 A-52 a penetration test is entered with firm, date and report, and a fresh code', async () => {
  const done = anItem({ ...theTest, status: 'completed', implementedDate: '2026-11-21T09:00:00.000Z' })
  requireFreshCodeOnce(RECORD, progress([done, anItem()]))
  const { person, card } = await theCard()

  await person.click(await card.findByRole('button', { name: 'Registrar informe' }))
  const form = within(screen.getByRole('dialog', { name: 'Registrar prueba de intrusión' }))
  await person.click(form.getByRole('button', { name: 'Registrar' }))
  expect(form.getByText('Indica la dirección del informe, que empieza por https://')).toBeTruthy()
  await person.type(form.getByLabelText('Empresa'), 'Pentest Ibérica')
  await person.type(form.getByLabelText('Fecha de la prueba'), '2026-11-10')
  await person.type(form.getByLabelText('Dirección del informe'), 'https://informes.test/habitat.pdf')
  await person.click(form.getByRole('button', { name: 'Registrar' }))
  const proof = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }))
  await person.type(proof.getByRole('textbox'), '123456')
  await person.click(proof.getByRole('button', { name: 'Verificar' }))

  expect(await screen.findByText('Informe guardado')).toBeTruthy()
  expect(fakeApi.asked(RECORD).at(-1)?.body).toEqual({
    firm: 'Pentest Ibérica',
    date: '2026-11-10',
    report: 'https://informes.test/habitat.pdf',
  })
  expect(await card.findByText('2 de 2')).toBeTruthy()
})
