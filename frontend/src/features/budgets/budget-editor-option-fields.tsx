import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { consultationTypes } from '#contract/consultation-types'
import { consultationTypeLabels } from '#contract/status-labels'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { listPartChoices, type OptionField, type OptionValues } from './budget-editor-values.ts'
import { formatMilestone } from './budget-words.ts'

interface OptionFieldsProps {
  readonly values: OptionValues
  readonly field: (name: OptionField) => UseFormRegisterReturn & { readonly error: string | undefined }
}

const types = consultationTypes.map((type) => [type, consultationTypeLabels[type]] as const)

export const BudgetEditorOptionFields = ({ values, field }: OptionFieldsProps) => (
  <>
    <div className="budget-editor-fields">
      <TextField label="Nombre" required maxLength={40} autoComplete="off" {...field('title')} />
      <TextField
        label="Precio en euros"
        inputMode="decimal"
        required
        autoComplete="off"
        hint="El total, con IVA si lo lleva."
        {...field('price')}
      />
    </div>
    <div className="form-pair">
      <TextAreaField label="Qué incluye, además" rows={4} hint="Una cosa por línea." {...field('includes')} />
      <TextAreaField label="Qué no incluye" rows={4} hint="Una cosa por línea." {...field('excludes')} />
    </div>
    <Units title="Consultas">
      <CountField label="Cuántas" {...field('consultationCount')} />
      <SelectField label="De qué tipo" options={types} {...field('consultationType')} />
      <CountField label="Minutos cada una" {...field('consultationMinutes')} />
      <ReferenceField label="Valor de una (€)" {...field('consultationReference')} />
    </Units>
    <Units title="Analíticas">
      <CountField label="Cuántas" {...field('analysisCount')} />
      <ReferenceField label="Valor de una (€)" {...field('analysisReference')} />
    </Units>
    <Units title="Meses">
      <CountField label="Cuántos" {...field('monthCount')} />
      <ReferenceField label="Valor de uno (€)" {...field('monthReference')} />
    </Units>
    <p className="field-hint">
      Los valores reparten el precio: si se cancela, se devuelve la parte de lo que no se haya usado. Basta con uno.
    </p>
    <fieldset className="budget-editor-units">
      <legend>Pago en partes</legend>
      <div className="budget-editor-fields budget-editor-parts">
        <PartField label="Segunda parte" values={values} {...field('secondPart')} />
        <PartField label="Tercera parte" values={values} {...field('thirdPart')} />
      </div>
    </fieldset>
    <p className="field-hint">
      Partes iguales, sin intereses. La primera se paga al aceptar; mientras falte una, ese servicio no se puede
      reservar.
    </p>
  </>
)

const Units = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <fieldset className="budget-editor-units">
    <legend>{title}</legend>
    <div className="budget-editor-fields">{children}</div>
  </fieldset>
)

type FieldProps = ReturnType<OptionFieldsProps['field']> & { readonly label: string }

const CountField = (props: FieldProps) => <TextField inputMode="numeric" autoComplete="off" {...props} />

const ReferenceField = (props: FieldProps) => <TextField inputMode="decimal" autoComplete="off" {...props} />

function PartField({ values, ...props }: FieldProps & { readonly values: OptionValues }) {
  const { [props.name.endsWith('secondPart') ? 'secondPart' : 'thirdPart']: chosen } = values
  const choices = listPartChoices(values).map(({ value, milestone }) => [value, formatMilestone(milestone)] as const)
  const isGone = chosen !== '' && !choices.some(([value]) => value === chosen)
  return (
    <SelectField
      none="No hay"
      options={isGone ? [...choices, [chosen, 'antes de algo que ya no está incluido'] as const] : choices}
      {...props}
    />
  )
}
