export class UploadCancelledError extends Error {}

/** The storage refused the file or cannot be reached. `message` must not be shown to users. */
export class StorageUploadError extends Error {}

interface Upload {
  readonly url: string
  /** Form fields of the S3 POST policy; they must precede the file. */
  readonly fields: Readonly<Record<string, string>>
  readonly file: File
  /** Between 0 and 1. */
  readonly onProgress: (part: number) => void
  readonly signal: AbortSignal
}

/**
 * Uses XMLHttpRequest because fetch reports no upload progress.
 * @throws {UploadCancelledError} when `signal` aborts
 * @throws {StorageUploadError} when the storage refuses or cannot be reached
 */
export const uploadFile = ({ url, fields, file, onProgress, signal }: Upload): Promise<void> =>
  new Promise((resolve, reject) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', file)

    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () =>
      request.status < 300 ? resolve() : reject(new StorageUploadError(`storage answered ${request.status}`)),
    )
    request.addEventListener('error', () => reject(new StorageUploadError('storage cannot be reached')))
    request.addEventListener('abort', () => reject(new UploadCancelledError('stopped')))
    signal.addEventListener('abort', () => request.abort())
    if (signal.aborted) return reject(new UploadCancelledError('stopped'))
    request.open('POST', url)
    return request.send(form)
  })
