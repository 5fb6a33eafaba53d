import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import type { HourlySignInCounts } from '#contract/security-sign-ins'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { formatInteger } from '../../ui/format.ts'
import { Card, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { type TableColumn, ResponsiveTable } from '../../ui/responsive-table.tsx'
import {
  type SignInChartBar,
  toDailySignInBars,
  toHourlySignInBars,
  type SignInChartSpan,
  toSignInChartSummary,
} from './sign-in-bars.ts'
import './sign-in-chart.css'

const EVERY_MS = 10_000

export function SignInChart() {
  const { data, error, isPending, refetch } = useQuery({
    ...endpointQueryOptions(apiContract.security.signIns, {}),
    refetchInterval: EVERY_MS,
  })
  return (
    <Card id="sign-ins-title" title="Inicios de sesión">
      {isPending && <CardLoading text="Contando inicios de sesión..." />}
      {error && !data && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {data && <Chart hours={data.hours} />}
    </Card>
  )
}

function Chart({ hours }: { readonly hours: readonly HourlySignInCounts[] }) {
  const [span, setSpan] = useState<SignInChartSpan>('day')
  const bars = span === 'day' ? toHourlySignInBars(hours) : toDailySignInBars(hours)
  const succeeded = bars.reduce((sum, bar) => sum + bar.succeeded, 0)
  const failed = bars.reduce((sum, bar) => sum + bar.failed, 0)
  return (
    <>
      <div className="sign-ins-head">
        <p role="status">{toSignInChartSummary(span, succeeded, failed)}</p>
        <div className="sign-ins-spans" role="group" aria-label="Periodo">
          {(['day', 'week'] as const).map((each) => (
            <Button
              key={each}
              variant={each === span ? 'secondary' : 'plain'}
              size="small"
              aria-pressed={each === span}
              onClick={() => setSpan(each)}
            >
              {each === 'day' ? '24 h' : '7 días'}
            </Button>
          ))}
        </div>
      </div>
      <Bars bars={bars} />
      <p className="sign-ins-key" aria-hidden="true">
        <span data-kind="succeeded">Correctos</span>
        <span data-kind="failed">Fallidos</span>
      </p>
      <details className="sign-ins-table">
        <summary>Ver como tabla</summary>
        <ResponsiveTable
          caption={span === 'day' ? 'Inicios de sesión por hora' : 'Inicios de sesión por día'}
          columns={columns(span)}
          rows={bars}
          keyOf={({ key }) => key}
        />
      </details>
    </>
  )
}

/** Hidden from screen readers, which have the summary and the table. */
function Bars({ bars }: { readonly bars: readonly SignInChartBar[] }) {
  const highest = Math.max(1, ...bars.map(({ succeeded, failed }) => succeeded + failed))
  const peak = Math.max(...bars.map(({ failed }) => failed))
  const share = (count: number) => `${(count / highest) * 100}%`
  return (
    <div className="sign-ins-bars" aria-hidden="true">
      {bars.map(({ key, label, isLabelled, succeeded, failed }) => (
        <div key={key} className="sign-ins-bar">
          <div className="sign-ins-column">
            {peak > 0 && failed === peak && <span className="sign-ins-peak">{formatInteger(failed)}</span>}
            <i data-kind="failed" style={{ height: share(failed) }} />
            <i data-kind="succeeded" style={{ height: share(succeeded) }} />
          </div>
          <span className="sign-ins-label">{isLabelled ? label : ''}</span>
        </div>
      ))}
    </div>
  )
}

const columns = (span: SignInChartSpan): readonly TableColumn<SignInChartBar>[] => [
  { title: span === 'day' ? 'Hora' : 'Día', cell: ({ name }) => name, whole: true },
  { title: 'Correctos', figures: true, cell: ({ succeeded }) => formatInteger(succeeded) },
  { title: 'Fallidos', figures: true, cell: ({ failed }) => formatInteger(failed) },
]
