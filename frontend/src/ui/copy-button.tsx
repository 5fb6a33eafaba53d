import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { showNotice } from './show-notice.ts'

interface CopyButtonProps {
  readonly text: string
  readonly done: string
  readonly label?: string
  readonly onCopied?: () => void
  readonly children?: ReactNode
}

export function CopyButton({ text, done, label, onCopied, children }: CopyButtonProps) {
  const { copied, copy } = useCopyToClipboard(done, onCopied)
  const Icon = copied ? Check : Copy
  return (
    <Button variant="secondary" aria-label={label} data-copied={copied} onClick={() => void copy(text)}>
      <Icon size={18} aria-hidden="true" />
      {children}
    </Button>
  )
}

const shownMilliseconds = 2000

function useCopyToClipboard(done: string, onCopied: CopyButtonProps['onCopied']) {
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
      onCopied?.()
    } catch {
      showNotice.failure('Error', 'No se pudo copiar al portapapeles')
    }
  }
  return { copied: copiedAt !== undefined, copy }
}
