import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ClientFile } from '#contract/files'
import type { ClientSupplement } from '#contract/supplements'
import * as uploading from '../../../frontend/src/api/upload.ts'
import { server, signedInAs, visit } from '../../support/browser-app.tsx'

const customerId = 'cus_aaaaaaaa'
const customer = {
  customerId,
  name: 'Lucía Ferrer',
  email: 'lucia@example.com',
  phone: null,
  address: null,
  notes: null,
  createdAt: '2026-10-01T08:00:00.000Z',
  version: 1,
}
const none = { items: [], next: null }
const base = `/customers/${customerId}`

const aFile: ClientFile = {
  fileId: 'fil_aaaaaaaa',
  fileName: 'informe.pdf',
  fileType: 'analytics',
  sizeBytes: 2048,
  description: null,
  createdAt: '2026-11-07T10:00:00.000Z',
}
const aSupplement: ClientSupplement = {
  clientSupplementId: 'csu_aaaaaaaa',
  supplementId: 'sup_magnesio-aaaaaaaa',
  name: 'Magnesio',
  amount: 200,
  unit: 'mg',
  frequency: '1 vez al día',
  times: ['Noche'],
  foodRelation: 'Con comida',
  pattern: 'Continuo',
  instructions: null,
  duration: null,
  startDate: '2026-11-16',
  endDate: null,
  packDoses: null,
  status: 'active',
  dosage: '200 mg',
  frequencyText: '1 vez al día - Noche',
  instructionsText: 'Suplemento: Magnesio\nCómo tomar con comida: Con comida\nPatrón: Continuo',
  createdAt: '2026-11-16T09:00:00.000Z',
  version: 4,
}

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signedInAs('administrador')
  server.answer(`GET ${base}`, customer)
  for (const list of ['payments', 'files', 'consultations', 'supplements', 'notifications', 'timeline']) {
    server.answer(`GET ${base}/${list}`, none)
  }
  server.answer(`GET ${base}/adherence`, { due: 0, taken: 0 })
  server.answer(`GET ${base}/questionnaire`, { current: null, seen: null, versions: none })
  for (const list of ['catalogue', 'used', 'templates']) server.answer(`GET /supplements/${list}`, { items: [] })
})

const open = (tab?: string) => visit(`/client/${customerId}${tab ? `?tab=${tab}` : ''}`)

const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Añadir' })

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
  await waitFor(() => expect(server.asked(`GET ${base}/payments`)).not.toEqual([]))
})

test('REC-06 Analíticas has the files of type analytics', async () => {
  server.answer(`GET ${base}/files`, { items: [aFile], next: null })
  open('analytics')

  expect(await screen.findByRole('table', { name: 'Analíticas' })).toBeDefined()
  expect(screen.getByText('2,00 KB')).toBeDefined()
})

test('FIL-01 uploading without a file asks for one', async () => {
  const person = open('analytics')

  await person.click(await screen.findByRole('button', { name: 'Subir' }))

  expect(await screen.findByText('Por favor selecciona un archivo.')).toBeDefined()
  expect(server.asked(`POST ${base}/files`)).toEqual([])
})

test('FIL-02 the form offers the kinds of file of the practice', async () => {
  open('analytics')

  const input = await screen.findByLabelText<HTMLInputElement>('Archivos')

  expect(input.accept).toBe('.pdf,.doc,.docx,.jpg,.jpeg,.png,.xlsx,.xls')
})

const aPdf = new File(['%PDF'], 'análisis.pdf', { type: 'application/pdf' })
const offer = { fileId: 'fil_bbbbbbbb', url: 'https://files.example/', fields: { key: 'k' } }

test('PER-04 FIL-04 a file is announced, sent with progress, completed and listed', async () => {
  const sent = vi.spyOn(uploading, 'upload').mockImplementation(async ({ onProgress }) => onProgress(0.5))
  server.answer(`POST ${base}/files`, offer)
  server.answer(`POST ${base}/files/fil_bbbbbbbb/completion`, { ...aFile, fileId: 'fil_bbbbbbbb' })
  const person = open('analytics')
  await person.upload(await screen.findByLabelText('Archivos'), aPdf)
  await person.type(screen.getByLabelText('Descripción (opcional)'), 'Laboratorio Norte')

  await person.click(screen.getByRole('button', { name: 'Subir' }))

  expect(await screen.findByText('Subido')).toBeDefined()
  expect(server.asked(`POST ${base}/files`).map(({ body }) => body)).toEqual([
    { fileType: 'analytics', fileName: 'análisis.pdf', sizeBytes: 4, description: 'Laboratorio Norte' },
  ])
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ url: 'https://files.example/', file: aPdf })
})

test('an upload that breaks off is given up on the server and says what to do', async () => {
  vi.spyOn(uploading, 'upload').mockRejectedValue(new Error('storage cannot be reached'))
  server.answer(`POST ${base}/files`, offer)
  server.answer(`DELETE ${base}/files/fil_bbbbbbbb`, { removed: true })
  const person = open('analytics')
  await person.upload(await screen.findByLabelText('Archivos'), aPdf)

  await person.click(screen.getByRole('button', { name: 'Subir' }))

  expect(await screen.findByText(/El archivo no se ha podido enviar/)).toBeDefined()
  expect(server.asked(`DELETE ${base}/files/fil_bbbbbbbb`)).toHaveLength(1)
})

test('a dropped file of a kind that is not taken is refused before anything is sent', async () => {
  const person = open('analytics')
  const input = await screen.findByLabelText('Archivos')
  fireEvent.drop(input, { dataTransfer: { files: [new File(['x'], 'virus.exe')] } })

  await person.click(screen.getByRole('button', { name: 'Subir' }))

  expect(await screen.findByText(/Tipo de archivo no permitido/)).toBeDefined()
  expect(server.asked(`POST ${base}/files`)).toEqual([])
})

test('an upload can be cancelled while it is under way', async () => {
  vi.spyOn(uploading, 'upload').mockImplementation(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new uploading.UploadStopped('stopped')))
      }),
  )
  server.answer(`POST ${base}/files`, offer)
  server.answer(`DELETE ${base}/files/fil_bbbbbbbb`, { removed: true })
  const person = open('analytics')
  await person.upload(await screen.findByLabelText('Archivos'), aPdf)
  await person.click(screen.getByRole('button', { name: 'Subir' }))
  await waitFor(() => expect(uploading.upload).toHaveBeenCalled())

  await person.click(await screen.findByRole('button', { name: 'Cancelar análisis.pdf' }))

  await waitFor(() => expect(server.asked(`DELETE ${base}/files/fil_bbbbbbbb`)).toHaveLength(1))
  expect(screen.queryByText('análisis.pdf')).toBeNull()
})

test('FIL-03 UIX-04 a file is deleted only after a yes', async () => {
  server.answer(`GET ${base}/files`, { items: [aFile], next: null })
  server.answer(`DELETE ${base}/files/fil_aaaaaaaa`, { removed: true })
  const person = open('analytics')
  await person.click(await screen.findByRole('button', { name: 'Eliminar informe.pdf' }))
  const dialog = screen.getByRole('dialog', { name: '¿Estás seguro de que quieres eliminar este archivo?' })
  expect(server.asked(`DELETE ${base}/files/fil_aaaaaaaa`)).toEqual([])

  await person.click(within(dialog).getByRole('button', { name: 'Eliminar archivo' }))

  expect(await screen.findByText('Archivo eliminado')).toBeDefined()
})

test('SUP-04 adding waits for a name and an amount', async () => {
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Añadir suplemento' }))
  expect(add().disabled).toBe(true)

  await person.type(screen.getByLabelText('Suplemento'), 'Magnesio')
  expect(add().disabled).toBe(true)
  await person.type(screen.getByLabelText('Cantidad'), '200')

  await waitFor(() => expect(add().disabled).toBe(false))
})

async function fillIn(person: ReturnType<typeof visit>) {
  await person.click(await screen.findByRole('button', { name: 'Añadir suplemento' }))
  await person.type(screen.getByLabelText('Suplemento'), 'Magnesio')
  await person.type(screen.getByLabelText('Cantidad'), '200')
  await person.selectOptions(screen.getByLabelText('Patrón'), 'Solo días laborables')
  await person.click(screen.getByRole('checkbox', { name: 'Noche' }))
  await person.click(screen.getByRole('button', { name: 'Añadir' }))
}

test('SUP-20 a supplement is added with what was chosen', async () => {
  server.answer(`POST ${base}/supplements`, aSupplement)
  const person = open('supplements')

  await fillIn(person)

  expect(await screen.findByText('¡Pauta añadida!')).toBeDefined()
  expect(server.asked(`POST ${base}/supplements`)[0]?.body).toEqual({
    name: 'Magnesio',
    amount: 200,
    unit: 'mg',
    frequency: '1 vez al día',
    times: ['Noche'],
    foodRelation: 'Indiferente',
    pattern: 'Solo días laborables',
    instructions: null,
    duration: null,
    startDate: '2026-11-21',
    endDate: null,
    packDoses: null,
  })
})

test('SUP-19 a supplement that cannot be made says so, and what was typed stays', async () => {
  server.fail(`POST ${base}/supplements`, 500)
  const person = open('supplements')

  await fillIn(person)

  expect(await screen.findByText('Error al crear el suplemento')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Suplemento').value).toBe('Magnesio')
})

test('SUP-17 the next form begins as the last supplement was dosed, and names nobody', async () => {
  server.answer(`POST ${base}/supplements`, aSupplement)
  const person = open('supplements')
  await fillIn(person)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await person.click(screen.getByRole('button', { name: 'Añadir suplemento' }))

  expect(screen.getByLabelText<HTMLInputElement>('Cantidad').value).toBe('200')
  expect(screen.getByLabelText<HTMLSelectElement>('Patrón').value).toBe('Solo días laborables')
  expect(screen.getByLabelText<HTMLInputElement>('Suplemento').value).toBe('')
  expect(JSON.stringify(window.localStorage)).not.toContain(customerId)
})

test('SUP-18 the form can begin as a supplement was dosed before', async () => {
  const { amount, unit, frequency, times, foodRelation, pattern } = aSupplement
  server.answer('GET /supplements/used', {
    items: [{ name: 'Zinc', amount, unit, frequency, times, foodRelation, pattern }],
  })
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Añadir suplemento' }))

  await person.selectOptions(
    await screen.findByLabelText('Partir de una pauta anterior o plantilla'),
    'Zinc, 200 mg, 1 vez al día - Noche',
  )

  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Suplemento').value).toBe('Zinc'))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Noche' }).checked).toBe(true)
})

test('SUP-14 SUP-20 a supplement is edited from where it stands', async () => {
  server.answer(`GET ${base}/supplements`, { items: [aSupplement], next: null })
  server.answer(`PUT ${base}/supplements/csu_aaaaaaaa`, { ...aSupplement, status: 'paused', version: 5 })
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Editar Magnesio' }))

  await person.selectOptions(screen.getByLabelText('Estado'), 'Pausado')
  await person.click(screen.getByRole('button', { name: 'Guardar cambios' }))

  expect(await screen.findByText('Actualizado')).toBeDefined()
  expect(server.asked(`PUT ${base}/supplements/csu_aaaaaaaa`)[0]?.body).toMatchObject({ status: 'paused', version: 4 })
})

test('a supplement that somebody else changed meanwhile is said, and what was chosen stays', async () => {
  server.answer(`GET ${base}/supplements`, { items: [aSupplement], next: null })
  server.refuse(`PUT ${base}/supplements/csu_aaaaaaaa`, 'changed-meanwhile')
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Editar Magnesio' }))
  await person.selectOptions(screen.getByLabelText('Estado'), 'Pausado')
  server.answer(`GET ${base}/supplements`, {
    items: [{ ...aSupplement, amount: 400, dosage: '400 mg', version: 5 }],
    next: null,
  })

  await person.click(screen.getByRole('button', { name: 'Guardar cambios' }))

  expect(await screen.findByText(/Ahora dice: 400 mg/)).toBeDefined()
  expect(screen.getByLabelText<HTMLSelectElement>('Estado').value).toBe('paused')
  expect(screen.getByLabelText<HTMLInputElement>('Cantidad').value).toBe('400')
})

test('SUP-15 SUP-20 a supplement is finished, and a finished one cannot be finished again', async () => {
  const finished = { ...aSupplement, clientSupplementId: 'csu_bbbbbbbb', name: 'Zinc', status: 'completed' }
  server.answer(`GET ${base}/supplements`, { items: [aSupplement, finished], next: null })
  server.answer(`POST ${base}/supplements/csu_aaaaaaaa/finish`, { ...aSupplement, status: 'completed' })
  const person = open('supplements')

  await person.click(await screen.findByRole('button', { name: 'Finalizar Magnesio' }))

  expect(await screen.findByText('Finalizado')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Finalizar Zinc' })).toBeNull()
})

test('SUP-16 SUP-20 UIX-04 a supplement is deleted only after a yes', async () => {
  server.answer(`GET ${base}/supplements`, { items: [aSupplement], next: null })
  server.answer(`DELETE ${base}/supplements/csu_aaaaaaaa`, { removed: true })
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Eliminar Magnesio' }))
  const dialog = screen.getByRole('dialog', { name: '¿Eliminar este suplemento?' })

  await person.click(within(dialog).getByRole('button', { name: 'Eliminar suplemento' }))

  expect(await screen.findByText('Eliminado')).toBeDefined()
})

test('A-43 what was written to the client is listed, and what failed can be sent again', async () => {
  server.answer(`GET ${base}/notifications`, {
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
  server.answer(`POST ${base}/notifications/mai_aaaaaaaa/resend`, {
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
  server.answer(`GET ${base}/timeline`, {
    items: [
      { auditId: 'aud_1', at: '2026-11-20T10:00:00.000Z', action: 'FILE_ADDED', by: 'Ana Prado' },
      { auditId: 'aud_2', at: '2026-11-19T10:00:00.000Z', action: 'PAYMENT_COMPLETED', by: null },
    ],
    next: null,
  })
  open()

  const timeline = await screen.findByRole('region', { name: 'Cronología' })
  const lines = (await within(timeline).findAllByRole('listitem')).map(({ textContent }) => textContent)

  expect(lines).toEqual([
    expect.stringMatching(/Archivo añadidoAna Prado$/),
    expect.stringMatching(/Pago recibidoSistema$/),
  ])
})
