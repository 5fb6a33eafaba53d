import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { toPracticeDay } from '#contract/calendar-days'
import { PenetrationTest } from '#contract/security-improvements'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { getServerNow } from '../../ui/server-clock.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'

interface PenetrationTestDialogProps {
  readonly proof: FreshMfaProofPrompt
  readonly close: () => void
}

const empty: PenetrationTest = { firm: '', date: '', report: '' }

function useRecording({ withProof, isCancelled }: FreshMfaProofPrompt, recorded: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: PenetrationTest) =>
      withProof(() => callApi(apiContract.security.recordPenetrationTest, { body })),
    onSuccess: (progress) => {
      queries.setQueryData(endpointQueryOptions(apiContract.security.improvements, {}).queryKey, progress)
      showNotice.success('Informe guardado')
      recorded()
    },
    onError: (error) => {
      if (!isCancelled(error)) showNotice.failure('No se pudieron guardar los cambios', toErrorMessage(error))
    },
  })
}

export function PenetrationTestDialog({ proof, close }: PenetrationTestDialogProps) {
  const { form, draft } = useDraftForm<PenetrationTest>(
    { form: 'penetration-test' },
    { resolver: zodResolver(PenetrationTest), defaultValues: empty },
  )
  const { errors } = form.formState
  const record = useRecording(proof, () => {
    draft.saved()
    close()
  })
  return (
    <Dialog title="Registrar prueba de intrusión" close={close}>
      <Form
        draft={draft}
        refused={record.error}
        onSubmit={(event) => void form.handleSubmit((given) => record.mutate(given))(event)}
      >
        <TextField label="Empresa" required error={errors.firm?.message} {...form.register('firm')} />
        <TextField
          label="Fecha de la prueba"
          type="date"
          required
          max={toPracticeDay(getServerNow())}
          hint="Cuenta durante doce meses."
          error={errors.date?.message}
          {...form.register('date')}
        />
        <TextField
          label="Dirección del informe"
          type="url"
          required
          placeholder="https://"
          hint="Donde lo guardáis, sin datos de clientes en la dirección."
          error={errors.report?.message}
          {...form.register('report')}
        />
        <FormActions busy={record.isPending} busyText="Guardando...">
          Registrar
        </FormActions>
      </Form>
    </Dialog>
  )
}
