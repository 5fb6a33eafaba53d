import { cleanup, fireEvent, screen, within } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import type { CustomerAnalysis } from '#contract/analysis-endpoints'
import { fillInAnalysis, openAnalysisForm, sampleAnalysis } from '../../support/analysis-samples.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { customerApiPath, openCustomerRecord, stubCustomerRecord } from '../../support/record-app.ts'
import { fillIn, press } from '../../support/sendable-form.ts'

const saving = `PUT ${customerApiPath}/analyses/ana_12345678` as const
const theirs = { ...sampleAnalysis, version: 2, findings: 'Poca fibra', savedBy: 'Marta Sanz' }
const findings = () => screen.getByLabelText<HTMLTextAreaElement>('Qué hemos visto').value

async function saveBehind(items: readonly CustomerAnalysis[]) {
  await fillInAnalysis()
  fakeApi.refuse(saving, 'changed-meanwhile')
  fakeApi.answer(`GET ${customerApiPath}/analyses`, { items: [...items], next: null })
  await press('Guardar borrador')
}

test('a value that is refused says why in its own row, also below one that is empty', async () => {
  await openAnalysisForm()
  fakeApi.refuse(`PUT ${customerApiPath}/analyses/ana_12345678`, 'invalid-input', {
    'values.0.range': ['No se entiende el intervalo'],
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Explicar una analítica' }))
  for (const cell of dialog.getAllByLabelText(/, fila 1$/, { selector: 'input' }))
    fireEvent.change(cell, { target: { value: '' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Añadir fila' }))
  fireEvent.change(dialog.getByLabelText('Marcador, fila 2'), { target: { value: 'Zinc' } })

  fireEvent.click(dialog.getByRole('button', { name: 'Guardar borrador' }))

  expect(await dialog.findByRole('textbox', { description: 'No se entiende el intervalo' })).toBe(
    dialog.getByLabelText('Intervalo del laboratorio, fila 2'),
  )
})

test('what is read back begins at its top, however far down the form was left', async () => {
  await fillInAnalysis()
  const form = await screen.findByRole('dialog', { name: 'Explicar una analítica' })
  form.scrollTop = 900
  fakeApi.answer(saving, { ...sampleAnalysis, version: 2 })

  await press('Repasar y publicar')

  expect((await screen.findByRole('dialog', { name: 'Repasa antes de publicar' })).scrollTop).toBe(0)
})

test('what somebody else has saved meanwhile is said, with what was typed still there to be saved over it', async () => {
  await saveBehind([theirs])
  expect(await screen.findByText(/Mientras tanto se ha guardado otra versión/)).toBeDefined()
  expect(screen.getByText(/Marta Sanz\. Lo que has escrito sigue aquí/)).toBeDefined()
  fakeApi.answer(saving, { ...theirs, version: 3 })

  await press('Seguir con lo mío')
  await press('Guardar borrador')

  expect(await screen.findByText('Borrador guardado')).toBeDefined()
  expect(fakeApi.asked(saving).map(({ body }) => body)).toMatchObject([
    { version: 1, findings: 'Mucha variedad' },
    { version: 2, findings: 'Mucha variedad' },
  ])
})

test('a list that does not have it yet names no other version', async () => {
  await saveBehind([sampleAnalysis])

  expect(await screen.findByText('No se pudo guardar')).toBeDefined()
  expect(screen.queryByText(/Mientras tanto se ha guardado otra versión/)).toBeNull()
  expect(findings()).toBe('Mucha variedad')
})

test('or it is taken up, and is what goes on', async () => {
  await saveBehind([theirs])

  await press('Descartar lo mío')
  fakeApi.answer(saving, theirs)
  expect(findings()).toBe('Poca fibra')
  await press('Guardar borrador')

  expect(await screen.findByText('Borrador guardado')).toBeDefined()
  expect(fakeApi.asked(saving).at(-1)?.body).toMatchObject({ version: 2, findings: 'Poca fibra' })
})

const [first, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const
const savingNew = (id: string) => `PUT ${customerApiPath}/analyses/ana_${id}` as const

test('what somebody else has removed meanwhile is saved as a new one', async () => {
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(first)
  fakeApi.answer(savingNew(first), { ...theirs, analysisId: `ana_${first}` })
  await saveBehind([])
  await screen.findByText('Otra persona ha eliminado esta analítica mientras tanto.')

  await press('Seguir con lo mío')
  await press('Guardar borrador')

  expect(await screen.findByText('Borrador guardado')).toBeDefined()
  expect(fakeApi.asked(savingNew(first))[0]?.body).toMatchObject({ version: 0, findings: 'Mucha variedad' })
})

async function openNewAnalysis() {
  stubCustomerRecord()
  openCustomerRecord('analytics')
  await press('Explicar una analítica')
}

test('a new one is the same after a reload, where the answer to the first saving was lost', async () => {
  const random = vi.spyOn(crypto, 'randomUUID').mockReturnValue(first)
  fakeApi.unreachable(savingNew(first))
  await openNewAnalysis()
  const { sampledOn, laboratory, method } = sampleAnalysis
  await fillIn('analysis', { sampledOn, laboratory, method, findings: 'Mucha variedad' })
  await press('Guardar borrador')
  await screen.findByText('No se pudo guardar')

  cleanup()
  random.mockReturnValue(other)
  fakeApi.answer(savingNew(first), { ...sampleAnalysis, analysisId: `ana_${first}` })
  await openNewAnalysis()
  await screen.findByText(/Hemos recuperado lo que escribiste/)
  await press('Guardar borrador')

  expect(await screen.findByText('Borrador guardado')).toBeDefined()
  expect(fakeApi.asked(savingNew(first))).toHaveLength(2)
})

test('whoever leaves while it is being saved is asked first', async () => {
  await fillInAnalysis()
  fakeApi.hold(saving, theirs)
  await press('Guardar borrador')

  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))

  expect(await screen.findByRole('dialog', { name: 'Tienes cambios sin guardar' })).toBeDefined()
})

test('what is written while it is being saved stays, and goes with the next time', async () => {
  await fillInAnalysis()
  const arrive = fakeApi.hold(saving, { ...sampleAnalysis, version: 2, findings: 'Mucha variedad' })
  await press('Repasar y publicar')
  await screen.findByRole('button', { name: 'Guardando...' })
  await fillIn('analysis', { meaning: 'Nada más' })

  arrive()

  expect(await screen.findByText(/Lo que has escrito mientras tanto sigue aquí/)).toBeDefined()
  fakeApi.answer(saving, { ...sampleAnalysis, version: 3 })
  await press('Guardar borrador')
  expect(await screen.findByText('Borrador guardado')).toBeDefined()
  expect(fakeApi.asked(saving).at(-1)?.body).toMatchObject({
    version: 2,
    findings: 'Mucha variedad',
    meaning: 'Nada más',
  })
})
