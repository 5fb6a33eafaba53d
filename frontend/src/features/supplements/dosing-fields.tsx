import { doseFoodRelations, doseFrequencies, dosePatterns, doseUnits } from '#contract/dosing'
import { supplementStatuses } from '#contract/client-supplement'
import { getObjectKeys } from '#contract/record-fields'
import { TextField } from '../../ui/text-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import {
  findDosingFormContradiction,
  dosingFormTextAreas,
  type DosingFormReturn,
  hasAmountsByMoment,
  useDosingFormValues,
} from './dosing-form.ts'
import { DoseMomentFields } from './dose-moment-fields.tsx'
import { NextDaysDosePreview } from './next-days-dose-preview.tsx'
import { supplementStatusLabels } from '#contract/status-labels'

interface DosingFieldsProps {
  readonly form: DosingFormReturn
  readonly withStatus: boolean
}

const same = (values: readonly string[]) => values.map((value) => [value, value] as const)

export function DosingFields({ form, withStatus }: DosingFieldsProps) {
  const values = useDosingFormValues(form)
  const contradiction = findDosingFormContradiction(values)
  const { errors, isSubmitted } = form.formState
  const problemOf = (field: 'pattern' | 'foodRelation' | 'endDate') =>
    errors[field]?.message ?? (contradiction?.field === field ? contradiction.text : undefined)
  return (
    <>
      <Amount form={form} isAsked={!hasAmountsByMoment(values)} />
      <div className="form-pair">
        <SelectField label="Frecuencia" options={same(doseFrequencies)} {...form.register('frequency')} />
        <SelectField
          label="Patrón"
          options={same(dosePatterns)}
          error={problemOf('pattern')}
          {...form.register('pattern')}
        />
      </div>
      <DoseMomentFields
        form={form}
        values={values}
        problem={contradiction?.field === 'times' ? contradiction.text : undefined}
        isFinal={isSubmitted || withStatus}
        canSplit={!withStatus}
      />
      <SelectField
        label="Relación con la comida"
        options={same(doseFoodRelations)}
        error={problemOf('foodRelation')}
        {...form.register('foodRelation')}
      />
      <Course form={form} endProblem={problemOf('endDate')} hasPack={!hasAmountsByMoment(values)} />
      {withStatus && (
        <SelectField
          label="Estado"
          options={supplementStatuses.map((status) => [status, supplementStatusLabels[status]] as const)}
          {...form.register('status')}
        />
      )}
      {getObjectKeys(dosingFormTextAreas).map((field) => (
        <TextAreaField
          key={field}
          label={dosingFormTextAreas[field].label}
          rows={3}
          error={errors[field]?.message}
          {...form.register(field)}
        />
      ))}
      <NextDaysDosePreview values={values} isContradictory={contradiction !== undefined} />
    </>
  )
}

type PartProps = Pick<DosingFieldsProps, 'form'>

const Amount = ({ form: { register, formState }, isAsked }: PartProps & { readonly isAsked: boolean }) => (
  <div className="form-pair">
    {isAsked && (
      <TextField
        label="Cantidad"
        inputMode="decimal"
        autoComplete="off"
        required
        error={formState.errors.amount?.message}
        {...register('amount')}
      />
    )}
    <SelectField label="Unidad" options={same(doseUnits)} {...register('unit')} />
  </div>
)

const Course = ({
  form: { register, formState },
  endProblem,
  hasPack,
}: PartProps & {
  readonly endProblem: string | undefined
  /** False with different amounts by moment: the number of doses in a pack is then unknown. */
  readonly hasPack: boolean
}) => (
  <>
    <div className="form-pair">
      <TextField
        label="Inicio"
        type="date"
        required
        error={formState.errors.startDate?.message}
        {...register('startDate')}
      />
      <TextField label="Fin (opcional)" type="date" error={endProblem} {...register('endDate')} />
    </div>
    <div className="form-pair">
      <TextField
        label="Duración (opcional)"
        placeholder="3 meses"
        error={formState.errors.duration?.message}
        {...register('duration')}
      />
      {hasPack && (
        <TextField
          label="Tomas por envase (opcional)"
          inputMode="numeric"
          autoComplete="off"
          error={formState.errors.packDoses?.message}
          {...register('packDoses')}
        />
      )}
    </div>
  </>
)
