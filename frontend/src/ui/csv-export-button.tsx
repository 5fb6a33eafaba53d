import { useMutation } from '@tanstack/react-query'
import { PRODUCT_SLUG } from '#contract/product'
import type { Cursor } from '#contract/values'
import { browser } from './browser.ts'
import { Button } from './button.tsx'
import { notify } from './notify.ts'
import { errorText } from '../api/error-text.ts'
import type { Proof } from '../api/proof.ts'

interface CsvExport {
  /** Asks for the part that begins at a cursor, or for the first one. */
  readonly part: (cursor: Cursor | undefined) => Promise<{ readonly csv: string; readonly next: Cursor | null }>
  /** What the file is called, before the name of the product. */
  readonly file: string
  /** Said when it is there. */
  readonly done: string
}

/** Asks for a file part by part, each with a fresh code where one is demanded, and gives it to keep. */
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

/** The way to a file that may be large and needs a fresh code. */
export function CsvExportButton({ proof, ...file }: CsvExport & { readonly proof: Proof }) {
  const { mutate, isPending } = useCsvExport(file, proof)
  return (
    <Button variant="secondary" size="small" busy={isPending} busyText="Exportando..." onClick={() => mutate()}>
      Exportar CSV
    </Button>
  )
}
