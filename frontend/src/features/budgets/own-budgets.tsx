import { useEffect, useId, useRef, useState } from 'react'
import type { OwnBudget } from '#contract/budgets'
import { budgetRefusalReasonLabels } from '#contract/budget-labels'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { formatCalendarDay, formatInstantAsDay } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { CardEmpty, CardLoadError, CardLoading } from '../../ui/panel.tsx'
import { AcceptBudgetForm, useAcceptForm } from './accept-budget-form.tsx'
import { BudgetComparison } from './budget-comparison.tsx'
import { BudgetPdfButton } from './budget-pdf-button.tsx'
import { BudgetOptionSummary } from './budget-option-summary.tsx'
import { BudgetQuestion } from './budget-question.tsx'
import { budgetStateWords, formatOptionCount, formatPrice } from './budget-words.ts'
import { DeclineBudgetDialog } from './decline-budget-dialog.tsx'
import { OwnAgreement } from './own-agreement.tsx'
import { useOwnBudgets } from './use-own-budgets.ts'
import './budgets.css'

function splitBudgets(all: readonly OwnBudget[]) {
  const going = all.filter(({ state }) => state === 'open' || state === 'accepted')
  const shown = going.length > 0 ? going : all.slice(0, 1)
  return { shown, earlier: all.filter((each) => !shown.includes(each)) }
}

export function OwnBudgets() {
  const { data, error, fetchStatus, refetch } = useOwnBudgets()
  const isOffline = fetchStatus === 'paused'
  if (!data) {
    const problem = isOffline ? 'Sin conexión: no podemos ver tus presupuestos ahora.' : error && toErrorMessage(error)
    return problem ? (
      <CardLoadError text={problem} retry={() => void refetch()} />
    ) : (
      <CardLoading text="Cargando tus presupuestos..." />
    )
  }
  const { shown, earlier } = splitBudgets(data.items)
  return (
    <>
      {(isOffline || error) && (
        <p className="budget-stale" role="status">
          {isOffline ? 'Sin conexión: esto es lo último que sabemos.' : toErrorMessage(error)}
        </p>
      )}
      {data.items.length === 0 && <None />}
      {shown.map((budget) => (
        <OneBudget key={budget.budgetId} budget={budget} />
      ))}
      {earlier.length > 0 && (
        <details className="budget-details">
          <summary>Presupuestos anteriores ({earlier.length})</summary>
          {earlier.map((budget) => (
            <OneBudget key={budget.budgetId} budget={budget} />
          ))}
        </details>
      )}
    </>
  )
}

const None = () => (
  <CardEmpty>
    <p>Todavía no tienes ningún presupuesto.</p>
    <p>Después de tu primera consulta te preparamos hasta tres opciones. Las verás aquí, y puedes no elegir ninguna.</p>
  </CardEmpty>
)

function OneBudget({ budget }: { readonly budget: OwnBudget }) {
  const { agreement, state } = budget
  if (agreement) return <OwnAgreement budget={budget} agreement={agreement} />
  return state === 'expired' ? <ExpiredBudget budget={budget} /> : <OfferedBudget budget={budget} />
}

function ExpiredBudget({ budget }: { readonly budget: OwnBudget }) {
  const { validUntil, options, publishedAt } = budget
  const id = useId()
  return (
    <section className="budget" aria-labelledby={id}>
      <h2 id={id}>
        {budgetStateWords.expired}: {formatOptionCount(options.length).toLowerCase()}
      </h2>
      <p className="budget-lead">
        Del {formatInstantAsDay(publishedAt)}. Valía hasta el {formatCalendarDay(validUntil)} y ya no se puede aceptar.
        Si te sigue interesando, pregúntanos y te preparamos otro.
      </p>
      <div className="budget-old">
        {options.map((option) => (
          <BudgetOptionSummary key={option.optionId} option={option} vat={option.vat} />
        ))}
      </div>
      <BudgetQuestion budget={budget} />
    </section>
  )
}

function useIsNewer({ version }: OwnBudget) {
  const [opened, setOpened] = useState(version)
  return { isNewer: version !== opened, seen: () => setOpened(version) }
}

function OfferedBudget({ budget }: { readonly budget: OwnBudget }) {
  const { options, validUntil, publishedAt, version, declined } = budget
  const id = useId()
  const [wanted, setWanted] = useState<{ readonly optionId: number; readonly version: number }>()
  const [isDeclining, setDeclining] = useState(false)
  const { isNewer, seen } = useIsNewer(budget)
  const accepting = useAcceptForm(budget.budgetId)
  // A choice applies to one version only.
  const chosen = wanted?.version === version ? options.find(({ optionId }) => optionId === wanted.optionId) : undefined
  const acceptance = useRef<HTMLDivElement>(null)
  return (
    <section className="budget" aria-labelledby={id}>
      <h2 id={id}>{formatOptionCount(options.length)} para seguir</h2>
      <p className="budget-lead">
        Del {formatInstantAsDay(publishedAt)}. {options.length > 1 ? 'Valen' : 'Vale'} hasta el{' '}
        {formatCalendarDay(validUntil)}. Puedes no elegir ninguna.
      </p>
      {declined && (
        <NoticeBox>
          El {formatInstantAsDay(declined.at)} nos dijiste que no eliges ninguna:{' '}
          {budgetRefusalReasonLabels[declined.reason].toLowerCase()}. Si cambias de idea, hasta el{' '}
          {formatCalendarDay(validUntil)} puedes aceptar una.
        </NoticeBox>
      )}
      {isNewer && <Newer seen={seen} />}
      {/* The bar is sticky within this block, for as long as options are compared. */}
      <div>
        <Recommendation budget={budget} />
        <BudgetComparison
          budget={budget}
          chosen={chosen?.optionId}
          choose={(optionId) => {
            setWanted({ optionId, version })
            accepting.accept.reset()
          }}
        />
        <BudgetQuestion budget={budget} />
        <div className="budget-actions">
          <BudgetPdfButton budgetId={budget.budgetId} />
          {!declined && (
            <Button variant="plain" size="small" onClick={() => setDeclining(true)}>
              No elegir ninguna
            </Button>
          )}
        </div>
        {isDeclining && <DeclineBudgetDialog budget={budget} close={() => setDeclining(false)} />}
        <div className="budget-bar">
          {chosen ? (
            <>
              <p className="budget-bar-price">
                <span>{chosen.title}</span> <strong>{formatPrice(chosen.priceCents)}</strong>
              </p>
              <Button onClick={() => goTo(acceptance.current)}>Continuar con {chosen.title}</Button>
            </>
          ) : (
            <p role="status">
              {options.length > 1 ? 'Elige una opción para seguir.' : 'Elige la opción para seguir.'} Nada queda
              aceptado todavía.
            </p>
          )}
        </div>
      </div>
      <div ref={acceptance}>{chosen && <AcceptBudgetForm budget={budget} option={chosen} accepting={accepting} />}</div>
    </section>
  )
}

function goTo(acceptance: HTMLElement | null): void {
  acceptance?.firstElementChild?.scrollIntoView({ block: 'start' })
  acceptance?.querySelector('h3')?.focus({ preventScroll: true })
}

function Newer({ seen }: { readonly seen: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.scrollIntoView({ block: 'center' }), [])
  return (
    <div ref={place}>
      <NoticeBox kind="problem">
        <p>
          <strong>Acabamos de cambiar este presupuesto.</strong> Aquí tienes el nuevo: míralo y elige otra vez. No se ha
          aceptado nada, y tus datos siguen escritos.
        </p>
        <Button variant="secondary" size="small" onClick={seen}>
          Entendido
        </Button>
      </NoticeBox>
    </div>
  )
}

const Recommendation = ({ budget: { recommendation, recommended, options } }: { readonly budget: OwnBudget }) => {
  const title = options.find(({ optionId }) => optionId === recommended)?.title
  if (!recommendation && !title) return null
  return (
    <blockquote className="budget-advice">
      <p>{recommendation ? `«${recommendation}»` : `Para ti, ${title}.`}</p>
      <footer>Tu especialista{recommendation && title ? `, que elegiría «${title}»` : ''}</footer>
    </blockquote>
  )
}
