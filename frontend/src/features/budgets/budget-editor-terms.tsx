import { useWatch } from 'react-hook-form'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { BudgetEditorForm } from './budget-editor-values.ts'

interface TermsProps {
  readonly form: BudgetEditorForm
  readonly today: string
}

export function BudgetEditorTerms({ form, today }: TermsProps) {
  const options = useWatch({ control: form.control, name: 'options' })
  const { errors } = form.formState
  return (
    <section className="sheet" aria-labelledby="budget-terms-title">
      <h2 id="budget-terms-title">Plazo y recomendación</h2>
      <div className="form">
        <div className="budget-editor-fields">
          <TextField
            label="Se puede aceptar hasta"
            type="date"
            required
            min={today}
            error={errors.validUntil?.message}
            {...form.register('validUntil')}
          />
          <SelectField
            label="Opción que recomiendas"
            none="Ninguna"
            options={options.map(({ title }, index) => [String(index + 1), title || `Opción ${index + 1}`] as const)}
            error={errors.recommended?.message}
            {...form.register('recommended')}
          />
        </div>
        <TextField
          label="Por qué la recomiendas"
          autoComplete="off"
          maxLength={300}
          hint="Lo lee el cliente, encima de las opciones."
          error={errors.recommendation?.message}
          {...form.register('recommendation')}
        />
      </div>
    </section>
  )
}
