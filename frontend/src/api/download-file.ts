import { browserWindowActions } from '../ui/browser-window-actions.ts'

/** Checks the link first: a refused one would replace the panel with the browser's error page. */
export async function downloadFile(url: string): Promise<void> {
  const enough = new AbortController()
  const { ok, status } = await fetch(url, { signal: enough.signal, credentials: 'omit' })
  enough.abort()
  if (!ok) throw new Error(`the storage answered ${status}`)
  browserWindowActions.leaveFor(url)
}

/** For rendering in the page: S3 serves the file as an attachment only. */
export async function fetchFileBytes(url: string): Promise<Uint8Array> {
  const reply = await fetch(url, { credentials: 'omit' })
  if (!reply.ok) throw new Error(`the storage answered ${reply.status}`)
  return new Uint8Array(await reply.arrayBuffer())
}
