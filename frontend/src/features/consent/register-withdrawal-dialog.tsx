import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { type HealthWithdrawalRequest, healthWithdrawalRequests } from '#contract/health-consent'
import { callApi } from '../../api/call-api.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { withdrawalRequestOptions } from '../../content/health-consent-withdrawal.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { createUnstoredFormDraft } from '../../ui/form-draft.ts'
import { Form, FormActions } from '../../ui/form.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { WithdrawalEffects } from './withdrawal-effects.tsx'

interface RegisterWithdrawalDialogProps {
  readonly customerId: string
  readonly proof: FreshMfaProofPrompt
  readonly close: () => void
}

function useRegistration({ customerId, proof: { withProof, isCancelled }, close }: RegisterWithdrawalDialogProps) {
  const queries = useQueryClient()
  const params = { customerId }
  const mutation = useMutation({
    mutationFn: (asked: HealthWithdrawalRequest) =>
      withProof(() => callApi(apiContract.consent.withdrawHealthOfCustomer, { params, body: { asked } })),
    onSuccess: (state) => {
      queries.setQueryData(endpointQueryOptions(apiContract.consent.readHealthOfCustomer, { params }).queryKey, state)
      showNotice.success('Retirada registrada', 'Estamos borrando sus datos de salud. Lo confirmamos por correo.')
      close()
    },
  })
  return { ...mutation, error: mutation.error && !isCancelled(mutation.error) ? mutation.error : null }
}

export function RegisterWithdrawalDialog(props: RegisterWithdrawalDialogProps) {
  const [asked, setAsked] = useState('')
  const [missing, setMissing] = useState(false)
  const { mutate, isPending, error } = useRegistration(props)
  const chosen = healthWithdrawalRequests.find((each) => each === asked)
  const submit = () => {
    setMissing(!chosen)
    if (chosen) mutate(chosen)
  }
  return (
    <Dialog title="¿Registrar que retira su consentimiento?" close={props.close}>
      <Form draft={createUnstoredFormDraft('consent-withdrawal', asked !== '')} refused={error} onSubmit={submit}>
        <WithdrawalEffects reader="practice" />
        <SelectField
          name="asked"
          label="Quién lo ha pedido y cómo"
          required
          hint="Queda guardado con tu nombre y la fecha, y no se puede borrar. Conserva el escrito, si lo hay."
          options={withdrawalRequestOptions}
          none="Elige una"
          value={asked}
          error={missing && !chosen ? 'Elige quién lo ha pedido y cómo' : undefined}
          onChange={({ target }) => setAsked(target.value)}
        />
        <FormErrorNotice error={error} title="No se ha podido registrar la retirada" />
        <FormActions variant="danger" busy={isPending} busyText="Registrando...">
          Registrar retirada
        </FormActions>
      </Form>
    </Dialog>
  )
}
