import { PRODUCT_NAME } from '#contract/product'
import { type ClientSupplement, statusOn } from '#contract/client-supplement'
import { useAuth } from '../../api/auth.tsx'
import { errorText } from '../../api/error-text.ts'
import { browser } from '../../ui/browser.ts'
import { Button } from '../../ui/button.tsx'
import { Counters } from '../../ui/counters.tsx'
import { formatPlainDay } from '../../ui/format.ts'
import { Card, CardEmpty, CardLoading, CardProblem } from '../../ui/panel.tsx'
import { useToday } from '../../ui/use-today.ts'
import { firstOfEach } from './groups.ts'
import { Instructions, Protocol } from './protocol.tsx'
import { Today } from './today.tsx'
import { useSupplements } from './use-supplements.ts'
import './supplements.css'

export function SupplementsTab() {
  const { supplements, error, isPending, retry } = useSupplements()
  if (isPending) return <CardLoading text="Cargando suplementos..." />
  if (!supplements) return <CardProblem text={errorText(error)} retry={retry} />
  return <Supplements supplements={supplements} />
}

function Supplements({ supplements }: { readonly supplements: readonly ClientSupplement[] }) {
  const today = useToday()
  const isActive = (supplement: ClientSupplement) => statusOn(supplement, today) === 'active'
  const active = supplements.filter(isActive)
  const counts = [
    { text: 'Total Suplementos', count: firstOfEach(supplements).length },
    { text: 'Activos', count: firstOfEach(active).length },
    {
      text: 'Completados',
      count: firstOfEach(supplements.filter((each) => statusOn(each, today) === 'completed')).length,
    },
  ]
  if (supplements.length === 0) {
    return (
      <>
        <Counters counts={counts} />
        <Card id="supplements-title" title="Mis Suplementos">
          <CardEmpty>
            <p>
              Todavía no tienes suplementos. Tu especialista creará un protocolo personalizado para ti cuando tenga tus
              resultados.
            </p>
          </CardEmpty>
        </Card>
      </>
    )
  }
  return (
    <div className="protocol">
      <PrintedHeading />
      {active.length > 0 && <Today supplements={supplements} />}
      <Counters counts={counts} />
      <Protocol supplements={supplements.toSorted((a, b) => Number(isActive(b)) - Number(isActive(a)))} />
      {active.length > 0 && <Instructions supplements={active} />}
      <div className="sheet-more protocol-print">
        <Button variant="secondary" onClick={() => browser.print()}>
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
      {PRODUCT_NAME}: pauta de {account?.displayName}, {formatPlainDay(useToday())}
    </p>
  )
}
