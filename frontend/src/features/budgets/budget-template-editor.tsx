import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { apiContract } from '#contract/api'
import type { BudgetTemplate } from '#contract/budgets'
import { isEditConflictError } from '../../api/api-error.ts'
import { endpointMutationOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { TextField } from '../../ui/text-field.tsx'
import { resetUnchangedFields } from '../../ui/reset-unchanged-fields.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { useEditedItem } from '../../ui/use-edited-item.ts'
import { BudgetEditorOptionFields } from './budget-editor-option-fields.tsx'
import {
  emptyOptionValues,
  type OptionField,
  TemplateForm,
  type BudgetTemplateValues,
  toTemplateValues,
} from './budget-editor-values.ts'
import './budget-editor.css'

const { listBudgetTemplates, saveBudgetTemplate } = apiContract.customerBudgets

interface TemplateEditorProps {
  readonly template: BudgetTemplate | undefined
  readonly from?: { readonly id: string; readonly values: BudgetTemplateValues } | undefined
  readonly close: () => void
}

export function BudgetTemplateEditor({ template, from, close }: TemplateEditorProps) {
  const queries = useQueryClient()
  // The same for a retry after a lost answer.
  const [budgetTemplateId] = useState(() => template?.budgetTemplateId ?? `btp_${crypto.randomUUID()}`)
  const { form, draft } = useTemplateForm({ template, from })
  const { mutate, error, isPending } = useMutation({
    ...endpointMutationOptions(saveBudgetTemplate),
    onSuccess: () => {
      draft.saved()
      showNotice.success('Plantilla guardada')
      close()
    },
    onSettled: () => invalidateEndpoints(queries, listBudgetTemplates),
  })
  const [values = emptyOptionValues] = useWatch({ control: form.control, name: 'options' })
  const { errors } = form.formState
  const field = (name: OptionField) => ({
    ...form.register(`options.0.${name}`),
    error: errors.options?.[0]?.[name]?.message,
  })
  const { edited } = useEditedItem(template, error, (was, is) =>
    resetUnchangedFields({ form, draft }, toTemplateValues(is), toTemplateValues(was)),
  )
  const version = edited?.version ?? 0
  const submit = form.handleSubmit((given) => mutate({ params: { budgetTemplateId }, body: { ...given, version } }))
  return (
    <Form className="budget-editor-form" draft={draft} refused={error} onSubmit={(event) => void submit(event)}>
      <section className="sheet" aria-labelledby="budget-template-title">
        <h2 id="budget-template-title">{template ? `Plantilla «${template.name}»` : 'Plantilla nueva'}</h2>
        {from && <SourceHint />}
        <div className="form">
          <div className="budget-editor-fields">
            <TextField
              label="Nombre de la plantilla"
              required
              autoComplete="off"
              maxLength={80}
              hint="Solo lo ve la consulta."
              error={errors.name?.message}
              {...form.register('name')}
            />
            <TextField
              label="Días para aceptar"
              inputMode="numeric"
              required
              autoComplete="off"
              error={errors.validDays?.message}
              {...form.register('validDays')}
            />
          </div>
          <BudgetEditorOptionFields values={values} field={field} />
        </div>
      </section>
      <FormErrorNotice
        error={error}
        title="No se ha guardado la plantilla."
        reason={
          isEditConflictError(error)
            ? 'Otra persona la ha cambiado mientras tanto. Lo que has escrito sigue aquí: vuelve a guardar para dejar lo tuyo.'
            : undefined
        }
      />
      <div className="budget-editor-foot">
        <CancelButton onClick={close} />
        <Button type="submit" busy={isPending} busyText="Guardando...">
          Guardar plantilla
        </Button>
      </div>
    </Form>
  )
}

const useTemplateForm = ({ template, from }: Pick<TemplateEditorProps, 'from' | 'template'>) =>
  useDraftForm<BudgetTemplateValues, z.output<typeof TemplateForm>>(
    { form: 'budget-template', of: template?.budgetTemplateId ?? from?.id },
    { resolver: zodResolver(TemplateForm), defaultValues: from?.values ?? toTemplateValues(template) },
  )

const SourceHint = () => (
  <p>
    Empieza con los números de esa opción. De lo escrito solo queda lo que ya estaba en otra plantilla: lo demás puede
    ser sobre este cliente. Complétala y guárdala.
  </p>
)
