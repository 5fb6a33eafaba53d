import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { roles } from '#contract/endpoint'
import { apiContract } from '#contract/api'
import { ApiError } from '../../api/api-error.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { useInviteUser } from './use-users.ts'
import { rolePowerTexts, roleLabels } from './user-words.ts'

const Invitation = z.object({
  email: z.pipe(
    z.string().check(z.trim(), z.minLength(1, { error: 'El email es requerido' })),
    apiContract.users.invite.body.shape.email,
  ),
  role: z.enum(roles),
  handOver: z.boolean(),
})

type Values = z.input<typeof Invitation>
type Given = z.output<typeof Invitation>

/** The choice is valid for this email only. */
function useHandOver({ control, getValues, setValue }: UseFormReturn<Values, unknown, Given>) {
  const [askedFor, setAskedFor] = useState<string>()
  const asked = useWatch({ control, name: 'email' }) === askedFor
  return {
    asked,
    body: ({ handOver, ...body }: Given) => ({ ...body, ...(asked && { handOver }) }),
    onError: (error: Error) => {
      if (!(error instanceof ApiError && error.code === 'former-record')) return
      setAskedFor(getValues('email'))
      setValue('handOver', false)
    },
  }
}

export function InviteUserDialog({ close, ...proof }: FreshMfaProofPrompt & { readonly close: () => void }) {
  const { form, draft } = useDraftForm<Values, Given>(
    { form: 'invitation' },
    { resolver: zodResolver(Invitation), defaultValues: { email: '', role: 'administrador', handOver: false } },
  )
  const { register, control, formState } = form
  const { invite, error, isPending } = useInviteUser(proof, () => {
    draft.saved()
    close()
  })
  const { asked, body, onError } = useHandOver(form)
  const send = form.handleSubmit((given) => invite(body(given), { onError }))
  return (
    <Dialog title="Crear Nuevo Usuario" close={close}>
      <Form draft={draft} refused={error} onSubmit={(event) => void send(event)}>
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          required
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <SelectField
          label="Rol"
          options={roles.map((role) => [role, roleLabels[role]] as const)}
          hint={rolePowerTexts[useWatch({ control, name: 'role' })]}
          {...register('role')}
        />
        <p className="field-hint">
          Le enviaremos un correo con un enlace, válido durante 7 días, para que elija su contraseña.
        </p>
        {asked && (
          <CheckboxField
            label="He comprobado que es la misma persona, no solo su correo: darle la ficha que tenía"
            {...register('handOver')}
          />
        )}
        <FormErrorNotice error={error} title="Error al crear usuario" />
        <FormActions busy={isPending} busyText="Enviando...">
          Enviar invitación
        </FormActions>
      </Form>
    </Dialog>
  )
}
