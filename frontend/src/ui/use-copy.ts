import { useEffect, useState } from 'react'
import { notify } from './notify.ts'

const shownMilliseconds = 2000

/** Announces the copy with `done`; `copied` is true for two seconds. */
export function useCopy(done: string) {
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
      notify.success('Copiado', done)
    } catch {
      notify.failure('Error', 'No se pudo copiar al portapapeles')
    }
  }
  return { copied: copiedAt !== undefined, copy }
}
