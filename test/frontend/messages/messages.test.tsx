import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OwnAnalysis } from '#contract/analysis-endpoints'
import type { Message, MessageThread } from '#contract/messages'
import * as uploading from '../../../frontend/src/api/upload-file.ts'
import { openProductPath, signInAsRole, waitUntilDrawn } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { stubCustomerRecord } from '../../support/record-app.ts'
import { sampleAccountSettings } from '../../support/settings-app.ts'

beforeEach(() => void vi.setSystemTime('2026-11-21T09:00:00.000Z'))
afterEach(() => void vi.restoreAllMocks())

const asked: Message = {
  messageId: 'msg_00000001',
  from: 'client',
  text: '¿Puedo tomarlo con café?',
  files: [],
  sentAt: '2026-11-20T09:00:00.000Z',
}
const answered: Message = {
  messageId: 'msg_00000002',
  from: 'practice',
  text: 'Mejor una hora después.',
  files: [{ fileId: 'fil_00000001', fileName: 'pauta.pdf', status: 'scanning' }],
  sentAt: '2026-11-20T10:00:00.000Z',
}

const sampleOwnAnalysis: OwnAnalysis = {
  analysisId: 'ana_22222222',
  sampledOn: '2026-10-26',
  laboratory: 'Laboratorio Ejemplo',
  method: 'ELISA',
  fileId: null,
  findings: 'Poca variedad',
  meaning: 'Encaja con la hinchazón',
  nextSteps: 'Más fibra',
  values: [],
  edition: 1,
  publishedAt: '2026-11-20T09:00:00.000Z',
  publishedBy: 'Elena Prado',
  seenAt: null,
}

const thread = (more: Partial<MessageThread> = {}): MessageThread => ({
  question: null,
  seenByClient: null,
  seenByPractice: null,
  answerDays: 2,
  ...more,
})

function openOwn(items: readonly Message[], state: Partial<MessageThread> = {}, query = '') {
  signInAsRole('cliente')
  fakeApi.answer('GET /account/settings', sampleAccountSettings)
  fakeApi.answer('GET /messages', { items: [...items], next: null, thread: thread(state) })
  fakeApi.answer('PUT /messages/seen', ({ seenUntil }) => thread({ ...state, seenByClient: seenUntil }))
  return openProductPath(`/client/mensajes${query}`)
}

const valueOf = (field: HTMLElement): string => (field as HTMLTextAreaElement).value

const shownMessages = () => within(screen.getByRole('list', { name: 'Mensajes' })).getAllByRole('listitem')

const write = async (text: string, label: string | RegExp = 'Tu mensaje') => {
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }))
}

test('a client reads the thread with the newest at the bottom, which is read as soon as it is seen', async () => {
  openOwn([answered, asked], { seenByPractice: asked.sentAt })

  const list = await screen.findByRole('list', { name: 'Mensajes' })

  const shown = within(list).getAllByRole('listitem')
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Tú, 10:00¿Puedo tomarlo con café\?Leído$/),
    expect.stringMatching(/Tu especialista, 11:00Mejor una hora después\.pauta\.pdf \(en revisión\)$/),
  ])
  await waitFor(() => expect(fakeApi.asked('PUT /messages/seen')).toHaveLength(1))
  expect(fakeApi.asked('PUT /messages/seen')[0]?.body).toEqual({ seenUntil: answered.sentAt })
  screen.getByText(/No es un canal de urgencias/)
})

test.each([
  ['Respondemos en 2 días laborables.', null],
  [
    'Te responderemos antes del martes a las 19:00.',
    { askedAt: '2026-11-20T09:00:00.000Z', dueAt: '2026-11-24T18:00:00.000Z' },
  ],
  [
    /Queríamos responderte antes del jueves a las 19:00 y vamos con retraso/,
    { askedAt: '2026-11-17T09:00:00.000Z', dueAt: '2026-11-19T18:00:00.000Z' },
  ],
])('a client reads by when the practice answers: %s', async (text, question) => {
  openOwn([asked], { question })

  expect(await screen.findByText(text)).toBeDefined()
})

test('what is sent stands in the thread, and the form is empty for the next, with the focus in it', async () => {
  openOwn([answered])
  const message = { ...asked, messageId: 'msg_00000009' }
  const question = { askedAt: asked.sentAt, dueAt: '2026-11-24T18:00:00.000Z' }
  fakeApi.answer('POST /messages', { message, thread: thread({ question }) })

  await write('¿Puedo tomarlo con café?')

  await screen.findByText('Te responderemos antes del martes a las 19:00.')
  expect(fakeApi.asked('POST /messages')[0]?.body).toMatchObject({ seenUntil: answered.sentAt })
  expect(within(screen.getByRole('list', { name: 'Mensajes' })).getAllByRole('listitem')).toHaveLength(2)
  await waitFor(() => expect(valueOf(screen.getByLabelText('Tu mensaje'))).toBe(''))
  expect(document.activeElement).toBe(screen.getByLabelText('Tu mensaje'))
})

test('while a message is being sent nothing is written into it that would go with its end', async () => {
  openOwn([])
  const message = { ...asked, messageId: 'msg_00000009' }
  const arrive = fakeApi.hold('POST /messages', { message, thread: thread({}) })
  await write('¿Puedo tomarlo con café?')

  await screen.findByRole('button', { name: 'Enviando...' })
  expect(screen.getByLabelText('Tu mensaje')).toHaveProperty('readOnly', true)
  expect(screen.getByLabelText('Adjuntar archivos')).toHaveProperty('disabled', true)
  arrive()

  await waitFor(() => expect(valueOf(screen.getByLabelText('Tu mensaje'))).toBe(''))
  expect(screen.getByLabelText('Tu mensaje')).toHaveProperty('readOnly', false)
})

test('a message that the thread brings before its own sending is answered stands there once', async () => {
  openOwn([answered])
  const message = { ...asked, messageId: 'msg_00000009' }
  const arrive = fakeApi.hold('POST /messages', { message, thread: thread() })
  await write('¿Puedo tomarlo con café?')
  await screen.findByRole('button', { name: 'Enviando...' })
  fakeApi.answer('GET /messages', { items: [message, answered], next: null, thread: thread() })
  await vi.advanceTimersByTimeAsync(15_000)
  await waitFor(() => expect(shownMessages()).toHaveLength(2))

  arrive()

  await waitFor(() => expect(valueOf(screen.getByLabelText('Tu mensaje'))).toBe(''))
  expect(shownMessages()).toHaveLength(2)
})

test('a message in a window that nobody sees is not marked as read, until the window is seen', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  openOwn([answered])
  await screen.findByText('Mejor una hora después.')
  await waitUntilDrawn('GET /messages')
  expect(fakeApi.asked('PUT /messages/seen')).toEqual([])

  visibility.mockRestore()
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))

  await waitFor(() =>
    expect(fakeApi.asked('PUT /messages/seen').map(({ body }) => body)).toEqual([{ seenUntil: answered.sentAt }]),
  )
})

test('what could not be sent stays, and is sent again as the same message; changed, it is another', async () => {
  openOwn([])
  fakeApi.fail('POST /messages', 503)
  await write('¿Puedo tomarlo con café?')
  await screen.findByText('No se ha enviado. Lo que has escrito sigue aquí')
  expect(valueOf(screen.getByLabelText('Tu mensaje'))).toBe('¿Puedo tomarlo con café?')

  await write('¿Puedo tomarlo con café?')
  await waitFor(() => expect(fakeApi.asked('POST /messages').length).toBeGreaterThanOrEqual(2))
  await screen.findByText('No se ha enviado. Lo que has escrito sigue aquí')
  await write('¿Y con leche?')
  await waitFor(() => expect(fakeApi.asked('POST /messages').length).toBeGreaterThanOrEqual(3))

  const ids = fakeApi.asked('POST /messages').map(({ body }) => body as { requestId: string; text: string })
  const idOf = (text: string) => new Set(ids.filter((each) => each.text === text).map(({ requestId }) => requestId))
  expect(idOf('¿Puedo tomarlo con café?').size).toBe(1)
  expect(idOf('¿Y con leche?').size).toBe(1)
  expect([...idOf('¿Y con leche?')]).not.toEqual([...idOf('¿Puedo tomarlo con café?')])
})

describe('a question about results', () => {
  const page = { items: [sampleOwnAnalysis], next: null }
  const opening = 'Sobre mis resultados del 26 de octubre de 2026 (Laboratorio Ejemplo): '

  test('begins with which ones, and nothing is kept of it, nor asked on leaving, before somebody writes', async () => {
    fakeApi.answer('GET /analyses', page)
    openOwn([], {}, `?analysis=${sampleOwnAnalysis.analysisId}`)

    const field = await screen.findByLabelText('Tu mensaje')
    await waitFor(() => expect(valueOf(field)).toBe(opening))
    expect(document.activeElement).toBe(field)
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([])
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(false)
  })

  test('stands below what was being written, once', async () => {
    fakeApi.answer('GET /analyses', page)
    openOwn([])
    fireEvent.change(await screen.findByLabelText('Tu mensaje'), { target: { value: 'Otra cosa' } })
    cleanup()
    for (let visits = 0; visits < 2; visits++) {
      openOwn([], {}, `?analysis=${sampleOwnAnalysis.analysisId}`)
      const field = await screen.findByLabelText('Tu mensaje')
      await waitFor(() => expect(valueOf(field).trimEnd()).toBe(`Otra cosa\n\n${opening.trimEnd()}`))
      cleanup()
    }
  })

  test('is asked once: when it is sent, the address names no results, and a reload begins empty', async () => {
    fakeApi.answer('GET /analyses', page)
    fakeApi.answer('POST /messages', { message: asked, thread: thread() })
    openOwn([], {}, `?analysis=${sampleOwnAnalysis.analysisId}`)
    await waitFor(() => expect(valueOf(screen.getByLabelText('Tu mensaje'))).toBe(opening))

    await write(`${opening}¿Es grave?`)

    await waitFor(() => expect(valueOf(screen.getByLabelText('Tu mensaje'))).toBe(''))
    await waitFor(() => expect(window.location.search).toBe(''))
    expect(window.location.pathname).toBe('/client/mensajes')
    expect(document.activeElement).toBe(screen.getByLabelText('Tu mensaje'))
  })

  test('begins empty where the results are not theirs', async () => {
    fakeApi.answer('GET /analyses', page)
    openOwn([], {}, '?analysis=ana_99999999')

    const field = await screen.findByLabelText('Tu mensaje')
    await waitFor(() => expect(fakeApi.asked('GET /analyses')).not.toEqual([]))
    expect(valueOf(field)).toBe('')
  })
})

test('the panel leads to the messages and says how many are unread', async () => {
  signInAsRole('cliente')
  fakeApi.answer('GET /account/settings', sampleAccountSettings)
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /messages/unread', { unread: 2 })
  openProductPath('/client?tab=settings')

  const link = await screen.findByRole('link', { name: /^Mensajes 2 ?sin leer$/ })

  expect(link.getAttribute('href')).toBe('/client/mensajes')
})

function openOfCustomer(items: readonly Message[], state: Partial<MessageThread> = {}) {
  stubCustomerRecord()
  const path = 'GET /customers/cus_aaaaaaaa/messages'
  fakeApi.answer(path, { items: [...items], next: null, thread: thread(state) })
  fakeApi.answer('PUT /customers/cus_aaaaaaaa/messages/seen', ({ seenUntil }) => thread({ seenByPractice: seenUntil }))
  return openProductPath('/client/cus_aaaaaaaa/mensajes')
}

const waiting = { askedAt: asked.sentAt, dueAt: '2026-11-24T18:00:00.000Z' }

test('the practice sees by when to answer, and can say that no answer is needed', async () => {
  openOfCustomer([asked], { question: waiting })
  fakeApi.answer('PUT /customers/cus_aaaaaaaa/messages/closed', thread())
  await screen.findByText('Responder antes del martes a las 19:00.')

  fireEvent.click(screen.getByRole('button', { name: 'No hace falta responder' }))

  await screen.findByText(/Nada por responder\. El plazo es de 2 días laborables\./)
  expect(fakeApi.asked('PUT /customers/cus_aaaaaaaa/messages/closed')[0]?.body).toEqual({ until: asked.sentAt })
})

test('the practice inserts a template below what it has written', async () => {
  openOfCustomer([asked], { question: waiting })
  const template = { templateId: 'tpl_00000001', name: 'Café', text: 'Mejor una hora después.', version: 1 }
  fakeApi.answer('GET /messages/templates', { items: [template] })
  const field = await screen.findByLabelText(/^Mensaje para/)
  fireEvent.change(field, { target: { value: 'Hola, Lucía:' } })
  fireEvent.click(screen.getByRole('button', { name: 'Plantillas' }))

  fireEvent.click(await screen.findByRole('button', { name: 'Insertar Café' }))

  await waitFor(() => expect(valueOf(field)).toBe('Hola, Lucía:\n\nMejor una hora después.'))
})

test('while it is being sent no template is put into it', async () => {
  openOfCustomer([])
  fakeApi.hold('POST /customers/cus_aaaaaaaa/messages', { message: asked, thread: thread() })
  fireEvent.change(await screen.findByLabelText(/^Mensaje para/), { target: { value: 'Hola, Lucía:' } })

  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }))

  await screen.findByRole('button', { name: 'Enviando...' })
  expect(screen.getByRole('button', { name: 'Plantillas' })).toHaveProperty('disabled', true)
})

test('a template is changed, and removed with a second press', async () => {
  openOfCustomer([])
  const template = { templateId: 'tpl_00000001', name: 'Café', text: 'Mejor una hora después.', version: 1 }
  fakeApi.answer('GET /messages/templates', { items: [template] })
  fakeApi.answer('PUT /messages/templates/tpl_00000001', { ...template, name: 'Té', version: 2 })
  fakeApi.answer('DELETE /messages/templates/tpl_00000001', { removed: true })
  fireEvent.click(await screen.findByRole('button', { name: 'Plantillas' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Cambiar Café' }))
  fireEvent.change(await screen.findByLabelText('Nombre'), { target: { value: 'Té' } })
  fireEvent.click(screen.getByRole('button', { name: 'Guardar plantilla' }))
  await waitFor(() => expect(fakeApi.asked('PUT /messages/templates/tpl_00000001')).toHaveLength(1))
  expect(fakeApi.asked('PUT /messages/templates/tpl_00000001')[0]?.body).toEqual({
    name: 'Té',
    text: 'Mejor una hora después.',
    version: 1,
  })

  fireEvent.click(await screen.findByRole('button', { name: 'Eliminar Café' }))
  expect(fakeApi.asked('DELETE /messages/templates/tpl_00000001')).toHaveLength(0)
  fireEvent.click(screen.getByRole('button', { name: 'Sí, eliminar Café' }))

  await waitFor(() => expect(fakeApi.asked('DELETE /messages/templates/tpl_00000001')).toHaveLength(1))
})

test('a template of replies that a colleague changes meanwhile is told with what it says, and can then be saved', async () => {
  const template = { templateId: 'tpl_00000001', name: 'Café', text: 'Mejor una hora después.', version: 1 }
  const theirs = { ...template, text: 'Mejor dos horas después.', version: 2 }
  const saving = 'PUT /messages/templates/tpl_00000001'
  fakeApi.answer('GET /messages/templates', { items: [template] })
  fakeApi.answer(saving, ({ version }) =>
    version === 2 ? { ...theirs, version: 3 } : Response.json({ code: 'changed-meanwhile' }, { status: 409 }),
  )
  const person = openOfCustomer([])
  await person.click(await screen.findByRole('button', { name: 'Plantillas' }))
  await person.click(await screen.findByRole('button', { name: 'Cambiar Café' }))
  await person.type(await screen.findByLabelText('Nombre'), ' y té')
  fakeApi.answer('GET /messages/templates', { items: [theirs] })

  await person.click(screen.getByRole('button', { name: 'Guardar plantilla' }))
  expect(await screen.findByText(/Ahora se llama «Café» y dice: «Mejor dos horas después\.»/)).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Guardar plantilla' }))

  expect(await screen.findByText('Plantilla guardada')).toBeDefined()
  expect(fakeApi.asked(saving).map(({ body }) => body)).toEqual([
    { name: 'Café y té', text: 'Mejor una hora después.', version: 1 },
    { name: 'Café y té', text: 'Mejor dos horas después.', version: 2 },
  ])
})

const aFile = (name: string) => new File(['%PDF-1.4'], name, { type: 'application/pdf' })

const sentIds = () => fakeApi.asked('POST /messages').map(({ body }) => (body as { fileIds: string[] }).fileIds)

describe('files of a message', () => {
  const offerUpload = 'POST /files'
  const offer = { fileId: 'fil_00000009', url: 'https://files.example/', fields: { key: 'k' } }
  const completed = {
    fileId: 'fil_00000009',
    fileType: 'message',
    fileName: 'tarde.pdf',
    description: null,
    status: 'scanning',
    sizeBytes: 8,
    createdAt: '2026-11-21T09:00:00.000Z',
    sentAt: null,
  } as const

  test('beyond what a message holds are named as not added, and it says how many it holds', async () => {
    openOwn([])
    fakeApi.hold(offerUpload, offer)
    const input = await screen.findByLabelText('Adjuntar archivos')

    fireEvent.change(input, { target: { files: [1, 2, 3, 4, 5, 6].map((number) => aFile(`${number}.pdf`)) } })

    expect(await screen.findByText('No se han añadido todos los archivos')).toBeDefined()
    expect(within(screen.getByRole('list', { name: 'Archivos adjuntos' })).getAllByRole('progressbar')).toHaveLength(5)
    expect(screen.getAllByText('En cada mensaje caben 5 archivos.').length).toBeGreaterThan(0)
  })

  test('one that is no longer kept is named, and the rest goes once it is taken out', async () => {
    openOwn([])
    vi.spyOn(uploading, 'uploadFile').mockResolvedValue()
    for (const [fileId, name] of [
      ['fil_00000008', 'vieja.pdf'],
      ['fil_00000009', 'nueva.pdf'],
    ] as const) {
      fakeApi.answer(offerUpload, { ...offer, fileId })
      fakeApi.answerAny(`POST /files/${fileId}/completion`, { ...completed, fileId, fileName: name })
      fireEvent.change(await screen.findByLabelText('Adjuntar archivos'), { target: { files: [aFile(name)] } })
      await screen.findByRole('button', { name: `Quitar ${name}` })
    }
    fakeApi.refuse('POST /messages', 'invalid-input', { 'fileIds.0': ['Este archivo ya no está guardado'] })

    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }))

    expect(await screen.findByText('No se ha enviado. Lo que has escrito sigue aquí')).toBeDefined()
    const takeOut = screen.getByRole('button', {
      name: 'Quitar vieja.pdf',
      description: 'Este archivo ya no está guardado',
    })
    expect(document.activeElement).toBe(takeOut)
    fireEvent.click(takeOut)
    expect(screen.queryByText('Este archivo ya no está guardado')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }))
    await waitFor(() => expect(sentIds()).toEqual([['fil_00000008', 'fil_00000009'], ['fil_00000009']]))
    vi.restoreAllMocks()
  })

  test('nothing is sent while a file is on its way', async () => {
    openOwn([])
    vi.spyOn(uploading, 'uploadFile').mockResolvedValue()
    fakeApi.answer(offerUpload, offer)
    const taken = fakeApi.hold('POST /files/fil_00000009/completion', completed)
    fireEvent.change(await screen.findByLabelText('Tu mensaje'), { target: { value: 'Te mando la analítica' } })
    fireEvent.change(screen.getByLabelText('Adjuntar archivos'), { target: { files: [aFile('tarde.pdf')] } })
    await screen.findByRole('progressbar', { name: 'Progreso de tarde.pdf' })
    const send = screen.getByRole('button', { name: 'Enviar' })

    expect(send).toHaveProperty('disabled', true)
    taken()
    await waitFor(() => expect(send).toHaveProperty('disabled', false))
    fireEvent.click(send)

    await waitFor(() => expect(sentIds()).toEqual([['fil_00000009']]))
    vi.restoreAllMocks()
  })

  test('while one is being sent, leaving the page asks first', async () => {
    const person = openOwn([])
    fakeApi.hold(offerUpload, offer)
    fireEvent.change(await screen.findByLabelText('Adjuntar archivos'), { target: { files: [aFile('grande.pdf')] } })
    await screen.findByRole('progressbar')

    await person.click(screen.getByRole('link', { name: 'Hoy' }))

    expect(await screen.findByRole('dialog', { name: '¿Salir mientras se envía el archivo?' })).toBeDefined()
  })

  test('one that is cancelled while the server takes it is not attached', async () => {
    openOwn([])
    vi.spyOn(uploading, 'uploadFile').mockResolvedValue()
    fakeApi.answer(offerUpload, offer)
    const taken = fakeApi.hold('POST /files/fil_00000009/completion', completed)
    fireEvent.change(await screen.findByLabelText('Adjuntar archivos'), { target: { files: [aFile('tarde.pdf')] } })
    await waitFor(() => expect(uploading.uploadFile).toHaveBeenCalled())
    fireEvent.click(await screen.findByRole('button', { name: 'Cancelar tarde.pdf' }))

    await act(async () => taken())

    expect(screen.queryByText('tarde.pdf')).toBeNull()
    // Taken later than the cancelled one, whose answer has then been dealt with.
    fakeApi.answer(offerUpload, { ...offer, fileId: 'fil_00000008' })
    fakeApi.answerAny('POST /files/fil_00000008/completion', { ...completed, fileId: 'fil_00000008' })
    fireEvent.change(screen.getByLabelText('Adjuntar archivos'), { target: { files: [aFile('otra.pdf')] } })
    await screen.findByRole('button', { name: 'Quitar otra.pdf' })
    expect(screen.queryByText('tarde.pdf')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }))
    await waitFor(() => expect(sentIds()).toEqual([['fil_00000008']]))
    vi.restoreAllMocks()
  })
})
