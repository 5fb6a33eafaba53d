import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { roles } from '#contract/endpoint'
import { api } from '#contract/api'
import { errorText } from '../../api/error-text.ts'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import type { Proof } from '../../api/proof.ts'
import { useInvitation } from './use-users.ts'
import { rolePower, roleText } from './user-words.ts'

const Invitation = z.object({
  email: z.pipe(
    z.string().check(z.trim(), z.minLength(1, { error: 'El email es requerido' })),
    api.users.invite.body.shape.email,
  ),
  role: z.enum(roles),
  handOver: z.boolean(),
})

type Values = z.input<typeof Invitation>
type Given = z.output<typeof Invitation>

/** What happens to the record of an earlier account with this email; the choice is valid for this email only. */
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

export function InviteDialog({ close, ...proof }: Proof & { readonly close: () => void }) {
  const { form, draft } = useDraftForm<Values, Given>(
    { form: 'invitation' },
    { resolver: zodResolver(Invitation), defaultValues: { email: '', role: 'administrador', handOver: false } },
  )
  const { register, control, formState } = form
  const { invite, error, isPending } = useInvitation(proof, () => {
    draft.saved()
    close()
  })
  const { asked, body, onError } = useHandOver(form)
  const send = form.handleSubmit((given) => invite(body(given), { onError }))
  return (
    <Dialog title="Crear Nuevo Usuario" close={close}>
      <Form draft={draft} onSubmit={(event) => void send(event)}>
        <Field
          label="Email"
          type="email"
          autoComplete="off"
          required
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <SelectField
          label="Rol"
          options={roles.map((role) => [role, roleText[role]] as const)}
          hint={rolePower[useWatch({ control, name: 'role' })]}
          {...register('role')}
        />
        <p className="field-hint">
          Le enviaremos un correo con un enlace, válido durante 7 días, para que elija su contraseña.
        </p>
        {asked && (
          <CheckField
            label="He comprobado que es la misma persona, no solo su correo: darle la ficha que tenía"
            {...register('handOver')}
          />
        )}
        {error && <Failure error={error} />}
        <div className="dialog-actions">
          <CancelButton />
          <Button type="submit" busy={isPending} busyText="Enviando...">
            Enviar invitación
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

function Failure({ error }: { readonly error: Error }) {
  return (
    <NoticeBox kind="problem">
      <p>
        <strong>Error al crear usuario</strong>
      </p>
      <p>{errorText(error)}</p>
    </NoticeBox>
  )
}
