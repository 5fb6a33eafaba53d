import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { SubmitBirthDate } from '#contract/account-settings'
import { apiContract } from '#contract/api'
import { endpointMutationOptions, inOrderWithBirthDate } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { useCacheAccountSettings } from './use-account-settings.ts'

/** For accounts created by a purchase, which asks no birth date. It can be set only once. */
export function BirthDateForm() {
  const keep = useCacheAccountSettings()
  const { form, draft } = useDraftForm(
    { form: 'birth-date' },
    { resolver: zodResolver(SubmitBirthDate), defaultValues: { birthDate: '' } },
  )
  const { register, handleSubmit, formState } = form
  const { mutate, isPending, error } = useMutation({
    ...endpointMutationOptions(apiContract.accountSettings.giveBirthDate),
    scope: inOrderWithBirthDate,
    onSuccess: (settings) => {
      draft.saved()
      keep(settings)
      showNotice.success('¡Guardado!')
    },
  })
  return (
    <Form
      draft={draft}
      refused={error}
      className="settings-form"
      onSubmit={(event) => void handleSubmit((body) => mutate({ body }))(event)}
    >
      <TextField
        label="Fecha de nacimiento"
        type="date"
        autoComplete="bday"
        required
        hint="Compruébala bien: solo se puede indicar una vez."
        error={formState.errors.birthDate?.message}
        {...register('birthDate')}
      />
      <FormErrorNotice error={error} />
      <Button type="submit" busy={isPending} busyText="Guardando...">
        Guardar fecha
      </Button>
    </Form>
  )
}
