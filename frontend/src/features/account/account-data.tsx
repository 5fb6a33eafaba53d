import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type * as z from 'zod'
import { type AccountSettings, ChangeSettings } from '#contract/account-settings'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { NamePair } from '../../ui/name-pair.tsx'
import { useSaveSettings } from './use-settings.ts'

const Name = ChangeSettings.pick({ firstName: true, lastName: true })
type Name = z.infer<typeof Name>

/** The name, which can be changed and the change taken back, and the address, which cannot. */
export function AccountData({ settings }: { readonly settings: AccountSettings }) {
  const { firstName, lastName, email } = settings
  const { save, isPending } = useSaveSettings(settings)
  const { register, handleSubmit, formState } = useForm<Name>({
    resolver: zodResolver(Name),
    values: { firstName, lastName },
  })
  return (
    <form
      className="settings-form"
      noValidate
      onSubmit={(event) => void handleSubmit((name) => save(name, { firstName, lastName }))(event)}
    >
      <NamePair
        first={{ error: formState.errors.firstName?.message, ...register('firstName') }}
        last={{ error: formState.errors.lastName?.message, ...register('lastName') }}
      />
      <Field
        label="Email"
        type="email"
        value={email}
        readOnly
        hint="Es con lo que inicias sesión y donde recibes tus justificantes, por eso no se cambia aquí. Si necesitas cambiarlo, escríbenos."
      />
      <Button type="submit" disabled={!formState.isDirty} busy={isPending} busyText="Guardando...">
        Guardar cambios
      </Button>
    </form>
  )
}
