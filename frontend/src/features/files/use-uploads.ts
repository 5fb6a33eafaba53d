import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '#contract/api'
import { type FileType, NewFile } from '#contract/files'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import { Refused, Unreachable } from '../../api/refused.ts'
import { upload, UploadStopped } from '../../api/upload.ts'

export interface Upload {
  readonly key: string
  readonly file: File
  /** Between 0 and 1. */
  readonly part: number
  readonly state: 'waiting' | 'sending' | 'checking' | 'done' | 'failed'
  readonly problem?: string
}

interface Wanted {
  readonly customerId: string
  readonly fileType: FileType
  readonly description: string
}

/** Uploads files to a client's record, one after the other, so that each goes as fast as the line lets it. */
export function useUploads({ customerId, fileType }: Omit<Wanted, 'description'>) {
  const queries = useQueryClient()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const stops = useRef(new Map<string, AbortController>())
  const queue = useRef(Promise.resolve())
  const change = (key: string, changes: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each)))

  const run = async ({ key, file }: Upload, description: string) => {
    const stop = stops.current.get(key) ?? new AbortController()
    try {
      await send({
        wanted: { customerId, fileType, description },
        file,
        signal: stop.signal,
        onProgress: (part) => change(key, { state: 'sending', part }),
        onArrived: () => change(key, { state: 'checking', part: 1 }),
      })
      change(key, { state: 'done', part: 1 })
      await queries.invalidateQueries({ queryKey: [api.files.listOfCustomer.method, api.files.listOfCustomer.path] })
      await queries.invalidateQueries({ queryKey: [api.customers.timeline.method, api.customers.timeline.path] })
    } catch (error) {
      if (error instanceof UploadStopped) setUploads((all) => all.filter((each) => each.key !== key))
      else change(key, { state: 'failed', problem: problemOf(error) })
    }
  }

  return {
    uploads,
    add: (files: readonly File[], description: string) => {
      const added = files.map((file): Upload => ({ key: crypto.randomUUID(), file, part: 0, state: 'waiting' }))
      for (const { key } of added) stops.current.set(key, new AbortController())
      setUploads((all) => [...all.filter(({ state }) => state !== 'done'), ...added])
      for (const each of added) queue.current = queue.current.then(() => run(each, description))
    },
    /** Stops an upload, or takes a finished or failed one off the list. */
    drop: (key: string) => {
      stops.current.get(key)?.abort()
      setUploads((all) => all.filter((each) => each.key !== key))
    },
  }
}

interface Sending {
  readonly wanted: Wanted
  readonly file: File
  readonly signal: AbortSignal
  readonly onProgress: (part: number) => void
  readonly onArrived: () => void
}

/** Announces, sends, completes. What breaks off on the way is given up, so that nothing of it stays behind. */
async function send({ wanted, file, signal, onProgress, onArrived }: Sending): Promise<void> {
  if (signal.aborted) throw new UploadStopped('stopped')
  const { customerId, fileType, description } = wanted
  const body = { fileType, fileName: file.name, sizeBytes: file.size, description: description || null }
  const checked = NewFile.safeParse(body)
  if (!checked.success) throw new Error(checked.error.issues[0]?.message)
  const { fileId, url, fields } = await call(api.files.offerUpload, { params: { customerId }, body })
  const params = { customerId, fileId }
  try {
    await upload({ url, fields, file, onProgress, signal })
    onArrived()
    await call(api.files.completeUpload, { params })
  } catch (error) {
    // A refused file is gone already; what was given up and cannot be removed now is swept within the hour.
    await call(api.files.remove, { params }).catch(() => undefined)
    throw error
  }
}

const problemOf = (error: unknown): string => {
  if (error instanceof Refused) return Object.values(error.problems)[0]?.[0] ?? errorText(error)
  if (error instanceof Unreachable) return error.message
  const known = error instanceof Error && !error.message.startsWith('storage ')
  return known ? error.message : 'El archivo no se ha podido enviar. Comprueba tu conexión y vuelve a intentarlo.'
}
