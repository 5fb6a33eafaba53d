import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { apiContract } from '#contract/api'
import { fileTextFields, type ClientFile, type ClientFileType } from '#contract/client-file'
import { NewClientFile } from '#contract/files'
import { callApi } from '../../api/call-api.ts'
import { callUntilAnswered } from '../../api/call-until-answered.ts'
import { invalidateEndpoints } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { ApiError, ApiUnreachableError } from '../../api/api-error.ts'
import { createApiError } from '../../api/create-api-error.ts'
import { onSessionOwnerLeft } from '../../api/session-owner.ts'
import { StorageUploadError, uploadFile, UploadCancelledError } from '../../api/upload-file.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { type LeaveQuestionTexts, pageUnsavedWorkScope, useGuardRunningWork } from '../../ui/unsaved-work.ts'

export interface FileUploadInProgress {
  readonly key: string
  readonly file: File
  readonly part: number
  readonly state: 'waiting' | 'sending' | 'checking' | 'done' | 'failed'
  readonly status?: ClientFile['status']
  readonly problem?: string
}

interface Wanted {
  readonly customerId: string
  readonly fileType: ClientFileType
  readonly texts: Readonly<Record<keyof typeof fileTextFields, string>>
}

interface Ends {
  readonly arrived: () => Promise<unknown>
  readonly failed: (texts: Wanted['texts'], refusal: ApiError | undefined) => void
}

/** They continue when the page is left, and are shown again on return. */
class UploadQueue {
  readonly #to: Omit<Wanted, 'texts'>
  readonly #listeners = new Set<() => void>()
  readonly #stops = new Map<string, AbortController>()
  #uploads: readonly FileUploadInProgress[] = []
  #resolveDropped = (): void => undefined
  readonly #dropped = new Promise<void>((resolve) => (this.#resolveDropped = resolve))
  #last = Promise.resolve()

  constructor(to: Omit<Wanted, 'texts'>) {
    this.#to = to
  }

  readonly read = (): readonly FileUploadInProgress[] => this.#uploads

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  isRunning(): boolean {
    return this.#uploads.some(({ state }) => state !== 'done' && state !== 'failed')
  }

  /** In sequence, so that each gets the full bandwidth. */
  add(files: readonly File[], texts: Wanted['texts'], ends: Ends): void {
    const added = files.map((file): FileUploadInProgress => ({
      key: crypto.randomUUID(),
      file,
      part: 0,
      state: 'waiting',
    }))
    for (const { key } of added) this.#stops.set(key, new AbortController())
    this.#set([...this.#uploads.filter(({ state }) => state !== 'done'), ...added])
    for (const each of added) this.#last = this.#last.then(() => this.#run(each, texts, ends))
  }

  drop(key: string): void {
    this.#stops.get(key)?.abort()
    this.#set(this.#uploads.filter((each) => each.key !== key))
  }

  dropAll(): void {
    for (const { key } of this.#uploads) this.drop(key)
    this.#resolveDropped()
  }

  async settled(): Promise<'done' | 'failed' | 'stopped'> {
    // A dropped upload may wait for an answer forever.
    await Promise.race([this.#last, this.#dropped])
    if (this.#uploads.some(({ state, status }) => state === 'failed' || status === 'rejected')) return 'failed'
    return this.#uploads.length > 0 ? 'done' : 'stopped'
  }

  async #run({ key, file }: FileUploadInProgress, texts: Wanted['texts'], ends: Ends): Promise<void> {
    const { signal } = this.#stops.get(key) ?? new AbortController()
    try {
      const { status } = await send({
        wanted: { ...this.#to, texts },
        file,
        signal,
        onProgress: (part) => this.#change(key, { state: 'sending', part }),
        onArrived: () => this.#change(key, { state: 'checking', part: 1 }),
      })
      this.#change(key, { state: 'done', status, part: 1 })
      await ends.arrived()
    } catch (error) {
      if (error instanceof UploadCancelledError) this.#set(this.#uploads.filter((each) => each.key !== key))
      else this.#change(key, { state: 'failed', problem: problemOf(error) })
      if (error instanceof UnconfirmedUploadError) await ends.arrived()
      else if (!(error instanceof UploadCancelledError)) ends.failed(texts, isAboutTexts(error) ? error : undefined)
    }
  }

  #change(key: string, changes: Partial<FileUploadInProgress>): void {
    this.#set(this.#uploads.map((each) => (each.key === key ? { ...each, ...changes } : each)))
  }

  #set(uploads: readonly FileUploadInProgress[]): void {
    this.#uploads = uploads
    for (const listener of this.#listeners) listener()
  }
}

const queues = new Map<string, UploadQueue>()

function queueOf(to: Omit<Wanted, 'texts'>): UploadQueue {
  const name = `${to.customerId} ${to.fileType}`
  const queue = queues.get(name) ?? new UploadQueue(to)
  queues.set(name, queue)
  return queue
}

const isAnyRunning = (): boolean => [...queues.values()].some((queue) => queue.isRunning())

const words: LeaveQuestionTexts = {
  title: 'Se están subiendo archivos',
  text: 'Si cambias de página, la subida continúa y te avisaremos cuando termine.',
  stay: 'Quedarme aquí',
  leave: 'Salir y seguir subiendo',
}

pageUnsavedWorkScope.add({ isUnsaved: isAnyRunning, words, discard: () => undefined, outlivesPages: true })

/** Aborted at the end of the session: the next user must not see or send them. */
onSessionOwnerLeft(() => {
  for (const queue of queues.values()) queue.dropAll()
  queues.clear()
})

async function keepInSight(queue: UploadQueue): Promise<void> {
  const done = showNotice.loading('Subiendo archivos...')
  const end = await queue.settled()
  done(end === 'done' ? 'Archivos subidos' : 'Subida terminada')
  if (end === 'failed')
    showNotice.failure('Error', 'Algún archivo no consta como subido. Vuelve a la ficha para verlo.')
}

export function useCustomerFileUploads({ customerId, fileType }: Omit<Wanted, 'texts'>) {
  const queries = useQueryClient()
  const queue = queueOf({ customerId, fileType })
  const uploads = useSyncExternalStore(queue.subscribe, queue.read)
  useGuardRunningWork(queue.isRunning(), words)
  useEffect(
    () => () => {
      if (queue.isRunning()) void keepInSight(queue)
    },
    [queue],
  )
  const arrived = () =>
    invalidateEndpoints(
      queries,
      apiContract.files.listOfCustomer,
      apiContract.files.listRejected,
      apiContract.customers.timeline,
      // A new file may move the pathway.
      apiContract.customers.readPathway,
    )
  return {
    uploads,
    add: (files: readonly File[], texts: Wanted['texts'], failed: Ends['failed']) =>
      queue.add(files, texts, { arrived, failed }),
    drop: (key: string) => queue.drop(key),
  }
}

interface Sending {
  readonly wanted: Wanted
  readonly file: File
  readonly signal: AbortSignal
  readonly onProgress: (part: number) => void
  readonly onArrived: () => void
}

/** The file was sent, and the server may have stored it. */
class UnconfirmedUploadError extends Error {}

const unconfirmedText =
  'El archivo está enviado, pero el servidor no ha contestado y no sabemos si está guardado. Espera un minuto y mira la lista: si no aparece, vuelve a subirlo.'

/**
 * On failure the registration is withdrawn, except when the completion was not answered: the file
 * may be published and the client notified.
 */
async function send({ wanted, file, signal, onProgress, onArrived }: Sending): Promise<ClientFile> {
  if (signal.aborted) throw new UploadCancelledError('stopped')
  const { customerId, fileType, texts } = wanted
  const checked = NewClientFile.safeParse({ fileType, fileName: file.name, sizeBytes: file.size, ...texts })
  if (!checked.success) throw await createApiError('invalid-input', z.flattenError(checked.error).fieldErrors)
  const body = checked.data
  const { fileId, url, fields } = await callApi(apiContract.files.offerUpload, { params: { customerId }, body })
  const params = { customerId, fileId }
  let arrived: ClientFile
  try {
    await uploadFile({ url, fields, file, onProgress, signal })
    onArrived()
    arrived = await callUntilAnswered(apiContract.files.completeUpload, { params })
  } catch (error) {
    if (error instanceof ApiUnreachableError) throw new UnconfirmedUploadError(unconfirmedText)
    // If this fails, the server's clean-up removes it within the hour.
    await callApi(apiContract.files.remove, { params }).catch(() => undefined)
    throw error
  }
  if (!signal.aborted) return arrived
  // Cancelled during the completion: the arrived file must not be published, and no clean-up removes it.
  try {
    await callApi(apiContract.files.remove, { params })
  } catch {
    showNotice.failure(`${file.name} ya estaba subido`, 'No se ha podido quitar. Elimínalo en la lista.')
    throw new UnconfirmedUploadError(unconfirmedText)
  }
  throw new UploadCancelledError('stopped')
}

const isAboutTexts = (error: unknown): error is ApiError =>
  error instanceof ApiError && Object.keys(error.problems).some((field) => field in fileTextFields)

const problemOf = (error: unknown): string => {
  if (error instanceof ApiError) return Object.values(error.problems)[0]?.[0] ?? toErrorMessage(error)
  if (error instanceof ApiUnreachableError) return error.message
  const known = error instanceof Error && !(error instanceof StorageUploadError)
  return known ? error.message : 'El archivo no se ha podido enviar. Comprueba tu conexión y vuelve a intentarlo.'
}
