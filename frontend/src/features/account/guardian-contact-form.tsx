import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { RequestGuardianConsent } from '#contract/account-settings'
import { apiContract } from '#contract/api'
import { endpointMutationOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { useCacheAccountSettings } from './use-account-settings.ts'

export function GuardianContactForm({ asked }: { readonly asked: () => void }) {
  const keep = useCacheAccountSettings()
  const { form, draft } = useDraftForm(
    { form: 'guardian' },
    { resolver: zodResolver(RequestGuardianConsent), defaultValues: { name: '', email: '' } },
  )
  const { register, handleSubmit, formState } = form
  const { mutate, isPending, error } = useMutation({
    ...endpointMutationOptions(apiContract.accountSettings.askGuardian),
    onSuccess: (settings, { body }) => {
      draft.saved()
      keep(settings)
      asked()
      showNotice.success('¡Éxito!', `Hemos escrito a ${body.email}.`)
    },
  })
  return (
    <Form
      draft={draft}
      refused={error}
      className="settings-form"
      onSubmit={(event) => void handleSubmit((body) => mutate({ body }))(event)}
    >
      <p>
        Como tienes menos de 18 años, antes de contratar o de darnos datos de tu salud necesitamos la autorización de tu
        madre, padre o tutor legal. Le enviaremos un enlace para que la lea y la confirme.
      </p>
      <TextField
        label="Nombre y apellidos de tu madre, padre o tutor"
        required
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <TextField
        label="Su email"
        type="email"
        required
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <FormErrorNotice error={error} />
      <Button type="submit" busy={isPending} busyText="Enviando...">
        Pedir autorización
      </Button>
    </Form>
  )
}
