import { Check, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { useCopyToClipboard } from './use-copy-to-clipboard.ts'

interface CopyButtonProps {
  readonly text: string
  readonly done: string
  readonly label?: string
  readonly children?: ReactNode
}

export function CopyButton({ text, done, label, children }: CopyButtonProps) {
  const { copied, copy } = useCopyToClipboard(done)
  const Icon = copied ? Check : Copy
  return (
    <Button variant="secondary" aria-label={label} data-copied={copied} onClick={() => void copy(text)}>
      <Icon size={18} aria-hidden="true" />
      {children}
    </Button>
  )
}
