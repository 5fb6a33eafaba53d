import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { api } from '#contract/api'
import { dayOf } from '#contract/days'
import { PenetrationTest } from '#contract/security-improvements'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import type { Proof } from '../../api/proof.ts'
import { read } from '../../api/query.ts'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'

interface PenetrationTestDialogProps {
  readonly proof: Proof
  readonly close: () => void
}

const empty: PenetrationTest = { firm: '', date: '', report: '' }

function useRecording(
  { setError }: Pick<UseFormReturn<PenetrationTest>, 'setError'>,
  { withProof, isCancelled }: Proof,
  recorded: () => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: PenetrationTest) => withProof(() => call(api.security.recordPenetrationTest, { body })),
    onSuccess: (progress) => {
      queries.setQueryData(read(api.security.improvements, {}).queryKey, progress)
      notify.success('Informe guardado')
      recorded()
    },
    onError: (error) => {
      if (isCancelled(error)) return
      const wrong = error instanceof ApiError ? error.problems['date']?.[0] : undefined
      if (wrong) setError('date', { message: wrong }, { shouldFocus: true })
      else notify.failure('No se pudieron guardar los cambios', errorText(error))
    },
  })
}

export function PenetrationTestDialog({ proof, close }: PenetrationTestDialogProps) {
  const { form, draft } = useDraftForm<PenetrationTest>(
    { form: 'penetration-test' },
    { resolver: zodResolver(PenetrationTest), defaultValues: empty },
  )
  const { errors } = form.formState
  const record = useRecording(form, proof, () => {
    draft.saved()
    close()
  })
  return (
    <Dialog title="Registrar prueba de intrusión" close={close}>
      <Form draft={draft} onSubmit={(event) => void form.handleSubmit((given) => record.mutate(given))(event)}>
        <Field label="Empresa" required error={errors.firm?.message} {...form.register('firm')} />
        <Field
          label="Fecha de la prueba"
          type="date"
          required
          max={dayOf(serverNow())}
          hint="Cuenta durante doce meses."
          error={errors.date?.message}
          {...form.register('date')}
        />
        <Field
          label="Dirección del informe"
          type="url"
          required
          placeholder="https://"
          hint="Donde lo guardáis, sin datos de clientes en la dirección."
          error={errors.report?.message}
          {...form.register('report')}
        />
        <div className="dialog-actions">
          <CancelButton />
          <Button type="submit" busy={record.isPending} busyText="Guardando...">
            Registrar
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
