import { browser } from '../ui/browser.ts'

/**
 * Downloads what a link leads to. The storage is asked first whether it gives it: a link that it refuses would put the
 * browser's own error page in place of the panel.
 */
export async function download(url: string): Promise<void> {
  const enough = new AbortController()
  const { ok, status } = await fetch(url, { signal: enough.signal, credentials: 'omit' })
  enough.abort()
  if (!ok) throw new Error(`the storage answered ${status}`)
  browser.leaveFor(url)
}
