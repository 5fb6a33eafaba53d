import { fireEvent, screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { openAnalysisForm } from '../../support/analysis-samples.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { customerApiPath } from '../../support/record-app.ts'

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
