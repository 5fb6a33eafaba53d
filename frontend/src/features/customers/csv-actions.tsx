import { useState } from 'react'
import { apiContract } from '#contract/api'
import { callApi } from '../../api/call-api.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { Button } from '../../ui/button.tsx'
import { CsvExportButton } from '../../ui/csv-export-button.tsx'
import { CustomerImportDialog } from './import-dialog.tsx'
import { RemovedCustomersDialog } from './removed-customers-dialog.tsx'

export function CustomerCsvActions({ proof }: { readonly proof: FreshMfaProofPrompt }) {
  const [asked, setAsked] = useState<'import' | 'removed'>()
  const close = () => setAsked(undefined)
  return (
    <div className="customer-files">
      <Button variant="secondary" size="small" onClick={() => setAsked('import')}>
        Importar CSV
      </Button>
      <CsvExportButton
        part={(cursor) => callApi(apiContract.customers.exportAll, { query: cursor ? { cursor } : {} })}
        file="clientes"
        done="Clientes exportados"
        proof={proof}
      />
      <Button variant="plain" size="small" onClick={() => setAsked('removed')}>
        Clientes eliminados
      </Button>
      {asked === 'import' && <CustomerImportDialog proof={proof} close={close} />}
      {asked === 'removed' && <RemovedCustomersDialog close={close} />}
    </div>
  )
}
