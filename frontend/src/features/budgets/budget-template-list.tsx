import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import type { BudgetTemplate } from '#contract/budgets'
import { hasApiErrorCode } from '../../api/api-error.ts'
import { endpointMutationOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { formatSum } from './budget-words.ts'
import { useBudgetTemplates } from './customer-budget-queries.ts'
import './customer-budget.css'

const { listBudgetTemplates, removeBudgetTemplate } = apiContract.customerBudgets

export function BudgetTemplateList() {
  const { data, error, refetch } = useBudgetTemplates()
  return (
    <section className="sheet" aria-labelledby="budget-templates-title">
      <h2 id="budget-templates-title">Plantillas de opciones</h2>
      {error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {!data && !error && <CardLoading text="Cargando plantillas..." />}
      {data?.items.length === 0 && (
        <p>
          Todavía no hay ninguna. Con una, cada opción de un presupuesto empieza escrita y solo cambias lo que toca.
        </p>
      )}
      {data && data.items.length > 0 && (
        <ul className="customer-budget-templates">
          {data.items.map((template) => (
            <Template key={template.budgetTemplateId} template={template} />
          ))}
        </ul>
      )}
      <ButtonLink variant="secondary" size="small" to="?plantilla=nueva">
        Nueva plantilla
      </ButtonLink>
    </section>
  )
}

function Template({ template: { budgetTemplateId, name, option } }: { readonly template: BudgetTemplate }) {
  const queries = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const invalidate = () => invalidateEndpoints(queries, listBudgetTemplates)
  const { mutate, isPending } = useMutation({
    ...endpointMutationOptions(removeBudgetTemplate),
    onSuccess: () => {
      showNotice.success('Plantilla eliminada')
      return invalidate()
    },
    onError: (error) => {
      // Somebody else has deleted it already.
      if (hasApiErrorCode(error, 'not-found')) return invalidate()
      showNotice.failure('No se ha eliminado la plantilla', toErrorMessage(error))
      return undefined
    },
    onSettled: () => setAsked(false),
  })
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong>
        </p>
        <p className="field-hint">
          {option.title}, {formatSum(option.priceCents)}
        </p>
      </div>
      <div className="customer-budget-actions">
        <ButtonLink variant="secondary" size="small" to={`?plantilla=${budgetTemplateId}`}>
          Editar<span className="visually-hidden"> {name}</span>
        </ButtonLink>
        <Button variant="remove" size="small" aria-label={`Eliminar ${name}`} onClick={() => setAsked(true)}>
          Eliminar
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title="¿Eliminar esta plantilla?"
          action="Eliminar plantilla"
          busy={isPending}
          busyText="Eliminando..."
          confirm={() => mutate({ params: { budgetTemplateId } })}
          cancel={() => setAsked(false)}
        >
          <p>{name} dejará de estar para presupuestos nuevos. Los que ya se hicieron con ella no cambian.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
