import { PRODUCT_NAME } from '#contract/product'
import { type ClientSupplement, computeSupplementStatus } from '#contract/client-supplement'
import { useAuth } from '../../api/auth.tsx'
import { toErrorMessage } from '../../api/error-message.ts'
import { EmptyState } from '../../drawings/empty-state.tsx'
import { browserWindowActions } from '../../ui/browser-window-actions.ts'
import { Button } from '../../ui/button.tsx'
import { CounterList } from '../../ui/counter-list.tsx'
import { formatCalendarDay } from '../../ui/format.ts'
import { Card, CardEmpty, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { pickFirstSupplementPerGroup } from './supplement-groups.ts'
import { SupplementInstructionsCard, OwnSupplementsCard } from './own-supplements-card.tsx'
import { useOwnSupplements } from './use-own-supplements.ts'
import './supplements.css'

export function OwnSupplementsTab() {
  const { supplements, error, isPending, retry } = useOwnSupplements()
  if (isPending) return <CardLoading text="Cargando suplementos..." />
  if (!supplements) return <CardLoadError text={toErrorMessage(error)} retry={retry} />
  return <Supplements supplements={supplements} />
}

function Supplements({ supplements }: { readonly supplements: readonly ClientSupplement[] }) {
  const today = usePracticeToday()
  const isActive = (supplement: ClientSupplement) => computeSupplementStatus(supplement, today) === 'active'
  const active = supplements.filter(isActive)
  const counts = [
    { text: 'Total Suplementos', count: pickFirstSupplementPerGroup(supplements).length },
    { text: 'Activos', count: pickFirstSupplementPerGroup(active).length },
    {
      text: 'Completados',
      count: pickFirstSupplementPerGroup(
        supplements.filter((each) => computeSupplementStatus(each, today) === 'completed'),
      ).length,
    },
  ]
  if (supplements.length === 0) {
    return (
      <>
        <CounterList counts={counts} />
        <Card id="supplements-title" title="Mis Suplementos">
          <CardEmpty>
            <EmptyState drawing="vacio-suplementos">
              <p>
                Todavía no tienes suplementos. Tu especialista creará una pauta personalizada para ti cuando tenga tus
                resultados.
              </p>
            </EmptyState>
          </CardEmpty>
        </Card>
      </>
    )
  }
  return (
    <div className="protocol printed-alone">
      <PrintedHeading />
      <CounterList counts={counts} />
      <OwnSupplementsCard supplements={supplements.toSorted((a, b) => Number(isActive(b)) - Number(isActive(a)))} />
      {active.length > 0 && <SupplementInstructionsCard supplements={active} />}
      <div className="sheet-more protocol-print">
        <Button variant="secondary" onClick={() => browserWindowActions.print()}>
          Imprimir mi pauta
        </Button>
      </div>
    </div>
  )
}

function PrintedHeading() {
  const { account } = useAuth()
  return (
    <p className="protocol-heading">
      {PRODUCT_NAME}: pauta de {account?.displayName}, {formatCalendarDay(usePracticeToday())}
    </p>
  )
}
