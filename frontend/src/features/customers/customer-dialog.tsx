import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod'
import { columnTitles, type CustomerColumn, type NewCustomer } from '#contract/customer-import'
import type { Customer } from '#contract/customers'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { SheetLoading, SheetProblem } from '../../ui/panel.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { type Theirs, useCustomerForm, useFreshCustomer } from './customer-form.ts'

interface CustomerDialogProps {
  /** The client to edit; none enters a new one. */
  readonly customerId?: string
  readonly close: () => void
}

/** 'Nuevo Cliente' and 'Editar Cliente'. What was typed is given up only after a yes. */
export function CustomerDialog({ customerId, close }: CustomerDialogProps) {
  const [unsaved, setUnsaved] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const leave = () => (unsaved ? setLeaving(true) : close())
  const form = { close, leave, onUnsaved: setUnsaved }
  return (
    <Dialog title={customerId ? 'Editar Cliente' : 'Nuevo Cliente'} close={leave} wide>
      {customerId ? <Editing customerId={customerId} {...form} /> : <CustomerForm {...form} />}
      {leaving && (
        <ConfirmDialog
          title="¿Quieres descartar los cambios sin guardar?"
          action="Descartar cambios"
          confirm={close}
          cancel={() => setLeaving(false)}
        />
      )}
    </Dialog>
  )
}

interface FormProps {
  readonly close: () => void
  /** Goes away, but asks first where something would be lost. */
  readonly leave: () => void
  readonly onUnsaved: (unsaved: boolean) => void
}

function Editing({ customerId, ...form }: FormProps & { readonly customerId: string }) {
  const { data, error, isFetching, refetch } = useFreshCustomer(customerId)
  if (data) return <CustomerForm customer={data} {...form} />
  return (
    <>
      {isFetching || !error ? (
        <SheetLoading text="Cargando cliente..." />
      ) : (
        <SheetProblem text={errorText(error)} retry={() => void refetch()} />
      )}
      <div className="dialog-actions">
        <Button look="secondary" onClick={form.leave}>
          Cancelar
        </Button>
      </div>
    </>
  )
}

function CustomerForm({ customer, close, leave, onUnsaved }: FormProps & { readonly customer?: Customer }) {
  const { form, theirs, submit, problem, busy } = useCustomerForm(customer, close)
  const unsaved = form.formState.isDirty && !busy
  useEffect(() => onUnsaved(unsaved), [onUnsaved, unsaved])
  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <CustomerFields form={form} theirs={theirs ?? {}} />
      {theirs ? <Conflict theirs={theirs} /> : problem && <NoticeBox kind="problem">{problem}</NoticeBox>}
      {theirs && problem && !problem.startsWith('Otra persona') && <NoticeBox kind="problem">{problem}</NoticeBox>}
      <div className="dialog-actions">
        <Button look="secondary" onClick={leave}>
          Cancelar
        </Button>
        <Button type="submit" busy={busy} busyText="Guardando...">
          {theirs ? 'Guardar lo mío' : 'Guardar'}
        </Button>
      </div>
    </form>
  )
}

const Conflict = ({ theirs }: { readonly theirs: Theirs }) => (
  <NoticeBox kind="problem">
    <p>
      Otra persona ha cambiado estos datos mientras tanto. Lo que has escrito sigue aquí
      {Object.keys(theirs).length > 0 &&
        '; lo que no has tocado se ha puesto al día, y debajo de cada campo verás lo que se ha guardado'}
      . Si guardas, quedará lo que ves en el formulario.
    </p>
  </NoticeBox>
)

interface CustomerFieldsProps {
  readonly form: UseFormReturn<z.input<typeof NewCustomer>, unknown, NewCustomer>
  readonly theirs: Theirs
}

function CustomerFields({ form: { register, formState }, theirs }: CustomerFieldsProps) {
  const field = (column: CustomerColumn) => ({
    label: columnTitles[column],
    error: formState.errors[column]?.message,
    hint: theirs[column] === undefined ? undefined : `Ahora guardado: ${theirs[column] || '(vacío)'}`,
    ...register(column),
  })
  return (
    <>
      <div className="form-pair">
        <Field {...field('name')} required autoComplete="off" />
        <Field {...field('email')} type="email" required autoComplete="off" />
      </div>
      <div className="form-pair">
        <Field {...field('phone')} type="tel" autoComplete="off" />
        <Field {...field('address')} autoComplete="off" />
      </div>
      <TextAreaField {...field('notes')} rows={3} />
    </>
  )
}
