import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { GiveBirthDate } from '#contract/account-settings'
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

/** For accounts created by a purchase, which asks no birth date. It can be set only once. */
export function BirthDateForm() {
  const keep = useCacheSettings()
  const { form, draft } = useDraftForm(
    { form: 'birth-date' },
    { resolver: zodResolver(GiveBirthDate), defaultValues: { birthDate: '' } },
  )
  const { register, handleSubmit, formState } = form
  const { mutate, isPending, error } = useMutation({
    ...write(api.account.giveBirthDate),
    onSuccess: (settings) => {
      draft.saved()
      keep(settings)
      notify.success('¡Guardado!')
    },
  })
  return (
    <Form
      draft={draft}
      className="settings-form"
      onSubmit={(event) => void handleSubmit((body) => mutate({ body }))(event)}
    >
      <Field
        label="Fecha de nacimiento"
        type="date"
        autoComplete="bday"
        required
        hint="Compruébala bien: solo se puede indicar una vez."
        error={formState.errors.birthDate?.message}
        {...register('birthDate')}
      />
      {error && (
        <NoticeBox kind="problem">
          <p>{errorText(error)}</p>
        </NoticeBox>
      )}
      <Button type="submit" busy={isPending} busyText="Guardando...">
        Guardar fecha
      </Button>
    </Form>
  )
}
