import type { ChangeEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { catalogue } from '#contract/catalogue'
import { type OwnConsultation, usualDuration } from '#contract/consultation'
import { errorText } from '../../api/error-text.ts'
import { Refused } from '../../api/refused.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { formatCents } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { ZONE_NAME } from '../../ui/wall-time.ts'
import { clientTypes, typeOptions } from './consultation-words.ts'
import { useWish, type Wish } from './wish.ts'

interface RequestDialogProps {
  /** The consultation to move; none asks for a new one. */
  readonly consultation?: OwnConsultation | undefined
  /** A first consultation is paid and has no date yet. */
  readonly isPaid?: boolean
  readonly close: () => void
}

/** A client asks for an hour, or for another one. */
export function RequestDialog({ consultation, isPaid = false, close }: RequestDialogProps) {
  const { form, submit, error, busy } = useWish({ consultation, isPaid }, close)
  return (
    <Dialog title={consultation ? 'Cambiar consulta' : 'Pedir consulta'} close={close}>
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <WishFields form={form} more={isPaid ? 'primera_consulta' : consultation?.type} isPaid={isPaid} />
        {error && <NoticeBox kind="problem">{problemOf(error)}</NoticeBox>}
        <div className="dialog-actions">
          <Button look="secondary" onClick={close}>
            Cancelar
          </Button>
          <Button type="submit" busy={busy} busyText="Guardando...">
            {consultation ? 'Guardar cambios' : 'Pedir consulta'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface WishFieldsProps {
  readonly form: UseFormReturn<Wish>
  /** A type besides those that a client may ask for. */
  readonly more: OwnConsultation['type'] | undefined
  readonly isPaid: boolean
}

function WishFields({ form: { register, watch, getValues, setValue, formState }, more, isPaid }: WishFieldsProps) {
  const chosen = watch('type')
  /** Another type proposes its own duration, unless somebody chose another than the last type's. */
  const propose = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    const next = target.value as Wish['type']
    if (getValues('durationMinutes') === usualDuration(chosen)) setValue('durationMinutes', usualDuration(next))
  }
  const { day, time, durationMinutes, type, message } = formState.errors
  return (
    <>
      <div className="form-pair">
        <Field label="Fecha" type="date" required error={day?.message} {...register('day')} />
        <Field
          label="Hora"
          type="time"
          step={900}
          required
          hint={ZONE_NAME}
          error={time?.message}
          {...register('time')}
        />
      </div>
      <div className="form-pair">
        <Field
          label="Duración (minutos)"
          type="number"
          inputMode="numeric"
          min={15}
          step={15}
          required
          error={durationMinutes?.message}
          {...register('durationMinutes', { valueAsNumber: true })}
        />
        <SelectField
          label="Tipo"
          options={typeOptions(clientTypes, more)}
          error={type?.message}
          {...register('type', { onChange: propose })}
        />
      </div>
      <TextAreaField
        label="¿Qué te gustaría tratar? (opcional)"
        maxLength={1000}
        rows={3}
        error={message?.message}
        {...register('message')}
      />
      <Price type={chosen} isPaid={isPaid} />
    </>
  )
}

/** A price is the practice's to say; a client reads it and gives none. */
const Price = ({ type, isPaid }: { readonly type: Wish['type']; readonly isPaid: boolean }) => (
  <p className="field-hint">{priceOf(type, isPaid)} Puedes cambiarla o cancelarla hasta 24 horas antes.</p>
)

function priceOf(type: Wish['type'], isPaid: boolean): string {
  if (type !== 'primera_consulta') return 'El precio te lo confirmamos al aceptar tu petición.'
  return isPaid ? 'Ya está pagada.' : `Precio: ${formatCents(catalogue['primera-consulta'].saleCents)}.`
}

/** The server's own words about a field, if it had any. */
const problemOf = (error: Error): string =>
  (error instanceof Refused && Object.values(error.problems)[0]?.[0]) || errorText(error)
