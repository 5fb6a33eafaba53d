import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { auditActionLabels } from '#contract/audit-labels'
import type { AuditedValueChange } from '#contract/audited-value-change'
import { instantToWallTime } from '#contract/calendar-days'
import { type CustomerTimelineEntry, type TimelineKind, timelineKinds } from '#contract/customer-timeline'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { CollapsibleCard } from '../../ui/collapsible-card.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import './timeline.css'

interface OfCustomer {
  readonly customerId: string
}

export function CustomerTimelineCard({ customerId }: OfCustomer) {
  const [isOpen, setOpen] = useState(false)
  return (
    <CollapsibleCard
      id="timeline-title"
      title="Cronología"
      result="Todo lo que ha pasado, con sus valores"
      onToggle={setOpen}
    >
      {isOpen && <Timeline customerId={customerId} />}
    </CollapsibleCard>
  )
}

const kindLabels: Readonly<Record<TimelineKind, string>> = {
  consultations: 'Consultas',
  protocol: 'Pauta',
  files: 'Archivos',
  questionnaire: 'Cuestionario',
  messages: 'Mensajes',
  payments: 'Pagos',
}

function Timeline({ customerId }: OfCustomer) {
  const [kind, setKind] = useState<TimelineKind>()
  const [hasAccess, setAccess] = useState(false)
  const list = useInfiniteQuery(
    endpointPagesQueryOptions(apiContract.customers.timeline, {
      params: { customerId },
      query: { ...(kind && { kind }), access: hasAccess ? 'with' : 'without' },
    }),
  )
  return (
    <>
      <div className="timeline-filters">
        <fieldset>
          <legend className="visually-hidden">Qué quieres ver</legend>
          {[undefined, ...timelineKinds].map((each) => (
            <label key={each ?? 'all'}>
              <input type="radio" name="timeline-kind" checked={kind === each} onChange={() => setKind(each)} />
              <span>{each ? kindLabels[each] : 'Todo'}</span>
            </label>
          ))}
        </fieldset>
        <CheckboxField
          label="Accesos y avisos"
          checked={hasAccess && kind === undefined}
          disabled={kind !== undefined}
          onChange={({ target }) => setAccess(target.checked)}
        />
      </div>
      <PagedList
        list={list}
        loading="Cargando cronología..."
        empty={kind ? 'Nada de esto todavía.' : 'Todavía no consta nada.'}
        problem={toErrorMessage}
      >
        {(entries) => [...groupByDay(entries)].map(([day, ofDay]) => <Day key={day} entries={ofDay} />)}
      </PagedList>
    </>
  )
}

const groupByDay = (entries: readonly CustomerTimelineEntry[]) =>
  Map.groupBy(entries, ({ at }) => instantToWallTime(at).day)

function Day({ entries }: { readonly entries: readonly CustomerTimelineEntry[] }) {
  const [first] = entries
  if (!first) return null
  return (
    <section className="timeline-day">
      <h3>
        {formatWeekdayDate(first.at)} <span>de {instantToWallTime(first.at).day.slice(0, 4)}</span>
      </h3>
      <ol className="timeline">
        {entries.map(({ auditId, at, action, by, values }) => (
          <li key={auditId}>
            <time dateTime={at}>{formatTime(at)}</time>
            <span>
              {auditActionLabels[action]}
              {values.length > 0 && (
                <span className="timeline-values">
                  {values.map((value) => (
                    <Value key={value.name} value={value} />
                  ))}
                </span>
              )}
            </span>
            <span className="timeline-by">{by ?? 'Sistema'}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const Value = ({ value: { name, before, after } }: { readonly value: AuditedValueChange }) => (
  <span>
    {name}:{' '}
    {before !== null && (
      <>
        {before} <span aria-hidden="true">→</span>
        <span className="visually-hidden">, ahora</span>{' '}
      </>
    )}
    <strong>{after ?? '–'}</strong>
  </span>
)
