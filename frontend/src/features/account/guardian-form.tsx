import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { AskGuardian } from '#contract/account-settings'
import { api } from '#contract/api'
import { errorText } from '../../api/error-text.ts'
import { write } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { notify } from '../../ui/notify.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { useCacheSettings } from './use-settings.ts'

export function GuardianForm({ asked }: { readonly asked: () => void }) {
  const keep = useCacheSettings()
  const { form, draft } = useDraftForm(
    { form: 'guardian' },
    { resolver: zodResolver(AskGuardian), defaultValues: { name: '', email: '' } },
  )
  const { register, handleSubmit, formState } = form
  const { mutate, isPending, error } = useMutation({
    ...write(api.account.askGuardian),
    onSuccess: (settings, { body }) => {
      draft.saved()
      keep(settings)
      asked()
      notify.success('¡Éxito!', `Hemos escrito a ${body.email}.`)
    },
  })
  return (
    <Form
      draft={draft}
      className="settings-form"
      onSubmit={(event) => void handleSubmit((body) => mutate({ body }))(event)}
    >
      <p>
        Como tienes menos de 18 años, antes de contratar o de darnos datos de tu salud necesitamos la autorización de tu
        madre, padre o tutor legal. Le enviaremos un enlace para que la lea y la confirme.
      </p>
      <Field
        label="Nombre y apellidos de tu madre, padre o tutor"
        required
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <Field label="Su email" type="email" required error={formState.errors.email?.message} {...register('email')} />
      {error && (
        <NoticeBox kind="problem">
          <p>{errorText(error)}</p>
        </NoticeBox>
      )}
      <Button type="submit" busy={isPending} busyText="Enviando...">
        Pedir autorización
      </Button>
    </Form>
  )
}
