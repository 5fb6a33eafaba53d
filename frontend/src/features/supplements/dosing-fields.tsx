import type { UseFormReturn } from 'react-hook-form'
import { foodRelations, frequencies, patterns, times, units } from '#contract/dosing'
import { supplementStatuses } from '#contract/supplements'
import { CheckField } from '../../ui/check-field.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import type { DosingFormInput, DosingFormValues } from './dosing-form.ts'
import { statusText } from './supplement-words.ts'

export type DosingFormReturn = UseFormReturn<DosingFormInput, unknown, DosingFormValues>

interface DosingFieldsProps {
  readonly form: DosingFormReturn
  /** Whether the state may be chosen: of a supplement that is there already. */
  readonly withStatus: boolean
}

const same = (values: readonly string[]) => values.map((value) => [value, value] as const)

/** How much, how often, when and with what; from when to when. */
export const DosingFields = ({ form, withStatus }: DosingFieldsProps) => (
  <>
    <Amount form={form} />
    <Rhythm form={form} />
    <Course form={form} />
    {withStatus && (
      <SelectField
        label="Estado"
        options={supplementStatuses.map((status) => [status, statusText[status]] as const)}
        {...form.register('status')}
      />
    )}
    <TextAreaField
      label="Instrucciones"
      rows={3}
      error={form.formState.errors.instructions?.message}
      {...form.register('instructions')}
    />
  </>
)

type PartProps = Pick<DosingFieldsProps, 'form'>

const Amount = ({ form: { register, formState } }: PartProps) => (
  <div className="form-pair">
    <Field
      label="Cantidad"
      type="number"
      inputMode="decimal"
      min={0}
      step="any"
      required
      error={formState.errors.amount?.message}
      {...register('amount', { valueAsNumber: true })}
    />
    <SelectField label="Unidad" options={same(units)} {...register('unit')} />
  </div>
)

const Rhythm = ({ form: { register } }: PartProps) => (
  <>
    <div className="form-pair">
      <SelectField label="Frecuencia" options={same(frequencies)} {...register('frequency')} />
      <SelectField label="Patrón" options={same(patterns)} {...register('pattern')} />
    </div>
    <fieldset className="dosing-times">
      <legend>Momentos del día</legend>
      {times.map((time) => (
        <CheckField key={time} label={time} value={time} {...register('times')} />
      ))}
    </fieldset>
    <SelectField label="Relación con la comida" options={same(foodRelations)} {...register('foodRelation')} />
  </>
)

const Course = ({ form: { register, formState } }: PartProps) => (
  <>
    <div className="form-pair">
      <Field
        label="Inicio"
        type="date"
        required
        error={formState.errors.startDate?.message}
        {...register('startDate')}
      />
      <Field label="Fin (opcional)" type="date" error={formState.errors.endDate?.message} {...register('endDate')} />
    </div>
    <div className="form-pair">
      <Field label="Duración (opcional)" placeholder="3 meses" {...register('duration')} />
      <Field
        label="Tomas por envase (opcional)"
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        error={formState.errors.packDoses?.message}
        {...register('packDoses', { valueAsNumber: true })}
      />
    </div>
  </>
)
