import { budgetRefusalReasonLabels } from '#contract/budget-labels'
import type { CustomerBudget } from '#contract/budgets'
import { toErrorMessage } from '../../api/error-message.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { formatCalendarDay, formatInstantAsDay, formatInteger } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { BudgetPdfButton } from './budget-pdf-button.tsx'
import { budgetStateWords, formatSum } from './budget-words.ts'
import { CustomerBudgetAgreement } from './customer-budget-agreement.tsx'
import { CustomerBudgetQuestion } from './customer-budget-question.tsx'
import { useCustomerBudgets } from './customer-budget-queries.ts'
import { listShownOptions } from './template-of-option.ts'
import './customer-budget.css'

interface ListProps {
  readonly customerId: string
  readonly proof: FreshMfaProofPrompt
}

export function CustomerBudgetList({ customerId, proof }: ListProps) {
  const { data, error, refetch } = useCustomerBudgets(customerId)
  if (!data && error) return <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
  if (!data) return <CardLoading text="Cargando presupuestos..." />
  if (data.items.length === 0)
    return (
      <section className="sheet" aria-label="Presupuestos">
        <p>Este cliente todavía no tiene presupuestos. Prepara hasta tres opciones y publícalas cuando estén listas.</p>
      </section>
    )
  return data.items.map((budget) => (
    <Budget key={budget.budgetId} budget={budget} customerId={customerId} proof={proof} />
  ))
}

interface BudgetProps extends ListProps {
  readonly budget: CustomerBudget
}

function Budget({ budget, customerId, proof }: BudgetProps) {
  const { budgetId, state, createdAt, published } = budget
  const id = `budget-${budgetId}`
  const isOpen = state !== 'accepted' && state !== 'ended'
  return (
    <section className="sheet" aria-labelledby={id} id={budgetId}>
      <div className="customer-budget-head">
        <h2 id={id}>Presupuesto del {formatInstantAsDay(createdAt)}</h2>
        <StatusBadge good={state === 'open' || state === 'accepted'}>{budgetStateWords[state]}</StatusBadge>
      </div>
      {isOpen && <Offer budget={budget} />}
      {published?.question && (
        <CustomerBudgetQuestion
          key={published.question.askedAt}
          customerId={customerId}
          budgetId={budgetId}
          question={published.question}
        />
      )}
      {published?.agreement && (
        <CustomerBudgetAgreement
          customerId={customerId}
          budget={budget}
          agreement={published.agreement}
          proof={proof}
        />
      )}
      {published && <BudgetPdfButton budgetId={budgetId} customerId={customerId} />}
      {isOpen && (
        <ButtonLink variant="secondary" size="small" to={`?editar=${budgetId}`}>
          {published ? 'Cambiar y publicar otra versión' : 'Seguir con el borrador'}
        </ButtonLink>
      )}
    </section>
  )
}

function Offer({ budget }: { readonly budget: CustomerBudget }) {
  const { budgetId, state, content, published, isPublished } = budget
  const { recommended, validUntil } = published ?? content
  return (
    <>
      <ul className="customer-budget-options">
        {listShownOptions(budget).map(({ title, priceCents }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two options may have the same name, and none moves
          <li key={index}>
            <span>
              <strong>{title}</strong>, {formatSum(priceCents)}
              {recommended === index + 1 && ' (recomendada)'}
            </span>{' '}
            <Link
              to={`?plantilla=nueva&de=${budgetId}&opcion=${index + 1}`}
              aria-label={`Guardar como plantilla la opción ${title}`}
            >
              Guardar como plantilla
            </Link>
          </li>
        ))}
      </ul>
      <p className="customer-budget-state">
        {published
          ? `Versión ${formatInteger(published.version)}, publicada el ${formatInstantAsDay(published.publishedAt)}. `
          : 'El cliente todavía no lo ve en su panel. '}
        {state === 'expired' ? 'Se podía aceptar' : 'Se puede aceptar'} hasta el {formatCalendarDay(validUntil)}.
      </p>
      {published?.declined && (
        <p>
          Dijo que no el {formatInstantAsDay(published.declined.at)}: «
          {budgetRefusalReasonLabels[published.declined.reason]}».
        </p>
      )}
      {published && !isPublished && (
        <p>Hay un borrador con cambios que el cliente no ve en su panel hasta que lo publiques.</p>
      )}
    </>
  )
}
