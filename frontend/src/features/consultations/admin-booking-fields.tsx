import type { ReactNode } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { getDefaultConsultationMinutes } from '#contract/consultation'
import type { ConsultationType } from '#contract/consultation-types'
import { getObjectKeys } from '#contract/record-fields'
import { internalNotesHint } from '../../content/internal-notes.ts'
import { TextField } from '../../ui/text-field.tsx'
import { formatDayTitle } from '../../ui/calendar-month.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { CustomerPickerField } from './customer-picker-field.tsx'
import { toConsultationTypeOptions } from './consultation-words.ts'
import type { AdminBookingFormState } from './use-admin-booking-form.ts'
import { bookingTextFields, FALLBACK_CONSULTATION_MINUTES } from './admin-booking-values.ts'

type Form = AdminBookingFormState['form']

const textLabels: Readonly<Record<keyof typeof bookingTextFields, string>> = {
  notes: 'Notas internas',
}

const textHints: Readonly<Partial<Record<keyof typeof bookingTextFields, string>>> = { notes: internalNotesHint }

interface AdminBookingFieldsProps {
  readonly form: Form
  readonly types: readonly ConsultationType[]
  readonly stored: ConsultationType | undefined
  readonly client: string | undefined
  readonly isUndecided: boolean
  /** Redeems a paid order, whose price applies. */
  readonly isPaid: boolean
  readonly priceHint: string | undefined
  /** Saving confirms a request, whose price cannot be left open. */
  readonly hasPriceDue: boolean
  /** Included in a budget, which fixes type, length and price. */
  readonly isIncluded: boolean
  readonly isShort: boolean
  readonly children: ReactNode
}

export const AdminBookingFields = ({
  form,
  client,
  isUndecided,
  isShort,
  children,
  ...what
}: AdminBookingFieldsProps) => (
  <>
    {!isUndecided && <Client form={form} name={client} />}
    {children}
    {!isShort && <WhenFields form={form} />}
    {!(isUndecided && isShort) && <WhatFields form={form} isShort={isShort} {...what} />}
    {!isShort &&
      getObjectKeys(bookingTextFields).map((field) => (
        <TextAreaField
          key={field}
          label={textLabels[field]}
          hint={textHints[field]}
          rows={2}
          error={form.formState.errors[field]?.message}
          {...form.register(field)}
        />
      ))}
  </>
)

interface ClientProps {
  readonly form: Form
  /** @default a search field */
  readonly name: string | undefined
}

const Client = ({ form, name }: ClientProps) =>
  name === undefined ? (
    <ChosenClient form={form} />
  ) : (
    <p className="admin-client">
      Cliente: <strong>{name}</strong>
    </p>
  )

interface ChosenTimeProps {
  readonly form: Form
  /** @default the form's duration */
  readonly minutes: number | undefined
}

export function ChosenTime({ form: { control }, minutes: included }: ChosenTimeProps) {
  const [day, time, durationMinutes] = useWatch({ control, name: ['day', 'time', 'durationMinutes'] })
  return (
    <p className="admin-client">
      <strong>
        {formatDayTitle(day)}, {time} h
      </strong>{' '}
      · {included ?? durationMinutes} min
    </p>
  )
}

function ChosenClient({ form: { control, setValue } }: { readonly form: Form }) {
  const { field, fieldState } = useController({ control, name: 'customerId' })
  const term = useWatch({ control, name: 'customerName' })
  const choose = (customerId: string, name: string) => {
    setValue('customerName', name, { shouldDirty: true })
    setValue('budgetId', '')
    field.onChange(customerId)
  }
  return <CustomerPickerField term={term} onClient={choose} error={fieldState.error?.message} />
}

const WhenFields = ({ form: { register, formState } }: { readonly form: Form }) => (
  <div className="form-pair">
    <TextField label="Fecha" type="date" required error={formState.errors.day?.message} {...register('day')} />
    <TextField
      label="Hora"
      type="time"
      step={900}
      required
      hint="Hora peninsular española"
      error={formState.errors.time?.message}
      {...register('time')}
    />
  </div>
)

function WhatFields({
  form,
  types,
  stored,
  isPaid,
  priceHint,
  hasPriceDue,
  isIncluded,
  isShort,
}: Omit<AdminBookingFieldsProps, 'children' | 'client' | 'isUndecided'>) {
  const { register, setValue, getValues, formState } = form
  const propose = (type: ConsultationType) => {
    const [before, minutes] = getValues(['type', 'durationMinutes'])
    if (minutes === String(getDefaultConsultationMinutes(before)))
      setValue('durationMinutes', String(getDefaultConsultationMinutes(type)))
    setValue('type', type, { shouldDirty: true })
  }
  const showFallback = (text: string) => {
    if (text.trim() === '') setValue('durationMinutes', String(FALLBACK_CONSULTATION_MINUTES))
  }
  const { ref, name, onBlur } = register('type')
  const typeField = (
    <SelectField
      label="Tipo"
      options={toConsultationTypeOptions(types, stored)}
      error={formState.errors.type?.message}
      ref={ref}
      name={name}
      onBlur={(event) => void onBlur(event)}
      onChange={({ target }) => propose(target.value as ConsultationType)}
    />
  )
  if (isShort) return isIncluded ? null : typeField
  return (
    <>
      {!isIncluded && (
        <>
          <div className="form-pair">
            {typeField}
            <TextField
              label="Duración (minutos)"
              type="number"
              inputMode="numeric"
              min={15}
              step={15}
              error={formState.errors.durationMinutes?.message}
              {...register('durationMinutes', { onBlur: ({ target }) => showFallback(target.value) })}
            />
          </div>
          <TextField
            label={isPaid || hasPriceDue ? 'Precio en euros' : 'Precio en euros (opcional)'}
            required={hasPriceDue}
            readOnly={isPaid}
            hint={priceHint}
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
            error={formState.errors.price?.message}
            {...register('price')}
          />
        </>
      )}
      <TextField
        label="Otra sala para esta videollamada (opcional)"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        hint="Vacío: la sala de siempre, la del horario."
        error={formState.errors.roomUrl?.message}
        {...register('roomUrl')}
      />
    </>
  )
}
