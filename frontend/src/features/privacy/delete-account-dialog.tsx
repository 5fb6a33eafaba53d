import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { practiceLegalDetails } from '#contract/practice'
import { RequestAccountDeletion } from '#contract/privacy'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { createNoopFormDraft } from '../../ui/form-draft.ts'
import { Form, FormActions } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { OwnDataDownload } from './data-download.tsx'
import './privacy.css'

const Promises = () => (
  <ul className="privacy-promises">
    <li>Ahora mismo se cierran tus sesiones y nadie podrá entrar en tu cuenta.</li>
    <li>Te enviamos un correo de confirmación con un enlace para deshacerlo, que sirve durante 14 días.</li>
    <li>Después borramos tus datos: como muy tarde a los 30 días, y en las copias de seguridad a los 90.</li>
    <li>
      La ley nos obliga a conservar una parte en un archivo bloqueado que nadie usa: los datos de salud hasta 5 años
      después del último servicio y los de facturación hasta 10 años.
    </li>
  </ul>
)

interface UnusedPurchase {
  readonly text: string
  readonly to: string
  readonly link: string
  readonly reason: string
}

const budgetInUse: UnusedPurchase = {
  text: 'Tienes un presupuesto en marcha.',
  to: '/client/presupuestos',
  link: 'Cancélalo antes',
  reason:
    ': ahí te decimos cuánto te devolvemos de lo pagado que no hayas usado. Una vez borrada tu cuenta ya no podríamos.',
}
const consultationToCome: UnusedPurchase = {
  text: 'Tienes una consulta pagada.',
  to: '/client?tab=consultations',
  link: 'Cancélala antes',
  reason:
    ': ahí te decimos cuánto te devolvemos. Si ya no se puede cancelar, espera a que pase o escríbenos. Una vez borrada tu cuenta ya no podríamos.',
}
const consultationWithoutHour: UnusedPurchase = {
  text: 'Tienes una consulta pagada sin usar.',
  to: '/client?tab=consultations',
  link: 'Elige su hora',
  reason: `, o escríbenos antes a ${practiceLegalDetails.email} para que te devolvamos su importe. Una vez borrada tu cuenta ya no podríamos.`,
}

/** The server checks it as well, so an incomplete answer here loses nobody their money. */
function useUnusedPurchase(): UnusedPurchase | undefined {
  const budgets = useQuery(endpointQueryOptions(apiContract.budgets.listBudgets, {})).data?.items
  const next = useQuery(endpointQueryOptions(apiContract.ownConsultations.nextOfMine, {})).data
  if (budgets?.some(({ agreement }) => agreement && !agreement.endedAt && agreement.inUse)) return budgetInUse
  if (next?.consultation?.isPaid) return consultationToCome
  return next?.toSchedule ? consultationWithoutHour : undefined
}

interface DeleteDialogProps {
  readonly refused: unknown
  readonly busy: boolean
  readonly confirm: (word: string) => void
  readonly cancel: () => void
}

export function DeleteAccountDialog({ refused, busy, confirm, cancel }: DeleteDialogProps) {
  const [said, setSaid] = useState({ understood: false, final: false, word: '' })
  const unused = useUnusedPurchase()
  const ready = RequestAccountDeletion.safeParse(said).success && !unused
  const submit = () => {
    if (ready) confirm(said.word)
  }
  return (
    <Dialog title="¿Eliminar tu cuenta?" close={cancel}>
      <Promises />
      {unused && (
        <NoticeBox kind="problem">
          <p>
            {unused.text} <Link to={unused.to}>{unused.link}</Link>
            {unused.reason}
          </p>
        </NoticeBox>
      )}
      <div className="privacy-dialog-download">
        <OwnDataDownload />
      </div>
      <Form draft={createNoopFormDraft('delete-account')} refused={refused} className="privacy-form" onSubmit={submit}>
        <CheckboxField
          name="understood"
          label="Entiendo que perderé el acceso a mi cuenta, mis consultas y mis documentos."
          checked={said.understood}
          onChange={({ target }) => setSaid({ ...said, understood: target.checked })}
        />
        <CheckboxField
          name="final"
          label="Entiendo que pasados 14 días no se podrá deshacer."
          checked={said.final}
          onChange={({ target }) => setSaid({ ...said, final: target.checked })}
        />
        <TextField
          name="word"
          label="Escribe ELIMINAR para confirmar"
          value={said.word}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ target }) => setSaid({ ...said, word: target.value })}
        />
        <FormActions variant="danger" busy={busy} busyText="Eliminando..." disabled={!ready}>
          Eliminar mi cuenta
        </FormActions>
      </Form>
    </Dialog>
  )
}
