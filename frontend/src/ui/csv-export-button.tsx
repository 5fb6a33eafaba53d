import { useMutation } from '@tanstack/react-query'
import { PRODUCT_SLUG } from '#contract/product'
import type { PageCursor } from '#contract/value-schemas'
import { browserWindowActions } from './browser-window-actions.ts'
import { Button } from './button.tsx'
import { showNotice } from './show-notice.ts'
import { toErrorMessage } from '../api/error-message.ts'
import type { FreshMfaProofPrompt } from '../api/mfa-proof.ts'

interface CsvExport {
  readonly part: (cursor: PageCursor | undefined) => Promise<{ readonly csv: string; readonly next: PageCursor | null }>
  readonly file: string
  readonly done: string
}

const useCsvExport = ({ part, file, done }: CsvExport, { withProof, isCancelled }: FreshMfaProofPrompt) =>
  useMutation({
    mutationFn: async () => {
      const parts: string[] = []
      for (let cursor: PageCursor | null | undefined; cursor !== null;) {
        const at = cursor
        const { csv, next } = await withProof(() => part(at))
        parts.push(csv)
        cursor = next
      }
      return parts.join('')
    },
    onSuccess: (csv) => {
      browserWindowActions.download(`${file}-${PRODUCT_SLUG}.csv`, csv)
      showNotice.success(done)
    },
    onError: (error) => (isCancelled(error) ? undefined : showNotice.failure('Error', toErrorMessage(error))),
  })

export function CsvExportButton({ proof, ...file }: CsvExport & { readonly proof: FreshMfaProofPrompt }) {
  const { mutate, isPending } = useCsvExport(file, proof)
  return (
    <Button variant="secondary" size="small" busy={isPending} busyText="Exportando..." onClick={() => mutate()}>
      Exportar CSV
    </Button>
  )
}
