import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import { ClientFile } from '#contract/client-file'
import { toReply } from '#data/stored-record'
import { formatBytes } from '../../../frontend/src/ui/format.ts'
import { leaveForMock, signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const aFile = (changes: Partial<ClientFile> = {}): ClientFile => ({
  ...toReply(ClientFile, {
    fileId: 'fil_aaaaaaaa',
    fileName: 'Análisis de heces.pdf',
    fileType: 'analytics',
    sizeBytes: 1_572_864,
    description: 'Laboratorio Norte',
    createdAt: '2026-11-07T10:00:00.000Z',
    status: 'available',
  }),
  ...changes,
})

beforeEach(() => {
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /payments', { items: [], next: null })
})

test.each([
  ['analytics', 'Mis Analíticas'],
  ['invoices', 'Mis Facturas'],
])('CLI-22 CLI-23 FIL-04 the tab %s lists files to be downloaded, and offers no upload', async (tab, title) => {
  fakeApi.answer('GET /files', { items: [aFile()], next: null })
  openProductPath(`/client?tab=${tab}`)

  const list = await screen.findByRole('region', { name: title })
  const cells = (await within(list).findAllByRole('cell')).map(({ textContent }) => textContent)

  expect(cells).toEqual(['Análisis de heces.pdfLaboratorio Norte', '7 de noviembre de 2026', '1,50 MB', 'Descargar'])
  expect(screen.queryByText(/subir/i)).toBeNull()
  expect(document.querySelector('input[type=file]')).toBeNull()
  expect(within(list).queryByRole('button', { name: /eliminar/i })).toBeNull()
})

test('a file is downloaded by a link of its own', async () => {
  fakeApi.answer('GET /files', { items: [aFile()], next: null })
  fakeApi.answer('GET /files/fil_aaaaaaaa/download', { url: 'https://files.example/1', fileName: 'x.pdf' })
  fakeApi.answerOutsideApi('GET /1')
  const person = openProductPath('/client?tab=analytics')

  await person.click(await screen.findByRole('button', { name: 'Descargar Análisis de heces.pdf' }))

  await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith('https://files.example/1'))
})

test('FIL-05 a download that fails says so', async () => {
  fakeApi.answer('GET /files', { items: [aFile()], next: null })
  fakeApi.refuse('GET /files/fil_aaaaaaaa/download', 'not-found')
  const person = openProductPath('/client?tab=analytics')

  await person.click(await screen.findByRole('button', { name: 'Descargar Análisis de heces.pdf' }))

  expect(await screen.findByText('No se pudo descargar el archivo.')).toBeDefined()
  expect(leaveForMock).not.toHaveBeenCalled()
})

test.each([
  ['cannot be reached', () => fakeApi.unreachable('GET /1')],
  ['refuses the link', () => fakeApi.fail('GET /1', 503)],
])('FIL-05 a storage that %s is said, and the panel stays', async (_how, breakDown) => {
  fakeApi.answer('GET /files', { items: [aFile()], next: null })
  fakeApi.answer('GET /files/fil_aaaaaaaa/download', { url: 'https://files.example/1', fileName: 'x.pdf' })
  breakDown()
  const person = openProductPath('/client?tab=analytics')

  await person.click(await screen.findByRole('button', { name: 'Descargar Análisis de heces.pdf' }))

  expect(await screen.findByText('No se pudo descargar el archivo.')).toBeDefined()
  expect(leaveForMock).not.toHaveBeenCalled()
})

test('who has no file yet reads what will be here', async () => {
  fakeApi.answer('GET /files', { items: [], next: null })
  openProductPath('/client?tab=analytics')

  expect(await screen.findByText(/Todavía no tienes analíticas/)).toBeDefined()
})

test('a list that cannot be had can be asked for again', async () => {
  fakeApi.refuse('GET /files', 'profile-missing')
  const person = openProductPath('/client?tab=analytics')
  await screen.findByText(/Todavía estamos preparando tu cuenta/)

  fakeApi.answer('GET /files', { items: [aFile()], next: null })
  await person.click(screen.getByRole('button', { name: 'Reintentar' }))

  expect(await screen.findByRole('table', { name: 'Mis Analíticas' })).toBeDefined()
})

test.each([
  [512, '512 Bytes'],
  [1024, '1,00 KB'],
  [1536, '1,50 KB'],
  [1_047_552, '1023,00 KB'],
  [26_214_400, '25,00 MB'],
  [1_610_612_736, '1,50 GB'],
])('FIL-06 %d bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
