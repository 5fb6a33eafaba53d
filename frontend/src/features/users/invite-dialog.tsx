import { zodResolver } from '@hookform/resolvers/zod'
import { useWatch } from 'react-hook-form'
import * as z from 'zod'
import { roles } from '#contract/endpoint'
import { api } from '#contract/api'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
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
  email: z.string().trim().min(1, { error: 'El email es requerido' }).pipe(api.users.invite.body.shape.email),
  role: z.enum(roles),
})

/** 'Crear Nuevo Usuario': an invitation by mail, with a role whose power is said. */
export function InviteDialog({ close, ...proof }: Proof & { readonly close: () => void }) {
  const { form, draft } = useDraftForm<z.input<typeof Invitation>, z.output<typeof Invitation>>(
    { form: 'invitation' },
    { resolver: zodResolver(Invitation), defaultValues: { email: '', role: 'administrador' } },
  )
  const { register, handleSubmit, control, formState } = form
  const { invite, error, isPending } = useInvitation(proof, () => {
    draft.saved()
    close()
  })
  return (
    <Dialog title="Crear Nuevo Usuario" close={close}>
      <Form draft={draft} onSubmit={(event) => void handleSubmit((body) => invite(body))(event)}>
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
        {error && (
          <NoticeBox kind="problem">
            <p>
              <strong>Error al crear usuario</strong>
            </p>
            <p>{errorText(error)}</p>
          </NoticeBox>
        )}
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
