import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { MAX_BUDGET_OPTIONS } from '#contract/budget-option'
import { addDays } from '#contract/calendar-days'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field-frame.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useLoadingText } from '../../ui/use-loading-text.ts'
import { BudgetEditorOptionFields } from './budget-editor-option-fields.tsx'
import {
  type BudgetEditorForm,
  emptyOptionValues,
  type OptionField,
  type OptionValues,
  toOptionValues,
} from './budget-editor-values.ts'
import { useBudgetTemplates } from './customer-budget-queries.ts'
import { RetryButton } from '../../ui/retry-button.tsx'

interface OptionsProps {
  readonly form: BudgetEditorForm
  readonly isNew: boolean
  readonly today: string
}

export function BudgetEditorOptions({ form, isNew, today }: OptionsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'options' })
  const add = useRef<HTMLDivElement>(null)
  const { options: problem } = form.formState.errors
  const addOption = (values: OptionValues, validDays?: number) => {
    if (isNew && fields.length === 0 && validDays !== undefined)
      form.setValue('validUntil', addDays(today, validDays), { shouldDirty: true })
    append(values, { shouldFocus: true, focusName: `options.${fields.length}.title` })
  }
  const removeAt = (index: number) => {
    remove(index)
    const recommended = Number(form.getValues('recommended'))
    if (recommended === index + 1) form.setValue('recommended', '', { shouldDirty: true })
    if (recommended > index + 1) form.setValue('recommended', String(recommended - 1), { shouldDirty: true })
    add.current?.querySelector<HTMLElement>('select, button')?.focus()
  }
  return (
    <>
      {fields.map(({ id }, index) => (
        <Option key={id} form={form} index={index} remove={() => removeAt(index)} />
      ))}
      {fields.length < MAX_BUDGET_OPTIONS && (
        <section className="sheet" aria-labelledby="budget-add-title" ref={add}>
          <h2 id="budget-add-title">{fields.length === 0 ? 'La primera opción' : 'Otra opción'}</h2>
          <AddOption add={addOption} />
          <FieldError id="budget-options-error" text={problem?.root?.message ?? problem?.message} />
        </section>
      )}
    </>
  )
}

interface OptionProps {
  readonly form: BudgetEditorForm
  readonly index: number
  readonly remove: () => void
}

function Option({ form, index, remove }: OptionProps) {
  const values = useWatch({ control: form.control, name: `options.${index}` })
  const { errors } = form.formState
  const field = (name: OptionField) => ({
    ...form.register(`options.${index}.${name}`),
    error: errors.options?.[index]?.[name]?.message,
  })
  const title = `Opción ${index + 1}`
  const id = `budget-option-${index}`
  return (
    <section className="sheet budget-editor-option" aria-labelledby={id}>
      <div className="budget-editor-option-head">
        <h2 id={id}>
          {title}
          {values?.title && `: ${values.title}`}
        </h2>
        <Button variant="remove" size="small" aria-label={`Quitar la opción ${index + 1}`} onClick={remove}>
          Quitar
        </Button>
      </div>
      <div className="form">
        <BudgetEditorOptionFields values={values ?? emptyOptionValues} field={field} />
      </div>
    </section>
  )
}

interface AddProps {
  readonly add: (values: OptionValues, validDays?: number) => void
}

function AddOption({ add }: AddProps) {
  const { data, isPending, error, refetch } = useBudgetTemplates()
  const loadingText = useLoadingText('Cargando plantillas...')
  const [chosen, choose] = useState('')
  const templates = data?.items ?? []
  const template = templates.find(({ budgetTemplateId }) => budgetTemplateId === chosen)
  return (
    <div className="budget-editor-add">
      {templates.length > 0 && (
        <>
          <SelectField
            label="Plantilla"
            none="Elige una plantilla"
            options={templates.map(({ budgetTemplateId, name }) => [budgetTemplateId, name] as const)}
            value={chosen}
            onChange={({ target }) => choose(target.value)}
          />
          <Button
            disabled={!template}
            onClick={() => {
              if (!template) return
              add(toOptionValues(template.option), template.validDays)
              choose('')
            }}
          >
            Añadir desde la plantilla
          </Button>
        </>
      )}
      {isPending && <p role="status">{loadingText}</p>}
      {error && (
        <p role="alert">
          No se han podido cargar las plantillas. <RetryButton variant="plain" size="small" retry={refetch} />
        </p>
      )}
      <Button variant="secondary" onClick={() => add(emptyOptionValues)}>
        <Plus size={18} aria-hidden="true" />
        Añadir una vacía
      </Button>
    </div>
  )
}
