import type { ChangeEvent, ComponentProps } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { wallTimeToInstant } from '#contract/calendar-days'
import { productCatalogue } from '#contract/product-catalogue'
import {
  UNPAID_REQUEST_CONFIRMATION_HOURS,
  MAX_UNPAID_CONSULTATION_MINUTES,
  type OwnConsultation,
  getDefaultConsultationMinutes,
} from '#contract/consultation'
import { formatCents } from '#contract/money'
import { consultationTypeLabels } from '#contract/status-labels'
import { Dialog } from '../../ui/dialog.tsx'
import { formatInteger } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { formatViewerAside } from '../../ui/viewer-time.ts'
import { consultationSlotFields, isWholeHour } from './consultation-slot-fields.ts'
import { clientConsultationTypes, toConsultationTypeOptions } from './consultation-words.ts'
import { FreeHoursOfDay } from './free-hours-of-day.tsx'
import { useCanWriteHealthMessage, useOwnCancellationOptions, useOwnNextConsultation } from './use-own-consultations.ts'
import { type PaidToSchedule, useConsultationRequestForm, type RequestedConsultationSlot } from './requested-slot.ts'

const inputNames = { startsAt: 'time' }

interface RequestDialogProps {
  readonly consultation?: OwnConsultation | undefined
  readonly paid?: PaidToSchedule | undefined
  readonly close: () => void
}

export function ConsultationRequestDialog({ consultation, paid, close }: RequestDialogProps) {
  const { freeRequests: isFree = false } = useOwnNextConsultation().data ?? {}
  const own = useOwnCancellationOptions(consultation)
  const mayTell = useCanWriteHealthMessage()
  const earlyStartUntil = consultation ? own.data?.earlyStartUntil : paid?.earlyStartUntil
  const { form, draft, submit, earlyStart, error, changedMeanwhile, busy } = useConsultationRequestForm(
    { consultation, paid, isFree, mayTell, earlyStartUntil },
    close,
  )
  return (
    <Dialog title={consultation ? 'Cambiar consulta' : 'Pedir consulta'} close={close}>
      <Form
        draft={draft}
        refused={error}
        inputNames={inputNames}
        refusalTexts={changedMeanwhile === undefined ? undefined : { 'changed-meanwhile': changedMeanwhile }}
        onSubmit={(event) => void submit(event)}
      >
        {isFree && <NoticeBox>{freeRules}</NoticeBox>}
        <SlotFields form={form} paid={paid} of={consultation} mayTell={mayTell} />
        {earlyStart.box}
        <FormErrorNotice error={error} />
        <FormActions busy={busy} busyText="Guardando..." disabled={own.isLoading}>
          {consultation ? 'Guardar cambios' : 'Pedir consulta'}
        </FormActions>
      </Form>
    </Dialog>
  )
}

const freeRules = `Puedes pedir una hora cada vez, de ${MAX_UNPAID_CONSULTATION_MINUTES} minutos como máximo, dentro de nuestro horario. Te la guardamos ${UNPAID_REQUEST_CONFIRMATION_HOURS} horas: si en ese tiempo no la confirmamos, queda libre y puedes pedir otra.`

interface SlotFieldsProps {
  readonly form: UseFormReturn<RequestedConsultationSlot>
  readonly of: OwnConsultation | undefined
  readonly paid: PaidToSchedule | undefined
  readonly mayTell: boolean
}

function SlotFields({ form, of: consultation, paid, mayTell }: SlotFieldsProps) {
  const { register, watch, setValue, formState } = form
  const [chosen, chosenDay, chosenTime, minutes] = watch(['type', 'day', 'time', 'durationMinutes'])
  // Type and length are those that were paid for.
  const isBought = consultation?.isPaid === true
  const { day, time, message } = formState.errors
  return (
    <>
      <div className="form-pair">
        <TextField label="Fecha" type="date" required error={day?.message} {...register('day')} />
        <TextField
          label="Hora"
          type="time"
          step={900}
          required
          hint={`Hora peninsular española${toViewerHint({ day: chosenDay, time: chosenTime })}`}
          error={time?.message}
          {...register('time')}
        />
      </div>
      {isCalendarDay(chosenDay) && (
        <FreeHoursOfDay
          day={chosenDay}
          type={chosen}
          moved={consultation}
          durationMinutes={minutes}
          chosen={chosenTime}
          choose={(free) => setValue('time', free, { shouldDirty: true, shouldValidate: true })}
        />
      )}
      {isBought ? (
        <p>
          {consultationTypeLabels[chosen]}, {formatInteger(minutes)} minutos, ya pagada: solo cambian el día y la hora.
        </p>
      ) : (
        <LengthAndType form={form} of={consultation} paid={paid} />
      )}
      {mayTell ? <Message error={message?.message} {...register('message')} /> : <MessageLater />}
      <Price text={isBought || chosen === paid?.type ? alreadyPaid : toPrice(chosen)} />
    </>
  )
}

function LengthAndType({
  form: { register, watch, getValues, setValue, formState },
  of: consultation,
  paid,
}: Omit<SlotFieldsProps, 'mayTell'>) {
  const chosen = watch('type')
  const propose = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    const next = target.value as RequestedConsultationSlot['type']
    const isUnedited = getValues('durationMinutes') === getDefaultConsultationMinutes(chosen)
    if (next === paid?.type) setValue('durationMinutes', paid.durationMinutes)
    else if (isUnedited || chosen === paid?.type || next === 'primera_consulta')
      setValue('durationMinutes', getDefaultConsultationMinutes(next))
  }
  const { durationMinutes, type } = formState.errors
  return (
    <div className="form-pair">
      <TextField
        label="Duración (minutos)"
        type="number"
        inputMode="numeric"
        min={15}
        step={15}
        required
        // A paid consultation has a fixed length.
        readOnly={chosen === paid?.type}
        error={durationMinutes?.message}
        {...register('durationMinutes', { valueAsNumber: true })}
      />
      <SelectField
        label="Tipo"
        options={toConsultationTypeOptions(clientConsultationTypes, paid?.type ?? consultation?.type)}
        error={type?.message}
        {...register('type', { onChange: propose })}
      />
    </div>
  )
}

const toViewerHint = (at: { readonly day: string; readonly time: string }): string =>
  isWholeHour(at) ? formatViewerAside(wallTimeToInstant(at)) : ''

const isCalendarDay = (day: string): boolean => consultationSlotFields.day.safeParse(day).success

const Message = (field: Omit<ComponentProps<typeof TextAreaField>, 'label'>) => (
  <TextAreaField label="¿Qué te gustaría tratar? (opcional)" maxLength={1000} rows={3} {...field} />
)

const MessageLater = () => (
  <p className="field-hint">
    Para contarnos aquí algo de tu salud, da antes tu consentimiento en <Link to="/client?tab=settings">Ajustes</Link>.
  </p>
)

/** Read-only: the practice sets the price. */
const Price = ({ text }: { readonly text: string }) => (
  <p className="field-hint">{text} Puedes cambiar o cancelar tu consulta hasta 24 horas antes.</p>
)

const alreadyPaid = 'Ya está pagada. La hora queda confirmada en cuanto la eliges.'

const toPrice = (type: RequestedConsultationSlot['type']): string =>
  type === 'primera_consulta'
    ? `Precio: ${formatCents(productCatalogue['primera-consulta'].saleCents)}.`
    : 'El precio te lo confirmamos al aceptar tu petición.'
