import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api'
import { PRODUCT_SLUG } from '#contract/product'
import type { Cursor } from '#contract/values'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import { browser } from '../../ui/browser.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notify.ts'
import { ImportDialog } from './import-dialog.tsx'
import { RemovedDialog } from './removed-dialog.tsx'

/** Asks for the file part by part and gives it to keep. */
const useExport = () =>
  useMutation({
    mutationFn: async () => {
      const parts: string[] = []
      for (let cursor: Cursor | null | undefined; cursor !== null;) {
        const { csv, next } = await call(api.customers.exportAll, { query: cursor ? { cursor } : {} })
        parts.push(csv)
        cursor = next
      }
      return parts.join('')
    },
    onSuccess: (csv) => {
      browser.download(`clientes-${PRODUCT_SLUG}.csv`, csv)
      notify.success('Clientes exportados')
    },
    onError: (error) => notify.failure('Error', errorText(error)),
  })

/** What is done with many clients at a time, and those who were deleted. */
export function CustomerFiles() {
  const [asked, setAsked] = useState<'import' | 'removed'>()
  const exporting = useExport()
  const close = () => setAsked(undefined)
  return (
    <div className="customer-files">
      <Button look="secondary" size="small" onClick={() => setAsked('import')}>
        Importar CSV
      </Button>
      <Button
        look="secondary"
        size="small"
        busy={exporting.isPending}
        busyText="Exportando..."
        onClick={() => exporting.mutate()}
      >
        Exportar CSV
      </Button>
      <Button look="plain" size="small" onClick={() => setAsked('removed')}>
        Clientes eliminados
      </Button>
      {asked === 'import' && <ImportDialog close={close} />}
      {asked === 'removed' && <RemovedDialog close={close} />}
    </div>
  )
}
