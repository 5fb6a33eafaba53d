import { zodResolver } from '@hookform/resolvers/zod'
import { type InputHTMLAttributes, useState } from 'react'
import * as z from 'zod/mini'
import type { AccountSettings } from '#contract/account-settings'
import { personNameFields } from '#contract/person-name'
import { type EnteredRecord, getFieldInputSchemas, getObjectKeys } from '#contract/record-fields'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { toFormTextValues } from '../../ui/form-text-values.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { useSaveAccountSettings } from './use-account-settings.ts'

export function AccountData({ settings }: { readonly settings: AccountSettings }) {
  const [correcting, setCorrecting] = useState(false)
  const { firstName, lastName, email } = settings
  return (
    <div className="settings-form">
      <TextField label="Nombre y apellidos" value={`${firstName} ${lastName}`.trim()} readOnly />
      <TextField
        label="Email"
        type="email"
        value={email}
        readOnly
        hint="Es con lo que inicias sesión y donde recibes tus justificantes, por eso no se cambia aquí. Si necesitas cambiarlo, escríbenos."
      />
      <Button variant="secondary" onClick={() => setCorrecting(true)}>
        Corregir mi nombre
      </Button>
      {correcting && <NameDialog settings={settings} close={() => setCorrecting(false)} />}
    </div>
  )
}

const Name = z.object(getFieldInputSchemas(personNameFields))
const inputs: Readonly<Record<keyof typeof personNameFields, InputHTMLAttributes<HTMLInputElement>>> = {
  firstName: { autoComplete: 'given-name', required: true },
  lastName: { autoComplete: 'family-name', required: true },
}
type Name = EnteredRecord<typeof personNameFields>

interface NameDialogProps {
  readonly settings: AccountSettings
  readonly close: () => void
}

function NameDialog({ settings, close }: NameDialogProps) {
  const before = toFormTextValues(personNameFields, settings)
  const { save, isPending, error } = useSaveAccountSettings(settings)
  const { form, draft } = useDraftForm<z.input<typeof Name>, Name>(
    { form: 'account-data' },
    { resolver: zodResolver(Name), values: before },
  )
  const { register, handleSubmit, formState } = form
  const done = () => {
    draft.saved()
    close()
  }
  return (
    <Dialog title="Corregir mi nombre" close={close}>
      <Form
        draft={draft}
        refused={error}
        onSubmit={(event) => void handleSubmit((name) => save(name, { undo: before, done }))(event)}
      >
        <div className="form-pair">
          {getObjectKeys(personNameFields).map((field) => (
            <TextField
              key={field}
              label={personNameFields[field].label}
              {...inputs[field]}
              error={formState.errors[field]?.message}
              {...register(field)}
            />
          ))}
        </div>
        <p className="field-hint">Es el nombre con el que te saludamos y el que ve tu especialista.</p>
        <FormActions disabled={!formState.isDirty} busy={isPending} busyText="Guardando...">
          Guardar cambios
        </FormActions>
      </Form>
    </Dialog>
  )
}
