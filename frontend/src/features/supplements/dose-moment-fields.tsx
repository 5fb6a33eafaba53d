import { useId } from 'react'
import {
  findEquivalentDoseTimes,
  dosesPerDayByFrequency,
  type DoseFrequency,
  doseFrequencies,
  sortDistinctDoseTimes,
  doseTimeOptions,
} from '#contract/dosing'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FieldError } from '../../ui/field-frame.tsx'
import { useRefusedField } from '../../ui/refused-fields.tsx'
import type { DosingFormInput, DosingFormReturn } from './dosing-form.ts'

interface MomentsProps {
  readonly form: DosingFormReturn
  readonly values: DosingFormInput
  readonly problem: string | undefined
  readonly isFinal: boolean
  readonly canSplit: boolean
}

export function DoseMomentFields({ form, values, problem, isFinal, canSplit }: MomentsProps) {
  const id = useId()
  const [wanted, moments] = [dosesPerDayByFrequency[values.frequency], sortDistinctDoseTimes(values.times).length]
  const { refusal } = useRefusedField('times')
  const contradiction = isFinal || moments > wanted ? problem : undefined
  const shown = refusal ?? contradiction
  // With a course of some days a week, an extra moment does not suggest a daily frequency.
  const isDaily = values.frequency.endsWith('al día')
  const fitting = contradiction && isDaily && moments !== wanted && dailyOf(moments)
  return (
    <>
      <fieldset className="dosing-times" aria-describedby={id}>
        <legend>Momentos del día</legend>
        {doseTimeOptions.map((time) => (
          <CheckboxField key={time} label={time} value={time} {...form.register('times')} />
        ))}
        <div className="dosing-times-problem">
          <FieldError id={id} text={shown} />
          {!shown && <Hints times={values.times} missing={wanted - moments} />}
          {fitting && (
            <Button
              variant="secondary"
              size="small"
              onClick={() => form.setValue('frequency', fitting, { shouldDirty: true, shouldValidate: isFinal })}
            >
              Cambiar a «{fitting}»
            </Button>
          )}
        </div>
      </fieldset>
      {canSplit && wanted > 1 && <Amounts form={form} values={values} />}
    </>
  )
}

const Hints = ({ times, missing }: Pick<DosingFormInput, 'times'> & { readonly missing: number }) => (
  <>
    {missing > 0 && <p className="field-hint">{missingText(missing)}</p>}
    {findEquivalentDoseTimes(times).map(([meal, part]) => (
      <p key={meal} className="field-hint">
        «{part}» y «{meal}» son la misma toma: en la pauta pondrá «{meal}».
      </p>
    ))}
  </>
)

const Amounts = ({ form: { register, formState }, values }: Pick<MomentsProps, 'form' | 'values'>) => (
  <>
    <CheckboxField label="Cantidad distinta en cada momento" {...register('byMoment')} />
    {values.byMoment && (
      <div className="form-pair">
        {sortDistinctDoseTimes(values.times).map((time) => (
          <TextField
            key={time}
            label={`Cantidad: ${time}`}
            inputMode="decimal"
            autoComplete="off"
            required
            error={formState.errors.amounts?.[time]?.message}
            {...register(`amounts.${time}`)}
          />
        ))}
      </div>
    )}
  </>
)

const dailyOf = (moments: number): DoseFrequency | undefined =>
  doseFrequencies.find((frequency) => frequency.endsWith('al día') && dosesPerDayByFrequency[frequency] === moments)

const missingText = (missing: number): string =>
  missing === 1 ? 'Falta 1 momento por marcar' : `Faltan ${missing} momentos por marcar`
