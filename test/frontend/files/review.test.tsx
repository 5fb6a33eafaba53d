import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ClientFile, type FileRejectionReason, fileRejectionReasons } from '#contract/client-file'
import type { RejectedFile } from '#contract/files'
import { toReply } from '#data/stored-record'
import { stubAdminAgenda } from '../../support/admin-app.ts'
import { sampleAnalysis } from '../../support/analysis-samples.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { customerApiPath, openCustomerRecord, stubCustomerRecord } from '../../support/record-app.ts'

const FILES = `GET ${customerApiPath}/files` as const

const aFile = (changes: Partial<ClientFile>): ClientFile => ({
  ...toReply(ClientFile, {
    fileId: 'fil_aaaaaaaa',
    fileName: 'Análisis.pdf',
    fileType: 'analytics',
    sizeBytes: 2048,
    createdAt: '2026-11-21T08:00:00.000Z',
    status: 'available',
  }),
  ...changes,
})

const scanning = aFile({ status: 'scanning' })
const rejected = aFile({ status: 'rejected', rejectedBecause: 'threats-found' })

const inPanel = (rejectedBecause: FileRejectionReason): RejectedFile => ({
  ...aFile({ status: 'rejected', rejectedBecause }),
  customerId: 'cus_aaaaaaaa',
  customerName: 'Lucía Ferrer',
})

describe('in a client’s record a file', () => {
  beforeEach(() => {
    vi.setSystemTime('2026-11-21T09:00:00.000Z')
    stubCustomerRecord()
  })

  test('under review says so, cannot be downloaded, and appears by itself when it was found clean', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fakeApi.answer(FILES, { items: [scanning], next: null })
    openCustomerRecord('analytics')
    const table = within(await screen.findByRole('table', { name: /^Analíticas/ }))
    expect(table.getByText('En revisión')).toBeDefined()
    expect(table.getByRole('button', { name: 'Eliminar Análisis.pdf' })).toBeDefined()
    expect(table.queryByRole('button', { name: /^Descargar/ })).toBeNull()

    fakeApi.answer(FILES, { items: [aFile({})], next: null })
    await vi.advanceTimersByTimeAsync(5000)

    expect(await table.findByRole('button', { name: 'Descargar Análisis.pdf' })).toBeDefined()
    expect(table.queryByText('En revisión')).toBeNull()
  })

  test('that a published analysis names says so before it is removed', async () => {
    fakeApi.answer(FILES, { items: [aFile({}), aFile({ fileId: 'fil_bbbbbbbb', fileName: 'Otro.pdf' })], next: null })
    const published = { version: 1, edition: 1, publishedAt: '2026-11-21T08:30:00.000Z', seenAt: null }
    fakeApi.answer(`GET ${customerApiPath}/analyses`, {
      items: [{ ...sampleAnalysis, fileId: 'fil_aaaaaaaa', sampledOn: '2026-10-26', published }],
      next: null,
    })
    const person = openCustomerRecord('analytics')
    const table = within(await screen.findByRole('table', { name: /^Analíticas/ }))

    await person.click(table.getByRole('button', { name: 'Eliminar Análisis.pdf' }))
    const dialog = within(await screen.findByRole('dialog'))

    expect(dialog.getByText(/informe de la analítica del 26 de octubre de 2026/)).toBeDefined()
    await person.click(dialog.getByRole('button', { name: 'Cancelar' }))
    await person.click(table.getByRole('button', { name: 'Eliminar Otro.pdf' }))
    expect(within(await screen.findByRole('dialog')).queryByText(/informe de la analítica/)).toBeNull()
  })

  test('that is under review no longer is not asked about again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fakeApi.answer(FILES, { items: [aFile({}), rejected], next: null })
    openCustomerRecord('analytics')
    await screen.findByRole('table', { name: /^Analíticas/ })
    const before = fakeApi.asked(FILES).length

    await vi.advanceTimersByTimeAsync(20_000)

    expect(fakeApi.asked(FILES)).toHaveLength(before)
  })

  test('that was rejected says why and what to do, until it is dismissed', async () => {
    fakeApi.answer(FILES, { items: [rejected], next: null })
    fakeApi.answer(`DELETE ${customerApiPath}/files/fil_aaaaaaaa`, () => {
      fakeApi.answer(FILES, { items: [], next: null })
      return { removed: true }
    })
    const person = openCustomerRecord('analytics')
    const table = within(await screen.findByRole('table', { name: /^Analíticas/ }))
    expect(table.getByText('Rechazado')).toBeDefined()
    expect(table.getByText(/^Contenía software malicioso y lo hemos borrado\./)).toBeDefined()
    expect(table.queryByRole('button', { name: /^(Descargar|Eliminar)/ })).toBeNull()

    await person.click(table.getByRole('button', { name: 'Descartar Análisis.pdf' }))

    expect(await screen.findByText('Todavía no hay archivos.')).toBeDefined()
  })
})

describe('in the panel of the administrators', () => {
  test.each(fileRejectionReasons)(
    'a file rejected for %s is named with its client, why, and what to do',
    async (reason) => {
      stubAdminAgenda()
      fakeApi.answer('GET /files/rejected', { items: [inPanel(reason)], next: null })
      openProductPath('/admin')

      const list = within(await screen.findByRole('list', { name: 'Por hacer' }))

      expect((await list.findByRole('link', { name: 'Lucía Ferrer' })).getAttribute('href')).toBe(
        '/client/cus_aaaaaaaa?tab=analytics',
      )
      expect(list.getByRole('listitem').textContent).toMatch(
        /^Archivo rechazado, para hoy Lucía Ferrer, Análisis\.pdf\. [A-Z].{20,}\.Descartar$/,
      )
    },
  )

  test('it stays until it is dismissed', async () => {
    stubAdminAgenda()
    fakeApi.answer('GET /files/rejected', { items: [inPanel('scan-failed')], next: null })
    fakeApi.answer('DELETE /customers/cus_aaaaaaaa/files/fil_aaaaaaaa', () => {
      fakeApi.answer('GET /files/rejected', { items: [], next: null })
      return { removed: true }
    })
    const person = openProductPath('/admin')

    await person.click(await screen.findByRole('button', { name: 'Descartar Análisis.pdf' }))

    await waitFor(() => expect(screen.queryByText('Archivo rechazado')).toBeNull())
    expect(screen.getByText('Nada pendiente.')).toBeDefined()
  })
})
