import { useMutation } from '@tanstack/react-query'
import { PRODUCT_SLUG } from '#contract/product'
import type { Cursor } from '#contract/values'
import { browser } from './browser.ts'
import { Button } from './button.tsx'
import { notify } from './notify.ts'
import { errorText } from '../api/error-text.ts'
import type { Proof } from '../api/proof.ts'

interface CsvExport {
  readonly part: (cursor: Cursor | undefined) => Promise<{ readonly csv: string; readonly next: Cursor | null }>
  readonly file: string
  readonly done: string
}

const useCsvExport = ({ part, file, done }: CsvExport, { withProof, isCancelled }: Proof) =>
  useMutation({
    mutationFn: async () => {
      const parts: string[] = []
      for (let cursor: Cursor | null | undefined; cursor !== null;) {
        const at = cursor
        const { csv, next } = await withProof(() => part(at))
        parts.push(csv)
        cursor = next
      }
      return parts.join('')
    },
    onSuccess: (csv) => {
      browser.download(`${file}-${PRODUCT_SLUG}.csv`, csv)
      notify.success(done)
    },
    onError: (error) => (isCancelled(error) ? undefined : notify.failure('Error', errorText(error))),
  })

export function CsvExportButton({ proof, ...file }: CsvExport & { readonly proof: Proof }) {
  const { mutate, isPending } = useCsvExport(file, proof)
  return (
    <Button variant="secondary" size="small" busy={isPending} busyText="Exportando..." onClick={() => mutate()}>
      Exportar CSV
    </Button>
  )
}
