import { useEffect, useState } from 'react'
import { showNotice } from './show-notice.ts'

const shownMilliseconds = 2000

/** Announces the copy with `done`; `copied` is true for two seconds. */
export function useCopyToClipboard(done: string) {
  const [copiedAt, setCopiedAt] = useState<number>()
  useEffect(() => {
    if (copiedAt === undefined) return undefined
    const timer = setTimeout(() => setCopiedAt(undefined), shownMilliseconds)
    return () => clearTimeout(timer)
  }, [copiedAt])

  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setCopiedAt(Date.now())
      showNotice.success('Copiado', done)
    } catch {
      showNotice.failure('Error', 'No se pudo copiar al portapapeles')
    }
  }
  return { copied: copiedAt !== undefined, copy }
}
