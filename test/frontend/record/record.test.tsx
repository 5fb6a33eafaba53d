import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ClientFile } from '#contract/client-file'
import { toReply } from '#data/stored-record'
import * as uploading from '../../../frontend/src/api/upload-file.ts'
import { waitUntilDrawn } from '../../support/browser-app.tsx'
import { fakeApi, givenHealthConsent } from '../../support/fake-api.ts'
import { stubCustomerRecord, customerApiPath as base, openCustomerRecord as open } from '../../support/record-app.ts'

const aFile = toReply(ClientFile, {
  fileId: 'fil_aaaaaaaa',
  fileName: 'informe.pdf',
  fileType: 'analytics',
  sizeBytes: 2048,
  createdAt: '2026-11-07T10:00:00.000Z',
  status: 'available',
})

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubCustomerRecord()
})

test('REC-04 the record has four tabs, and Facturas is open first', async () => {
  open()

  const tabs = within(await screen.findByRole('navigation', { name: 'Secciones de la ficha' }))

  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Facturas',
    'Consultas',
    'Analíticas',
    expect.stringContaining('Suplementación'),
  ])
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Facturas')
})

test('REC-05 Facturas has the payments and the files of type invoice', async () => {
  open()

  expect(await screen.findByRole('heading', { name: 'Archivos de facturas' })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Facturas' })).toBeDefined()
  await waitFor(() => expect(fakeApi.asked(`GET ${base}/payments`)).not.toEqual([]))
})

test('REC-06 Analíticas has the files of type analytics', async () => {
  fakeApi.answer(`GET ${base}/files`, { items: [aFile], next: null })
  open('analytics')

  expect(await screen.findByRole('table', { name: 'Analíticas' })).toBeDefined()
  expect(screen.getByText('2,00 KB')).toBeDefined()
})

test('FIL-01 uploading without a file asks for one', async () => {
  const person = open('analytics')

  await person.click(await screen.findByRole('button', { name: 'Subir' }))

  expect(await screen.findByText('Por favor selecciona un archivo.')).toBeDefined()
  expect(fakeApi.asked(`POST ${base}/files`)).toEqual([])
})

test('FIL-02 the form offers the kinds of file of the practice', async () => {
  open('analytics')

  const input = await screen.findByLabelText<HTMLInputElement>('Archivos')

  expect(input.accept).toBe('.pdf,.doc,.docx,.jpg,.jpeg,.png,.xlsx,.xls')
})

const aPdf = new File(['%PDF'], 'análisis.pdf', { type: 'application/pdf' })
const offer = { fileId: 'fil_bbbbbbbb', url: 'https://files.example/', fields: { key: 'k' } }

test('PER-04 FIL-04 a file is announced, sent with progress, completed and listed', async () => {
  const sent = vi.spyOn(uploading, 'uploadFile').mockImplementation(async ({ onProgress }) => onProgress(0.5))
  fakeApi.answer(`POST ${base}/files`, offer)
  fakeApi.answer(`POST ${base}/files/fil_bbbbbbbb/completion`, { ...aFile, fileId: 'fil_bbbbbbbb' })
  const person = open('analytics')
  await person.upload(await screen.findByLabelText('Archivos'), aPdf)
  await person.type(screen.getByLabelText('Descripción (opcional)'), 'Laboratorio Norte')

  await person.click(screen.getByRole('button', { name: 'Subir' }))

  expect(await screen.findByText('Subido')).toBeDefined()
  expect(fakeApi.asked(`POST ${base}/files`).map(({ body }) => body)).toEqual([
    { fileType: 'analytics', fileName: 'análisis.pdf', sizeBytes: 4, description: 'Laboratorio Norte' },
  ])
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ url: 'https://files.example/', file: aPdf })
})

test('an upload that breaks off is given up on the server, says what to do and gives back what was written of it', async () => {
  vi.spyOn(uploading, 'uploadFile').mockRejectedValue(new uploading.StorageUploadError('storage cannot be reached'))
  fakeApi.answer(`POST ${base}/files`, offer)
  fakeApi.answer(`DELETE ${base}/files/fil_bbbbbbbb`, { removed: true })
  const person = open('analytics')
  await person.upload(await screen.findByLabelText('Archivos'), aPdf)
  const description = screen.getByLabelText<HTMLInputElement>('Descripción (opcional)')
  await person.type(description, 'Laboratorio Norte')

  await person.click(screen.getByRole('button', { name: 'Subir' }))

  expect(await screen.findByText(/El archivo no se ha podido enviar/)).toBeDefined()
  await waitFor(() => expect(description.value).toBe('Laboratorio Norte'))
  expect(fakeApi.asked(`DELETE ${base}/files/fil_bbbbbbbb`)).toHaveLength(1)
})

const completeUpload = `POST ${base}/files/fil_bbbbbbbb/completion` as const
const removeUpload = `DELETE ${base}/files/fil_bbbbbbbb` as const

const uploadNamed = async (fileName: string) => {
  const person = open('analytics')
  await person.upload(await screen.findByLabelText('Archivos'), new File(['%PDF'], fileName))
  await person.click(screen.getByRole('button', { name: 'Subir' }))
  await waitFor(() => expect(fakeApi.asked(completeUpload)).toHaveLength(1))
  return screen.findByText(fileName).then((name) => within(name.closest('li') ?? document.body))
}

describe('an upload whose completion is not answered', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    vi.spyOn(uploading, 'uploadFile').mockResolvedValue()
    fakeApi.answer(`POST ${base}/files`, offer)
    fakeApi.answer(removeUpload, { removed: true })
  })

  test('is completed again until the answer is there, and the file stays', async () => {
    fakeApi.unreachable(completeUpload)
    const line = await uploadNamed('perdida.pdf')
    fakeApi.answer(completeUpload, { ...aFile, fileId: 'fil_bbbbbbbb' })

    await vi.advanceTimersByTimeAsync(1000)

    expect(await line.findByText('Subido')).toBeDefined()
    expect(fakeApi.asked(removeUpload)).toEqual([])
  })

  test.each([
    ['never', () => undefined],
    ['because of a limit the next time', () => fakeApi.refuse(completeUpload, 'too-many-attempts')],
  ])('%s may have arrived: it is not removed, and the list that shows it is read again', async (how, next) => {
    fakeApi.fail(completeUpload, 504)
    const line = await uploadNamed(`${how}.pdf`)
    next()
    const before = fakeApi.asked(`GET ${base}/files`).length

    await vi.advanceTimersByTimeAsync(8000)

    expect(await line.findByText(/no sabemos si está guardado\. Espera un minuto y mira la lista/)).toBeDefined()
    expect(fakeApi.asked(removeUpload)).toEqual([])
    await waitFor(() => expect(fakeApi.asked(`GET ${base}/files`).length).toBeGreaterThan(before))
  })

  test('is removed once the server refuses it', async () => {
    fakeApi.unreachable(completeUpload)
    await uploadNamed('rechazada.pdf')
    fakeApi.refuse(completeUpload, 'file-missing')

    await vi.advanceTimersByTimeAsync(1000)

    await waitFor(() => expect(fakeApi.asked(removeUpload)).toHaveLength(1))
  })
})

test('a dropped file of a kind that is not taken is refused before anything is sent', async () => {
  const person = open('analytics')
  const input = await screen.findByLabelText('Archivos')
  fireEvent.drop(input, { dataTransfer: { files: [new File(['x'], 'virus.exe')] } })

  await person.click(screen.getByRole('button', { name: 'Subir' }))

  expect(await screen.findByText(/Tipo de archivo no permitido/)).toBeDefined()
  expect(fakeApi.asked(`POST ${base}/files`)).toEqual([])
})

test('an upload can be cancelled while it is under way', async () => {
  vi.spyOn(uploading, 'uploadFile').mockImplementation(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new uploading.UploadCancelledError('stopped')))
      }),
  )
  fakeApi.answer(`POST ${base}/files`, offer)
  fakeApi.answer(`DELETE ${base}/files/fil_bbbbbbbb`, { removed: true })
  const person = open('analytics')
  // Uploads outlive the page: those of earlier tests are in the list too.
  const stopped = new File(['%PDF-1.7'], 'detenido.pdf', { type: 'application/pdf' })
  await person.upload(await screen.findByLabelText('Archivos'), stopped)
  await person.click(screen.getByRole('button', { name: 'Subir' }))
  await waitFor(() => expect(uploading.uploadFile).toHaveBeenCalled())

  await person.click(await screen.findByRole('button', { name: 'Cancelar detenido.pdf' }))

  await waitUntilDrawn(`DELETE ${base}/files/fil_bbbbbbbb`)
  expect(fakeApi.asked(`DELETE ${base}/files/fil_bbbbbbbb`)).toHaveLength(1)
  expect(screen.queryByText('detenido.pdf')).toBeNull()
})

test('an upload that is cancelled while the server checks it is removed again, and nobody is shown it', async () => {
  vi.spyOn(uploading, 'uploadFile').mockResolvedValue()
  fakeApi.answer(`POST ${base}/files`, offer)
  fakeApi.answer(removeUpload, { removed: true })
  const arrive = fakeApi.hold(completeUpload, { ...aFile, fileId: 'fil_bbbbbbbb' })
  const line = await uploadNamed('equivocada.pdf')
  fireEvent.click(line.getByRole('button', { name: 'Cancelar equivocada.pdf' }))
  expect(fakeApi.asked(removeUpload)).toEqual([])

  await act(async () => arrive())

  await waitUntilDrawn(removeUpload)
  expect(fakeApi.asked(removeUpload)).toHaveLength(1)
  expect(screen.queryByText('equivocada.pdf')).toBeNull()
})

test('a cancelled upload that has arrived and cannot be removed is said to be there, and the list is read again', async () => {
  vi.spyOn(uploading, 'uploadFile').mockResolvedValue()
  fakeApi.answer(`POST ${base}/files`, offer)
  fakeApi.fail(removeUpload, 503)
  const arrive = fakeApi.hold(completeUpload, { ...aFile, fileId: 'fil_bbbbbbbb' })
  const line = await uploadNamed('terca.pdf')
  fireEvent.click(line.getByRole('button', { name: 'Cancelar terca.pdf' }))
  const before = fakeApi.asked(`GET ${base}/files`).length

  await act(async () => arrive())

  expect(await screen.findByText('terca.pdf ya estaba subido')).toBeDefined()
  await waitFor(() => expect(fakeApi.asked(`GET ${base}/files`).length).toBeGreaterThan(before))
})

test('FIL-03 UIX-04 a file is deleted only after a yes', async () => {
  fakeApi.answer(`GET ${base}/files`, { items: [aFile], next: null })
  fakeApi.answer(`DELETE ${base}/files/fil_aaaaaaaa`, { removed: true })
  const person = open('analytics')
  await person.click(await screen.findByRole('button', { name: 'Eliminar informe.pdf' }))
  const dialog = screen.getByRole('dialog', { name: '¿Estás seguro de que quieres eliminar este archivo?' })
  expect(fakeApi.asked(`DELETE ${base}/files/fil_aaaaaaaa`)).toEqual([])

  fakeApi.answer(`GET ${base}/files`, { items: [], next: null })
  await person.click(within(dialog).getByRole('button', { name: 'Eliminar archivo' }))

  expect(await screen.findByText('Archivo eliminado')).toBeDefined()
  await waitFor(() => expect(screen.queryByText('informe.pdf')).toBeNull())
  expect(document.activeElement?.id).toBe('files-analytics')
})

test('A-43 what was written to the client is listed, and what failed can be sent again', async () => {
  fakeApi.answer(`GET ${base}/notifications`, {
    items: [
      {
        mailId: 'mai_aaaaaaaa',
        type: 'analytics',
        detail: 'informe.pdf',
        to: 'lucia@example.com',
        status: 'failed',
        attempts: 6,
        createdAt: '2026-11-20T10:00:00.000Z',
        sentAt: null,
        lastError: 'Throttling',
      },
    ],
    next: null,
  })
  fakeApi.answer(`POST ${base}/notifications/mai_aaaaaaaa/resend`, {
    mailId: 'mai_aaaaaaaa',
    type: 'analytics',
    detail: 'informe.pdf',
    to: 'lucia@example.com',
    status: 'queued',
    attempts: 0,
    createdAt: '2026-11-20T10:00:00.000Z',
    sentAt: null,
    lastError: null,
  })
  const person = open()
  expect(await screen.findByText('Nueva analítica: informe.pdf')).toBeDefined()

  await person.click(screen.getByRole('button', { name: 'Reenviar Nueva analítica' }))

  expect(await screen.findByText('El aviso saldrá en unos minutos')).toBeDefined()
})

test('the timeline tells what happened, and who did it', async () => {
  fakeApi.answer(`GET ${base}/timeline`, {
    items: [
      {
        auditId: 'aud_1',
        at: '2026-11-20T10:00:00.000Z',
        action: 'SUPPLEMENT_CHANGED',
        by: 'Ana Prado',
        values: [{ name: 'Dosis de Magnesio', before: '400', after: '200 mg' }],
      },
      {
        auditId: 'aud_2',
        at: '2026-11-19T10:00:00.000Z',
        action: 'PAYMENT_COMPLETED',
        by: null,
        values: [{ name: 'Importe', before: null, after: '80,00 €' }],
      },
    ],
    next: null,
  })
  const person = open()
  const timeline = await screen.findByRole('region', { name: 'Cronología' })
  expect(fakeApi.asked(`GET ${base}/timeline`)).toEqual([])

  await person.click(within(timeline).getByText('Cronología'))

  const lines = (await within(timeline).findAllByRole('listitem')).map(({ textContent }) => textContent)

  expect(lines).toEqual([
    '11:00Suplemento cambiadoDosis de Magnesio: 400 →, ahora 200 mgAna Prado',
    '11:00Pago recibidoImporte: 80,00 €Sistema',
  ])
})

const askedTimelines = () =>
  fakeApi.asked(`GET ${base}/timeline`).map(({ query: { kind = 'all', access } }) => `${kind} ${access}`)

test('the timeline is narrowed to one kind, and shows ways in and mails only when asked', async () => {
  const person = open()
  const timeline = await screen.findByRole('region', { name: 'Cronología' })
  await person.click(within(timeline).getByText('Cronología'))
  await within(timeline).findByText('Todavía no consta nada.')

  await person.click(within(timeline).getByLabelText('Accesos y avisos'))
  await person.click(within(timeline).getByLabelText('Pagos'))

  await within(timeline).findByText('Nada de esto todavía.')
  expect(askedTimelines()).toEqual(['all without', 'all with', 'payments with'])
})

test('while health data are erased the record says until when nothing can be entered, also where another basis is named', async () => {
  fakeApi.answer(`GET ${base}/health-consent`, {
    ...givenHealthConsent,
    state: 'withdrawn',
    withdrawnAt: '2026-11-21T08:40:00.000Z',
    erasing: true,
    basis: { basis: 'written-consent', namedAt: '2026-11-21T08:50:00.000Z' },
    mayEnter: false,
  })
  open()

  const card = within(await screen.findByRole('region', { name: 'Consentimiento para datos de salud' }))

  expect(await card.findByText('Retirado')).toBeDefined()
  expect(
    card.getByText(/se están bloqueando o borrando.*hasta que termine, a las 10:40 como muy tarde\.$/),
  ).toBeDefined()
})

test('an erasure that takes longer than it should names no hour that has passed', async () => {
  fakeApi.answer(`GET ${base}/health-consent`, {
    ...givenHealthConsent,
    state: 'withdrawn',
    withdrawnAt: '2026-11-21T07:40:00.000Z',
    erasing: true,
    basis: null,
    mayEnter: false,
  })
  open()

  const text = /hasta que termine\. Después necesitarás su consentimiento u otra base legal\.$/
  expect(await screen.findByText(text)).toBeDefined()
})
