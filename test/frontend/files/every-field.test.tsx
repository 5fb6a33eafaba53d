import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { ClientFile, fileTextFields } from '#contract/client-file'
import { getFieldInputSchemas, getObjectKeys } from '#contract/record-fields'
import { toReply } from '#data/stored-record'
import { fakeApi } from '../../support/fake-api.ts'
import { stubCustomerRecord, customerApiPath, openCustomerRecord } from '../../support/record-app.ts'
import { createFieldSamples } from '../../support/schema-samples.ts'

const texts = createFieldSamples(getFieldInputSchemas(fileTextFields), 'Muestra') as Record<
  keyof typeof fileTextFields,
  string
>
const file = toReply(ClientFile, {
  fileId: 'fil_aaaaaaaa',
  fileName: 'Análisis.pdf',
  fileType: 'analytics',
  sizeBytes: 1,
  createdAt: '2026-11-07T10:00:00.000Z',
  status: 'available',
  ...texts,
})

test('every text of a file is shown beside it', async () => {
  stubCustomerRecord()
  fakeApi.answer(`GET ${customerApiPath}/files`, { items: [file], next: null })
  openCustomerRecord('analytics')

  const table = within(await screen.findByRole('table', { name: /^Analíticas/ }))

  for (const text of Object.values(texts)) expect(table.getByText(text, { exact: false })).toBeDefined()
})

test('every text of a file is asked for and announced with it', async () => {
  stubCustomerRecord()
  const person = openCustomerRecord('analytics')
  const chosen = new File(['%PDF-1.7'], 'Análisis.pdf', { type: 'application/pdf' })
  fireEvent.change(await screen.findByLabelText('Archivos'), { target: { files: [chosen] } })

  for (const field of getObjectKeys(fileTextFields)) {
    await person.type(screen.getByLabelText(`${fileTextFields[field].label} (opcional)`), texts[field])
  }
  await person.click(screen.getByRole('button', { name: 'Subir' }))

  await waitFor(() => expect(fakeApi.asked(`POST ${customerApiPath}/files`)[0]?.body).toMatchObject(texts))
})
