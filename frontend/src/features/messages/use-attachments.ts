import { useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { fileFields } from '#contract/client-file'
import { MAX_MESSAGE_FILES } from '#contract/messages'
import { ApiError, ApiUnreachableError } from '../../api/api-error.ts'
import { createApiError } from '../../api/create-api-error.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { uploadFile, UploadCancelledError } from '../../api/upload-file.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { useGuardRunningWork } from '../../ui/unsaved-work.ts'
import type { MessageValues } from './message-values.ts'
import type { ThreadSource } from './use-thread.ts'

interface Upload {
  readonly key: string
  readonly fileName: string
  readonly part: number
  readonly problem?: string
}

const Uploaded = z.object({ fileName: fileFields.fileName.entered, sizeBytes: fileFields.sizeBytes.entered })

export const fullText = `En cada mensaje caben ${MAX_MESSAGE_FILES} archivos.`

const leaveTexts = {
  title: '¿Salir mientras se envía el archivo?',
  text: 'Si sales ahora, no quedará adjunto al mensaje.',
  stay: 'Esperar aquí',
  leave: 'Salir sin el archivo',
}

export function useAttachments(source: ThreadSource, form: UseFormReturn<MessageValues>) {
  const files = useWatch({ control: form.control, name: 'files' })
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const stops = useRef(new Map<string, AbortController>())
  const change = (key: string, changes: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each)))
  const drop = (key: string) => {
    stops.current.get(key)?.abort()
    setUploads((all) => all.filter((each) => each.key !== key))
  }
  const run = async (key: string, file: File) => {
    const stop = new AbortController()
    stops.current.set(key, stop)
    try {
      const checked = Uploaded.safeParse({ fileName: file.name, sizeBytes: file.size })
      if (!checked.success) throw await createApiError('invalid-input', z.flattenError(checked.error).fieldErrors)
      const { fileId, url, fields } = await source.offer(checked.data)
      await uploadFile({ url, fields, file, onProgress: (part) => change(key, { part }), signal: stop.signal })
      await source.complete(fileId)
      // Cancelled while the server took it: it is in no message, and the server deletes it after some days.
      if (stop.signal.aborted) return
      form.setValue('files', [...form.getValues('files'), { fileId, fileName: file.name }], { shouldDirty: true })
      drop(key)
    } catch (error) {
      if (!(error instanceof UploadCancelledError)) change(key, { problem: problemOf(error) })
    }
  }
  const isBusy = uploads.some(({ problem }) => !problem)
  useGuardRunningWork(isBusy, leaveTexts)
  const room = MAX_MESSAGE_FILES - files.length - uploads.length
  return {
    files,
    uploads,
    isBusy,
    isFull: room <= 0,
    add: (chosen: readonly File[]) => {
      if (chosen.length > room) showNotice.failure('No se han añadido todos los archivos', fullText)
      const added = chosen.slice(0, Math.max(0, room)).map((file) => ({ key: crypto.randomUUID(), file }))
      setUploads((all) => [...all, ...added.map(({ key, file }) => ({ key, fileName: file.name, part: 0 }))])
      for (const { key, file } of added) void run(key, file)
    },
    drop,
    remove: (fileId: string) =>
      form.setValue(
        'files',
        form.getValues('files').filter((each) => each.fileId !== fileId),
        { shouldDirty: true },
      ),
  }
}

const problemOf = (error: unknown): string => {
  if (error instanceof ApiError) return Object.values(error.problems)[0]?.[0] ?? toErrorMessage(error)
  if (error instanceof ApiUnreachableError) return error.message
  return 'El archivo no se ha podido enviar. Comprueba tu conexión y vuelve a intentarlo.'
}
