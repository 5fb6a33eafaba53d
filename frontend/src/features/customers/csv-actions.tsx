import { useState } from 'react'
import { api } from '#contract/api'
import { call } from '../../api/call.ts'
import type { Proof } from '../../api/proof.ts'
import { Button } from '../../ui/button.tsx'
import { CsvExportButton } from '../../ui/csv-export-button.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { RemovedDialog } from './removed-dialog.tsx'

export function CsvActions({ proof }: { readonly proof: Proof }) {
  const [asked, setAsked] = useState<'import' | 'removed'>()
  const close = () => setAsked(undefined)
  return (
    <div className="customer-files">
      <Button variant="secondary" size="small" onClick={() => setAsked('import')}>
        Importar CSV
      </Button>
      <CsvExportButton
        part={(cursor) => call(api.customers.exportAll, { query: cursor ? { cursor } : {} })}
        file="clientes"
        done="Clientes exportados"
        proof={proof}
      />
      <Button variant="plain" size="small" onClick={() => setAsked('removed')}>
        Clientes eliminados
      </Button>
      {asked === 'import' && <ImportDialog proof={proof} close={close} />}
      {asked === 'removed' && <RemovedDialog close={close} />}
    </div>
  )
}
