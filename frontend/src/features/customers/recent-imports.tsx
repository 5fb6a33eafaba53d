import { useState } from 'react'
import type { CustomerImport } from '#contract/customer-import'
import { CUSTOMER_RESTORE_DAYS } from '#contract/customers'
import { toErrorMessage } from '../../api/error-message.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatInteger, formatInstantAsDay, formatDayAndTime } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import {
  isImportToFinish,
  isUnfinishedImport,
  useCustomerImports,
  useFinishCustomerImport,
  useUndoCustomerImport,
} from './use-customer-imports.ts'

export function RecentCustomerImports({ proof }: { readonly proof: FreshMfaProofPrompt }) {
  const { data, error } = useCustomerImports()
  const { mutate: undo, isPending, variables, progress } = useUndoCustomerImport(proof)
  const finishing = useFinishCustomerImport()
  const [asked, setAsked] = useState<CustomerImport>()
  if (error) return <NoticeBox kind="problem">{toErrorMessage(error)}</NoticeBox>
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="imports-title">
      <h3 id="imports-title">Importaciones de los últimos 30 días</h3>
      <ul className="customer-lines">
        {data.items.map((each) => (
          <li key={each.importId}>
            <div>
              <p>
                <strong>{each.fileName}</strong> · {formatDayAndTime(each.createdAt)}
              </p>
              <p className="field-hint">{stateText(each)}</p>
            </div>
            {each.state !== 'undone' && each.state !== 'discarded' && (
              <div className="panel-actions">
                {isImportToFinish(each) && (
                  <Button
                    size="small"
                    busy={finishing.isPending && finishing.variables.importId === each.importId}
                    busyText="Terminando..."
                    onClick={() => finishing.mutate(each)}
                  >
                    Terminar importación
                    <span className="visually-hidden"> de {each.fileName}</span>
                  </Button>
                )}
                <Button
                  variant="secondary"
                  size="small"
                  busy={isPending && variables.importId === each.importId}
                  busyText={progress ? `Deshaciendo ${progress.done} de ${progress.total}...` : 'Deshaciendo...'}
                  onClick={() => (isUnfinishedImport(each) ? undo(each) : setAsked(each))}
                >
                  {isUnfinishedImport(each) ? 'Descartar' : 'Deshacer importación'}
                  <span className="visually-hidden"> de {each.fileName}</span>
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <UndoDialog
          reverted={asked}
          confirm={() => {
            setAsked(undefined)
            undo(asked)
          }}
          cancel={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

interface UndoDialogProps {
  readonly reverted: CustomerImport
  readonly confirm: () => void
  readonly cancel: () => void
}

const UndoDialog = ({ reverted: { fileName, total, undone }, ...actions }: UndoDialogProps) => (
  <ConfirmDialog title={`¿Deshacer la importación de ${fileName}?`} action="Deshacer importación" {...actions}>
    <p>
      {undoneText(total - undone)} Durante {CUSTOMER_RESTORE_DAYS} días podrás recuperar a quien se elimine, uno a uno,
      en «Clientes eliminados».
    </p>
  </ConfirmDialog>
)

const undoneText = (clients: number): string =>
  clients === 1
    ? 'Se eliminará 1 cliente, salvo que ya tenga cuenta, pagos, consultas u otra actividad en su ficha.'
    : `Se eliminarán ${formatInteger(clients)} clientes, salvo los que ya tengan cuenta, pagos, consultas u otra actividad en su ficha.`

const leftText = (rows: number): string =>
  `Importación a medias: ${rows === 1 ? 'queda 1 fila' : `quedan ${formatInteger(rows)} filas`} por retirar`

const keptText = (clients: number): string =>
  clients === 1 ? 'se conserva 1 cliente' : `se conservan ${formatInteger(clients)} clientes`

function stateText({ state, total, written, undone, kept, undoableUntil }: CustomerImport): string {
  switch (state) {
    case 'writing':
      return `Sin terminar: ${formatInteger(written)} de ${total === 1 ? '1 fila guardada' : `${formatInteger(total)} filas guardadas`}, ningún cliente visible`
    case 'done':
      return `${total === 1 ? '1 cliente' : `${formatInteger(total)} clientes`}. Se puede deshacer hasta el ${formatInstantAsDay(undoableUntil)}`
    case 'undoing':
    case 'discarding':
      return leftText(written - undone)
    case 'undone':
      return kept > 0 ? `Deshecha; ${keptText(kept)}` : 'Deshecha'
    case 'discarded':
      return 'Descartada'
  }
}
