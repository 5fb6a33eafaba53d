import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { DataExport } from '#contract/privacy'
import { leaveForMock, signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { createOwnAgreement, createOwnBudget } from '../../support/own-budgets.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { createOwnConsultation } from '../../support/own-consultations.ts'
import { sampleAccountSettings, stubAccountWithoutFactors } from '../../support/settings-app.ts'

const none: DataExport = { state: 'none', requestedAt: null, progress: 0, missing: [], download: null }
const requestedAt = '2026-11-21T09:00:00.000Z'
const queued: DataExport = { ...none, state: 'queued', requestedAt }
const ready: DataExport = {
  state: 'ready',
  requestedAt,
  progress: 100,
  missing: [],
  download: {
    url: 'https://files.test/datos.zip',
    fileName: 'habitat-interior-mis-datos-2026-11-21.zip',
    sizeBytes: 2048,
    availableUntil: '2026-11-28T09:00:00.000Z',
  },
}
const LATEST = 'GET /privacy/exports/latest'

function atSettings() {
  signInAsRole('cliente')
  return openProductPath('/client?tab=settings')
}
const downloadButton = () => screen.findByRole('button', { name: 'Descargar mis datos' })

beforeEach(() => {
  stubAccountWithoutFactors()
  fakeApi.answer('GET /account/settings', sampleAccountSettings)
  fakeApi.answer(LATEST, none)
  fakeApi.answer('POST /privacy/exports', queued)
  // The page checks the storage before it navigates to the file.
  fakeApi.answerOutsideApi('GET /datos.zip')
})

describe('A-51 the download of one’s data', () => {
  test('CLI-33 is asked for, followed and begun', async () => {
    const person = atSettings()
    const button = await downloadButton()
    fakeApi.answer(LATEST, { ...queued, state: 'working', progress: 40 })

    await person.click(button)
    expect(await screen.findByText('Preparando tu descarga… 40 %')).toBeDefined()
    expect(screen.getByRole('progressbar', { name: 'Descargar mis datos' })).toMatchObject({ value: 40 })
    fakeApi.answer(LATEST, ready)
    await vi.advanceTimersByTimeAsync(2000)

    expect(await screen.findByText('Descarga iniciada')).toBeDefined()
    expect(leaveForMock).toHaveBeenCalledExactlyOnceWith('https://files.test/datos.zip')
    expect(fakeApi.asked('POST /privacy/exports')).toMatchObject([{ body: {}, authorization: 'Bearer access-token' }])
  })

  test('says which files are missing in it, and why', async () => {
    fakeApi.answer(LATEST, { ...ready, missing: [{ fileName: '2026-11-20 Análisis.pdf', because: 'under-review' }] })
    atSettings()

    const list = await screen.findByRole('list', { name: 'Archivos que faltan en la descarga' })

    expect(within(list).getByRole('listitem').textContent).toBe(
      '2026-11-20 Análisis.pdf: Todavía lo estamos revisando. Pide otra descarga dentro de unas horas.',
    )
  })

  test('goes on being made while the network is away for a moment, and nothing else is said', async () => {
    const person = atSettings()
    const button = await downloadButton()
    fakeApi.unreachable(LATEST)

    await person.click(button)
    await waitFor(() => expect(fakeApi.asked('POST /privacy/exports')).toHaveLength(1))
    await screen.findByText('Preparando tu descarga… 0 %')
    fakeApi.answer(LATEST, ready)
    await vi.advanceTimersByTimeAsync(2000)

    expect(await screen.findByText('Descarga iniciada')).toBeDefined()
    expect(screen.queryByText(/No pudimos generar/)).toBeNull()
  })

  test('that is ready already is fetched by a new link', async () => {
    fakeApi.answer(LATEST, ready)
    const person = atSettings()
    const button = await screen.findByRole('button', { name: 'Descargar ZIP' })
    // The page may have been open for longer than its first link is valid.
    const url = 'https://files.test/datos.zip?signature=new'
    fakeApi.answer(LATEST, { ...ready, download: ready.download && { ...ready.download, url } })
    await person.click(button)

    expect(await screen.findByText('Descarga iniciada')).toBeDefined()
    expect(leaveForMock).toHaveBeenCalledExactlyOnceWith(url)
    expect(fakeApi.asked('POST /privacy/exports')).toEqual([])
    expect(screen.getByText(/está lista hasta el 28 de noviembre de 2026/)).toBeDefined()
  })

  test('that the storage does not give says so, and the page stays', async () => {
    fakeApi.answer(LATEST, ready)
    fakeApi.failOutsideApi('GET /datos.zip', 403)
    const person = atSettings()

    await person.click(await screen.findByRole('button', { name: 'Descargar ZIP' }))

    expect(await screen.findByText('No se pudo descargar el archivo.')).toBeDefined()
    expect(screen.queryByText('Descarga iniciada')).toBeNull()
    expect(leaveForMock).not.toHaveBeenCalled()
  })

  test('stands above the danger zone', async () => {
    atSettings()
    await downloadButton()

    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(titles.indexOf('Tus datos')).toBe(titles.indexOf('Zona de peligro') - 1)
  })

  test.each([
    ['ERR-09', 'not-signed-in', 'No hay sesión activa'],
    ['ERR-11', 'too-many-attempts', 'Demasiados intentos. Espera un momento antes de intentar de nuevo.'],
  ] as const)('%s a refusal says what the server says: %s', async (_, code, sentence) => {
    const person = atSettings()
    const button = await downloadButton()
    fakeApi.refuse('POST /privacy/exports', code)

    await person.click(button)

    expect(await screen.findByText(sentence)).toBeDefined()
  })

  test('ERR-10 what is no ZIP is not downloaded', async () => {
    const person = atSettings()
    const button = await downloadButton()
    fakeApi.refuse(LATEST, 'export-not-zip')

    await person.click(button)

    expect(await screen.findByText('La respuesta no es un archivo ZIP válido')).toBeDefined()
    expect(leaveForMock).not.toHaveBeenCalled()
  })

  test.each([
    ['a fault', () => fakeApi.fail('POST /privacy/exports', 500)],
    ['no connection', () => fakeApi.unreachable('POST /privacy/exports')],
    ['a download that could not be made', () => fakeApi.answer(LATEST, { ...queued, state: 'failed' })],
  ])('ERR-11 %s says that it could not be made', async (_, fail) => {
    const person = atSettings()
    const button = await downloadButton()
    fail()

    await person.click(button)

    expect(await screen.findByText('No pudimos generar la descarga. Inténtalo de nuevo.')).toBeDefined()
  })
})

async function inTheDialog() {
  const person = atSettings()
  await person.click(await screen.findByRole('button', { name: 'Eliminar cuenta' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Eliminar tu cuenta?' }))
  const [understood, final] = dialog.getAllByRole('checkbox')
  return {
    person,
    dialog,
    last: () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Eliminar mi cuenta' }),
    word: dialog.getByLabelText('Escribe ELIMINAR para confirmar'),
    understood: understood as HTMLElement,
    final: final as HTMLElement,
  }
}

describe('A-50 deleting the account', () => {
  test('CLI-29 stands in the danger zone', async () => {
    atSettings()

    const zone = await screen.findByRole('region', { name: 'Zona de peligro' })

    expect(within(zone).getByRole('button', { name: 'Desactivar cuenta' })).toBeDefined()
    expect(within(zone).getByRole('button', { name: 'Eliminar cuenta' })).toBeDefined()
  })

  test('CLI-30 takes both ticks and the word, in any case', async () => {
    const { person, last, word, understood, final } = await inTheDialog()
    const enabled: boolean[] = []
    const look = () => enabled.push(!last().disabled)

    look()
    await person.click(understood)
    look()
    await person.type(word, 'eliminar')
    look()
    await person.click(final)
    look()
    await person.type(word, 'x')
    look()
    await person.clear(word)
    await person.type(word, 'EliMinar')
    look()

    expect(enabled).toEqual([false, false, false, true, false, true])
  })

  test('CLI-31 LIM-12 says what happens and when, and offers the download', async () => {
    const { dialog } = await inTheDialog()

    const promises = dialog
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
      .join(' ')
    for (const promise of [
      'correo de confirmación',
      '14 días',
      '30 días',
      'a los 90',
      '5 años',
      '10 años',
      'bloqueado',
    ]) {
      expect(promises).toContain(promise)
    }
    expect(dialog.getByRole('button', { name: 'Descargar mis datos' })).toBeDefined()
  })

  test('CLI-31 signs out and says that a mail was sent and that there are fourteen days to undo it', async () => {
    const { person, last, word, understood, final } = await inTheDialog()
    fakeApi.answer('POST /privacy/deletion', { undoUntil: '2026-12-05T09:00:00.000Z' })
    await person.click(understood)
    await person.click(final)
    await person.type(word, 'eliminar')

    await person.click(last())

    expect(await screen.findByRole('heading', { name: 'Hemos recibido tu solicitud' })).toBeDefined()
    expect(screen.getByText(/Te hemos enviado un correo de confirmación/)).toBeDefined()
    expect(screen.getByText(/en los próximos 14 días, hasta el 5 de diciembre de 2026/)).toBeDefined()
    expect(window.location.pathname).toBe('/deshacer-eliminacion')
    expect(fakeApi.asked('POST /privacy/deletion')).toMatchObject([
      { body: { understood: true, final: true, word: 'ELIMINAR' } },
    ])
    await waitFor(() =>
      expect(window.localStorage.getItem('CognitoIdentityServiceProvider.client.LastAuthUser')).toBeNull(),
    )
  })

  test('CLI-31 the page that confirms it keeps nothing of it in the history, so that a reload does not confirm it again', async () => {
    const { person, last, word, understood, final } = await inTheDialog()
    fakeApi.answer('POST /privacy/deletion', { undoUntil: '2026-12-05T09:00:00.000Z' })
    await person.click(understood)
    await person.click(final)
    await person.type(word, 'eliminar')

    await person.click(last())

    expect(await screen.findByRole('heading', { name: 'Hemos recibido tu solicitud' })).toBeDefined()
    expect(window.history.state).toBeNull()
  })

  test('ERR-12 a failure says so, and what was typed stays', async () => {
    const { person, last, word, understood, final } = await inTheDialog()
    fakeApi.fail('POST /privacy/deletion', 500)
    await person.click(understood)
    await person.click(final)
    await person.type(word, 'eliminar')

    await person.click(last())

    expect(await screen.findByText(/Hubo un problema al procesar tu solicitud\./)).toBeDefined()
    expect(word).toMatchObject({ value: 'eliminar' })
  })
})

test('a deletion that is asked for again because the answer was lost is no failure: the account is closed', async () => {
  const { person, last, word, understood, final } = await inTheDialog()
  fakeApi.refuse('POST /privacy/deletion', 'account-inactive')
  await person.click(understood)
  await person.click(final)
  await person.type(word, 'eliminar')

  await person.click(last())

  expect(await screen.findByRole('heading', { name: 'Tu cuenta está cerrada' })).toBeDefined()
  expect(screen.queryByText(/Hubo un problema/)).toBeNull()
})

describe('A-50 the link that undoes it', () => {
  const token = 'A'.repeat(43)

  test('asks first, and then brings the account back', async () => {
    fakeApi.answer('POST /privacy/deletion/undo', { undone: true })
    const person = openProductPath(`/deshacer-eliminacion#token=${token}`)
    await person.click(await screen.findByRole('button', { name: 'Deshacer la eliminación' }))

    expect(await screen.findByRole('heading', { name: 'Tu cuenta sigue contigo' })).toBeDefined()
    expect(fakeApi.asked('POST /privacy/deletion/undo')).toMatchObject([{ body: { token } }])
    expect(window.location.hash).toBe('')
  })

  test('ERR-12 that is too old says so', async () => {
    fakeApi.refuse('POST /privacy/deletion/undo', 'link-invalid')
    const person = openProductPath(`/deshacer-eliminacion#token=${token}`)
    await person.click(await screen.findByRole('button', { name: 'Deshacer la eliminación' }))

    expect(
      await screen.findByText(
        'Este enlace ha caducado: pasaron los 14 días para deshacerlo, o ya lo has usado. Si lo usaste, inicia sesión como siempre.',
      ),
    ).toBeDefined()
  })

  test('is needed: without one the page says where it is', async () => {
    openProductPath('/deshacer-eliminacion')

    expect(await screen.findByText(/Abre el enlace del correo/)).toBeDefined()
  })
})

test('A-73 whoever has a budget in use is led to ending it, and deletes nothing before', async () => {
  fakeApi.answer('GET /budgets', { items: [createOwnBudget({ state: 'accepted', agreement: createOwnAgreement() })] })
  const { person, dialog, last } = await inTheDialog()

  expect(await dialog.findByText(/Tienes un presupuesto en marcha/)).toBeDefined()
  expect(dialog.getByRole('link', { name: 'Cancélalo antes' }).getAttribute('href')).toBe('/client/presupuestos')
  for (const box of dialog.getAllByRole('checkbox')) await person.click(box)
  await person.type(dialog.getByRole('textbox'), 'ELIMINAR')
  expect(last().disabled).toBe(true)
})

test.each([
  {
    said: /Tienes una consulta pagada\./,
    link: 'Cancélala antes',
    next: { consultation: createOwnConsultation({ isPaid: true }), toSchedule: null, freeRequests: false },
  },
  {
    said: /Tienes una consulta pagada sin usar/,
    link: 'Elige su hora',
    next: {
      consultation: null,
      toSchedule: { concept: 'Primera consulta', paidAt: '2026-11-20T09:00:00.000Z' },
      freeRequests: false,
    },
  },
])(
  'A-71 whoever has paid for what they have not used is led to it ($link), and deletes nothing before',
  async ({ said, link, next }) => {
    fakeApi.answer('GET /consultations/mine/next', next)
    const { person, dialog, last } = await inTheDialog()

    expect(await dialog.findByText(said)).toBeDefined()
    expect(dialog.getByRole('link', { name: link }).getAttribute('href')).toBe('/client?tab=consultations')
    for (const box of dialog.getAllByRole('checkbox')) await person.click(box)
    await person.type(dialog.getByRole('textbox'), 'ELIMINAR')
    expect(last().disabled).toBe(true)
  },
)

test('A-73 a budget that is paid, used up and over keeps nobody from deleting their account', async () => {
  const agreement = createOwnAgreement({ inUse: false })
  fakeApi.answer('GET /budgets', { items: [createOwnBudget({ state: 'accepted', agreement })] })
  const { person, dialog, last } = await inTheDialog()

  for (const box of dialog.getAllByRole('checkbox')) await person.click(box)
  await person.type(dialog.getByRole('textbox'), 'ELIMINAR')

  expect(dialog.queryByText(/Tienes un presupuesto en marcha/)).toBeNull()
  expect(last().disabled).toBe(false)
})

test('A-73 a budget that was accepted meanwhile stops the deletion with a sentence', async () => {
  fakeApi.refuse('POST /privacy/deletion', 'budget-active')
  const { person, dialog, last } = await inTheDialog()
  for (const box of dialog.getAllByRole('checkbox')) await person.click(box)
  await person.type(dialog.getByRole('textbox'), 'ELIMINAR')

  await person.click(last())

  expect(await screen.findByText(/Hay un presupuesto aceptado en marcha/)).toBeDefined()
})
