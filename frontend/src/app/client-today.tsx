import type { QueryClient } from '@tanstack/react-query'
import { createDayFormatter } from '#contract/calendar-days'
import { OwnDailyDoses } from '../features/supplements/daily-dose-checklist.tsx'
import { dosesOfWeekQuery, useProtocolStatusToday } from '../features/supplements/use-daily-dose-ticks.ts'
import { ownSupplementsQuery } from '../features/supplements/use-own-supplements.ts'
import { lazy, WhileLoading } from '../ui/lazy.tsx'
import { CardLoading } from '../ui/panel.tsx'
import { useAfterFirstPicture } from '../ui/use-after-first-picture.ts'
import { useViewerToday } from '../ui/use-viewer-today.ts'
import { getViewerToday } from '../ui/wall-time.ts'
import './client-today.css'

/** Longest wait in milliseconds for the second column's answers; rendering it earlier would render it twice. */
const SIDEBAR_WAIT_MS = 1500
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

let firstQueries: QueryClient | undefined

const Sidebar = lazy(async () => {
  const { ClientTodaySidebar, prefetchSidebar } = await import('./client-today-sidebar.tsx')
  if (firstQueries) await Promise.race([prefetchSidebar(firstQueries), pause(SIDEBAR_WAIT_MS)])
  return { default: ClientTodaySidebar }
})

/**
 * Takes over the answers that the document requested while the code was loading, so that the first rendering shows
 * them: a second rendering costs a slow processor the same again.
 */
export async function prefetchClientToday(queries: QueryClient): Promise<void> {
  firstQueries = queries
  await Promise.all([
    queries.prefetchInfiniteQuery(ownSupplementsQuery),
    queries.prefetchQuery(dosesOfWeekQuery(getViewerToday())),
  ])
}

export function ClientToday() {
  const isAfterFirstPicture = useAfterFirstPicture()
  return (
    <>
      <DateLine />
      <div className="client-today">
        <OwnDailyDoses />
        {isAfterFirstPicture && (
          <WhileLoading show={<CardLoading text="Cargando tu día..." />}>
            <Sidebar />
          </WhileLoading>
        )}
      </div>
    </>
  )
}

const formatToday = createDayFormatter({ weekday: 'long', day: 'numeric', month: 'long' })

/** Its `Intl` formatter would delay the doses; the line's height is reserved. */
const DateLine = () => <p className="client-date">{useAfterFirstPicture() ? <Today /> : '\u00A0'}</p>

function Today() {
  const day = useViewerToday()
  const { today } = useProtocolStatusToday()
  return (
    <>
      {formatToday(day)}
      {today && (
        <>
          {` · semana ${today.week}`}
          <span className="client-date-rest"> de tu pauta</span>
        </>
      )}
    </>
  )
}
