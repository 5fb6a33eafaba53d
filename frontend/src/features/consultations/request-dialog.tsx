import type { ChangeEvent, ComponentProps } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { catalogue } from '#contract/catalogue'
import { FREE_REQUEST_HOURS, FREE_REQUEST_MINUTES, type OwnConsultation, usualDuration } from '#contract/consultation'
import { practiceHoursText } from '#contract/practice-hours'
import { formatCents } from '#contract/money'
import { errorText } from '../../api/error-text.ts'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { ZONE_NAME } from '../../ui/wall-time.ts'
import { clientTypes, typeOptions } from './consultation-words.ts'
import { useMayWriteMessage, useNextConsultation } from './use-consultations.ts'
import { useSlotRequest, type RequestedSlot } from './requested-slot.ts'

interface RequestDialogProps {
  readonly consultation?: OwnConsultation | undefined
  readonly isPaid?: boolean
  readonly close: () => void
}

export function RequestDialog({ consultation, isPaid = false, close }: RequestDialogProps) {
  const isFree = useNextConsultation().data?.freeRequests ?? false
  const mayTell = useMayWriteMessage()
  const { form, draft, submit, error, busy } = useSlotRequest({ consultation, isPaid, isFree, mayTell }, close)
  return (
    <Dialog title={consultation ? 'Cambiar consulta' : 'Pedir consulta'} close={close}>
      <Form draft={draft} onSubmit={(event) => void submit(event)}>
        {isFree && <NoticeBox>{freeRules}</NoticeBox>}
        <SlotFields
          form={form}
          more={isPaid ? 'primera_consulta' : consultation?.type}
          isPaid={isPaid}
          mayTell={mayTell}
        />
        {error && <NoticeBox kind="problem">{problemOf(error)}</NoticeBox>}
        <div className="dialog-actions">
          <CancelButton />
          <Button type="submit" busy={busy} busyText="Guardando...">
            {consultation ? 'Guardar cambios' : 'Pedir consulta'}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

const freeRules = `Puedes pedir una hora cada vez, de ${FREE_REQUEST_MINUTES} minutos como máximo, ${practiceHoursText}. Te la guardamos ${FREE_REQUEST_HOURS} horas: si en ese tiempo no la confirmamos, queda libre y puedes pedir otra.`

interface SlotFieldsProps {
  readonly form: UseFormReturn<RequestedSlot>
  readonly more: OwnConsultation['type'] | undefined
  readonly isPaid: boolean
  /** Whether the client has consented to health data. */
  readonly mayTell: boolean
}

function SlotFields({
  form: { register, watch, getValues, setValue, formState },
  more,
  isPaid,
  mayTell,
}: SlotFieldsProps) {
  const chosen = watch('type')
  /** A new type sets its default duration, unless the duration was edited. */
  const propose = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    const next = target.value as RequestedSlot['type']
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
      {mayTell ? <Message error={message?.message} {...register('message')} /> : <MessageLater />}
      <Price type={chosen} isPaid={isPaid} />
    </>
  )
}

const Message = (field: Omit<ComponentProps<typeof TextAreaField>, 'label'>) => (
  <TextAreaField label="¿Qué te gustaría tratar? (opcional)" maxLength={1000} rows={3} {...field} />
)

const MessageLater = () => (
  <p className="field-hint">
    Para contarnos aquí algo de tu salud, da antes tu consentimiento en <Link to="/client?tab=settings">Ajustes</Link>.
  </p>
)

/** Read-only: the practice sets the price. */
const Price = ({ type, isPaid }: { readonly type: RequestedSlot['type']; readonly isPaid: boolean }) => (
  <p className="field-hint">{priceOf(type, isPaid)} Puedes cambiarla o cancelarla hasta 24 horas antes.</p>
)

function priceOf(type: RequestedSlot['type'], isPaid: boolean): string {
  if (type !== 'primera_consulta') return 'El precio te lo confirmamos al aceptar tu petición.'
  return isPaid ? 'Ya está pagada.' : `Precio: ${formatCents(catalogue['primera-consulta'].saleCents)}.`
}

const problemOf = (error: Error): string =>
  (error instanceof ApiError && Object.values(error.problems)[0]?.[0]) || errorText(error)
