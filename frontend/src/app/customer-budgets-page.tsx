import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { apiContract } from '#contract/api'
import type { Customer } from '#contract/customer'
import { CustomerId } from '#contract/value-schemas'
import { hasApiErrorCode } from '../api/api-error.ts'
import { endpointQueryOptions } from '../api/endpoint-query.ts'
import { toErrorMessage } from '../api/error-message.ts'
import { BudgetEditor } from '../features/budgets/budget-editor.tsx'
import { BudgetTemplateEditor } from '../features/budgets/budget-template-editor.tsx'
import { BudgetTemplateList } from '../features/budgets/budget-template-list.tsx'
import { CustomerBudgetList } from '../features/budgets/customer-budget-list.tsx'
import { useBudgetTemplates, useCustomerBudgets } from '../features/budgets/customer-budget-queries.ts'
import { listShownOptions, toTemplateOfOption } from '../features/budgets/template-of-option.ts'
import { CustomerNotFoundScreen } from '../features/customers/customer-personal-data-card.tsx'
import { isMfaProofCancelled, useMfaProof } from '../features/mfa/use-mfa-proof.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { takeFirstWord } from '../ui/format.ts'
import { PageHead } from '../ui/page-head.ts'
import { CardLoading, CardLoadError, PanelLayout } from '../ui/panel.tsx'
import { usePanelHeader } from './panel-header.tsx'

const panel = { name: 'Administración' } as const

const NEW_BUDGET = 'nuevo'
const NEW_TEMPLATE = 'nueva'

function Budgets({ customerId }: { readonly customerId: string }) {
  usePanelHeader(panel)
  const { data, error, refetch } = useQuery(
    endpointQueryOptions(apiContract.customers.read, { params: { customerId } }),
  )
  const [parameters] = useSearchParams()
  const isList = !parameters.has('editar') && !parameters.has('plantilla')
  if (hasApiErrorCode(error, 'not-found')) return <CustomerNotFoundScreen />
  const title = `Presupuestos de ${data?.name ?? 'este cliente'}`
  return (
    <PanelLayout
      title={title}
      back={
        isList ? (
          <BackLink to={`/client/${customerId}`}>Volver a la ficha</BackLink>
        ) : (
          <BackLink to={toPath(customerId)}>Volver a los presupuestos</BackLink>
        )
      }
      actions={isList && <ButtonLink to={`?editar=${NEW_BUDGET}`}>Nuevo presupuesto</ButtonLink>}
    >
      <PageHead title={title} hidden />
      {error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {!data && !error && <CardLoading text="Cargando cliente..." />}
      {data && (
        <Content
          customer={data}
          edited={parameters.get('editar')}
          template={parameters.get('plantilla')}
          source={readSource(parameters)}
        />
      )}
    </PanelLayout>
  )
}

function readSource(parameters: URLSearchParams): Source | null {
  const budgetId = parameters.get('de')
  return budgetId ? { budgetId, option: Number(parameters.get('opcion')) } : null
}

const toPath = (customerId: string): string => `/client/${customerId}/presupuestos`

interface ContentProps {
  readonly customer: Customer
  readonly edited: string | null
  readonly template: string | null
  readonly source: Source | null
}

interface Source {
  readonly budgetId: string
  /** Number of the option, from 1. */
  readonly option: number
}

function Content({ customer: { customerId, name }, edited, template, source }: ContentProps) {
  const navigate = useNavigate()
  const close = () => void navigate(toPath(customerId))
  if (template === NEW_TEMPLATE && source)
    return <TemplateOfOption customerId={customerId} source={source} close={close} />
  if (template) return <EditedTemplate key={template} budgetTemplateId={template} close={close} />
  if (!edited) return <Lists customerId={customerId} />
  return <Edited key={edited} customerId={customerId} budgetId={edited} firstName={takeFirstWord(name)} close={close} />
}

function Lists({ customerId }: { readonly customerId: string }) {
  const { withProof, dialog } = useMfaProof()
  return (
    <>
      <CustomerBudgetList customerId={customerId} proof={{ withProof, isCancelled: isMfaProofCancelled }} />
      <BudgetTemplateList />
      {dialog}
    </>
  )
}

interface EditedProps {
  readonly customerId: string
  readonly budgetId: string
  readonly firstName: string
  readonly close: () => void
}

function Edited({ customerId, budgetId, firstName, close }: EditedProps) {
  const { data, error, refetch } = useCustomerBudgets(customerId)
  const stored = data?.items.find((each) => each.budgetId === budgetId)
  if (budgetId === NEW_BUDGET)
    return (
      <BudgetEditor
        customerId={customerId}
        firstName={firstName}
        stored={undefined}
        others={data?.items}
        close={close}
      />
    )
  if (stored) return <BudgetEditor customerId={customerId} firstName={firstName} stored={stored} close={close} />
  if (error) return <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
  return data ? <p>Este presupuesto ya no está.</p> : <CardLoading text="Cargando presupuesto..." />
}

interface TemplateOfOptionProps {
  readonly customerId: string
  readonly source: Source
  readonly close: () => void
}

function TemplateOfOption({ customerId, source, close }: TemplateOfOptionProps) {
  const [budgets, templates] = [useCustomerBudgets(customerId), useBudgetTemplates()]
  const failed = [budgets, templates].find(({ data, error }) => !data && error)
  if (failed?.error) return <CardLoadError text={toErrorMessage(failed.error)} retry={() => void failed.refetch()} />
  if (!budgets.data || !templates.data) return <CardLoading text="Cargando presupuesto..." />
  const budget = budgets.data.items.find(({ budgetId }) => budgetId === source.budgetId)
  const option = budget && listShownOptions(budget)[source.option - 1]
  if (!option) return <p>Esta opción ya no está.</p>
  const values = toTemplateOfOption(option, templates.data.items)
  const from = { id: `${source.budgetId} ${source.option}`, values }
  return <BudgetTemplateEditor key={from.id} template={undefined} from={from} close={close} />
}

interface EditedTemplateProps {
  readonly budgetTemplateId: string
  readonly close: () => void
}

function EditedTemplate({ budgetTemplateId, close }: EditedTemplateProps) {
  const { data, error, refetch } = useBudgetTemplates()
  const template = data?.items.find((each) => each.budgetTemplateId === budgetTemplateId)
  if (budgetTemplateId === NEW_TEMPLATE) return <BudgetTemplateEditor template={undefined} close={close} />
  if (template) return <BudgetTemplateEditor template={template} close={close} />
  if (error) return <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
  return data ? <p>Esta plantilla ya no está.</p> : <CardLoading text="Cargando plantilla..." />
}

export function CustomerBudgetsPage() {
  const known = CustomerId.safeParse(useParams()['customerId'])
  return known.success ? <Budgets key={known.data} customerId={known.data} /> : <CustomerNotFoundScreen />
}
