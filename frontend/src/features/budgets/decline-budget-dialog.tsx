import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'

import type { UseFormRegisterReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { budgetRefusalReasonLabels } from '#contract/budget-labels'
import { budgetRefusalReasons, type OwnBudget } from '#contract/budgets'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/field-frame.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { createUnstoredFormDraft } from '../../ui/form-draft.ts'
import { FormErrorNotice, useRefusedField } from '../../ui/refused-fields.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { useFormWithoutDraft } from '../../ui/use-draft-form.ts'
import { useEditedItem } from '../../ui/use-edited-item.ts'
import { useDeclineBudget } from './use-own-budgets.ts'
import './accept-budget.css'

interface DeclineProps {
  readonly budget: OwnBudget
  readonly close: () => void
}

const Reason = z.object({ reason: z.enum(budgetRefusalReasons, { error: 'Elige un motivo' }) })

const refusalTexts = {
  'changed-meanwhile':
    'Acabamos de cambiar este presupuesto. Cierra esto para mirar el nuevo; si tampoco quieres ninguna de sus opciones, vuelve a pulsar.',
}

export function DeclineBudgetDialog({ budget, close }: DeclineProps) {
  // Radio buttons register without a value: without a default the form would count as changed from the start.
  const form = useFormWithoutDraft<{ reason: string }, z.output<typeof Reason>>({
    resolver: zodResolver(Reason) as never,
    defaultValues: { reason: '' },
  })
  const { mutate, error, isPending } = useDeclineBudget(() => {
    showNotice.success('Anotado: no eliges ninguna opción')
    close()
  })
  const { edited } = useEditedItem(budget, error)
  const { budgetId, version } = edited
  const draft = createUnstoredFormDraft('decline-budget', form.formState.isDirty)
  return (
    <Dialog title="No elegir ninguna opción" close={close}>
      <Form
        draft={draft}
        refused={error}
        refusalTexts={refusalTexts}
        aria-label="No elegir ninguna opción"
        onSubmit={(event) =>
          void form.handleSubmit(({ reason }) => mutate({ params: { budgetId }, body: { version, reason } }))(event)
        }
      >
        <p>No pasa nada: no debes nada. Hasta que caduque puedes cambiar de idea y aceptarlo.</p>
        <Reasons field={form.register('reason')} error={form.formState.errors.reason?.message} />
        <FormErrorNotice error={error} title="No se ha podido guardar" />
        <div className="dialog-actions">
          <CancelButton>Seguir mirando</CancelButton>
          <Button type="submit" busy={isPending} busyText="Guardando...">
            No elegir ninguna
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

interface ReasonsProps {
  readonly field: UseFormRegisterReturn
  readonly error: string | undefined
}

function Reasons({ field, error }: ReasonsProps) {
  const id = useId()
  const { refusal } = useRefusedField(field.name)
  return (
    <fieldset className="budget-ways" aria-describedby={`${id}-error`}>
      <legend className="budget-accept-title">¿Por qué?</legend>
      {budgetRefusalReasons.map((reason) => (
        <label key={reason} className="budget-way">
          <input type="radio" value={reason} {...field} />
          <span>{budgetRefusalReasonLabels[reason]}</span>
        </label>
      ))}
      <FieldError id={`${id}-error`} text={refusal ?? error} />
    </fieldset>
  )
}
