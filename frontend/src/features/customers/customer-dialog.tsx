import type { InputHTMLAttributes } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import {
  type Customer,
  type CustomerField,
  customerFieldNames,
  customerFieldLabels,
  type NewCustomer,
} from '#contract/customer'
import { isEditConflictError } from '../../api/api-error.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { internalNotesHint } from '../../content/internal-notes.ts'
import { legalBasisOptions } from '../../content/legal-bases.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CancelButton, Form, FormActions } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { CustomersWithEmailNotice } from './duplicate-customer-list.tsx'
import { type ConcurrentCustomerChanges, useCustomerForm, useCustomerToEdit } from './customer-form.ts'

interface CustomerDialogProps {
  readonly customerId?: string
  readonly close: () => void
}

export const CustomerDialog = ({ customerId, close }: CustomerDialogProps) => (
  <Dialog title={customerId ? 'Editar Cliente' : 'Nuevo Cliente'} close={close} wide>
    {customerId ? <Editing customerId={customerId} close={close} /> : <CustomerForm close={close} />}
  </Dialog>
)

interface FormProps {
  readonly close: () => void
}

function Editing({ customerId, close }: FormProps & { readonly customerId: string }) {
  const { data, error, isFetching, refetch } = useCustomerToEdit(customerId)
  if (data) return <CustomerForm customer={data} close={close} />
  return (
    <>
      {isFetching || !error ? (
        <CardLoading text="Cargando cliente..." />
      ) : (
        <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
      )}
      <div className="dialog-actions">
        <CancelButton />
      </div>
    </>
  )
}

function CustomerForm({ customer, close }: FormProps & { readonly customer?: Customer }) {
  const { form, draft, theirs, bases, submit, refused, failure, taken, busy } = useCustomerForm(customer, close)
  return (
    <Form draft={draft} refused={refused} onSubmit={(event) => void submit(event)}>
      <CustomerFields form={form} theirs={theirs ?? {}} />
      {!customer && form.watch('notes') && (
        <SelectField
          name="basis"
          label="Base legal de las notas"
          required
          options={legalBasisOptions}
          none="Elige una"
          hint="Las notas pueden ser datos de salud y este cliente todavía no ha dado su consentimiento. Indica una base solo si puedes demostrarla: queda guardada con tu nombre y la fecha."
          value={bases.chosen}
          error={bases.error}
          onChange={({ target }) => bases.choose(target.value)}
        />
      )}
      {theirs && <Conflict theirs={theirs} />}
      {!(theirs && isEditConflictError(refused)) && <FormErrorNotice error={refused} {...failure} />}
      {taken && <CustomersWithEmailNotice email={taken} />}
      <FormActions busy={busy} busyText="Guardando...">
        {theirs ? 'Guardar lo mío' : 'Guardar'}
      </FormActions>
    </Form>
  )
}

const Conflict = ({ theirs }: { readonly theirs: ConcurrentCustomerChanges }) => (
  <NoticeBox kind="problem">
    <p>
      Estos datos han cambiado mientras tanto. Lo que has escrito sigue aquí
      {Object.keys(theirs).length > 0 &&
        '; lo que no has tocado se ha puesto al día, y debajo de cada campo verás lo que se ha guardado'}
      . Si guardas, quedará lo que ves en el formulario.
    </p>
  </NoticeBox>
)

interface CustomerFieldsProps {
  readonly form: UseFormReturn<z.input<typeof NewCustomer>, unknown, NewCustomer>
  readonly theirs: ConcurrentCustomerChanges
}

function CustomerFields({ form: { register, formState }, theirs }: CustomerFieldsProps) {
  const propsOf = (field: CustomerField) => ({
    label: customerFieldLabels[field],
    error: formState.errors[field]?.message,
    hint: theirs[field] === undefined ? hints[field] : `Ahora guardado: ${theirs[field] || '(vacío)'}`,
    ...register(field),
  })
  return (
    <>
      {pairsOf(customerFieldNames.filter((field) => field !== 'notes')).map((pair) => (
        <div key={pair[0]} className="form-pair">
          {pair.map((field) => (
            <TextField key={field} {...propsOf(field)} {...inputs[field]} autoComplete="off" />
          ))}
        </div>
      ))}
      <TextAreaField {...propsOf('notes')} rows={3} />
    </>
  )
}

const hints: Readonly<Partial<Record<CustomerField, string>>> = { notes: internalNotesHint }

const inputs: Readonly<Partial<Record<CustomerField, InputHTMLAttributes<HTMLInputElement>>>> = {
  name: { required: true },
  email: { required: true, type: 'email' },
  phone: { type: 'tel' },
}

const pairsOf = <Item,>(items: readonly Item[]): (readonly Item[])[] =>
  items.flatMap((_, index) => (index % 2 === 0 ? [items.slice(index, index + 2)] : []))
