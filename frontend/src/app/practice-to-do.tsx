import { useState } from 'react'
import { addDays, instantToWallTime } from '#contract/calendar-days'
import { useComingConsultations } from '../features/consultations/agenda-queries.ts'
import {
  useConsultationRequestTasks,
  useConsultationsToCloseTasks,
  useConsultationTaskDialog,
  useOrderToScheduleTasks,
} from '../features/consultations/consultation-tasks.tsx'
import { useCustomerTasks } from '../features/customers/customer-tasks.tsx'
import { useRejectedFileTasks } from '../features/files/file-tasks.tsx'
import { useSupplementReviewTasks } from '../features/supplements/supplement-tasks.tsx'
import { toErrorMessage } from '../api/error-message.ts'
import { Button } from '../ui/button.tsx'
import { formatInteger } from '../ui/format.ts'
import { CardLoadError, CardLoading } from '../ui/panel.tsx'
import { type Task, TaskList, type TaskSource } from '../ui/task-list.tsx'
import { usePracticeToday } from '../ui/use-practice-today.ts'
import { formatTime, formatWeekdayNumber } from '../ui/wall-time.ts'

/** Rows before «Ver más»: keeps the client list within the first screen. */
const SHOWN_AT_FIRST = 8

/** Tasks due within this many days are always shown. */
const SOON_DAYS = 7

/** Order: lapses today, for today, with a deadline, without one, waits for others. */
function rankOf({ at, isForToday, waitsForOthers }: Task): number {
  if (waitsForOthers) return 4
  if ('deadline' in at) return isForToday ? 0 : 2
  return isForToday ? 1 : 3
}

const momentOf = ({ at }: Task): string => ('deadline' in at ? at.deadline : at.since)

const byUrgency = (one: Task, other: Task): number =>
  rankOf(one) - rankOf(other) || momentOf(one).localeCompare(momentOf(other))

const isSoon = ({ at }: Task, today: string): boolean =>
  'deadline' in at && instantToWallTime(at.deadline).day <= addDays(today, SOON_DAYS)

export function PracticeToDo() {
  const today = usePracticeToday()
  const consultations = useConsultationTaskDialog()
  const reviews = useSupplementReviewTasks(today)
  const sources: readonly TaskSource[] = [
    useConsultationsToCloseTasks(today, consultations.ask),
    useConsultationRequestTasks(today, consultations.ask),
    useOrderToScheduleTasks(consultations.ask),
    reviews.source,
    useRejectedFileTasks(),
    useCustomerTasks(today),
  ]
  const [isWhole, setWhole] = useState(false)
  const tasks = sources.flatMap((source) => source.tasks).toSorted(byUrgency)
  const failed = sources.filter(({ error }) => error)
  const isPending = sources.some((source) => source.isPending)
  const hasMore = sources.some((source) => source.hasMore)
  const lastSoon = tasks.findLastIndex((task) => isSoon(task, today))
  const shown = isWhole ? tasks : tasks.slice(0, Math.max(SHOWN_AT_FIRST, lastSoon + 1))
  const left = tasks.length - shown.length
  return (
    <section className="sheet" aria-labelledby="to-do-title">
      <div className="practice-overview-head">
        <h2 id="to-do-title">Por hacer</h2>
        {tasks.length > 0 && <span>{countOf(tasks, hasMore)}</span>}
      </div>
      {failed[0]?.error && (
        <CardLoadError
          text={`Falta una parte de la lista. ${toErrorMessage(failed[0].error)}`}
          retry={() => failed.forEach(({ refetch }) => void refetch())}
        />
      )}
      {isPending && tasks.length === 0 && <CardLoading text="Mirando qué hay pendiente..." />}
      {!isPending && !hasMore && failed.length === 0 && tasks.length === 0 && <NothingToDo today={today} />}
      <div className="practice-overview-tasks scroll-shade">
        <TaskList label="Por hacer" tasks={shown} />
      </div>
      {left > 0 && (
        <Button variant="plain" size="small" onClick={() => setWhole(true)}>
          Ver {formatInteger(left)} más
        </Button>
      )}
      {consultations.dialog}
      {reviews.dialog}
    </section>
  )
}

/** `8, 3 para hoy`; `más de 25` if there are more than were loaded. */
function countOf(tasks: readonly Task[], hasMore: boolean): string {
  const forToday = tasks.filter(({ isForToday }) => isForToday).length
  const all = `${hasMore ? 'más de ' : ''}${formatInteger(tasks.length)}`
  return forToday ? `${all}, ${formatInteger(forToday)} para hoy` : all
}

function NothingToDo({ today }: { readonly today: string }) {
  const { data } = useComingConsultations()
  const next = data?.pages[0]?.items.find(({ toConfirm }) => !toConfirm)
  if (!next) return <p className="practice-overview-empty">Nada pendiente.</p>
  const day = instantToWallTime(next.startsAt).day === today ? '' : `el ${formatWeekdayNumber(next.startsAt)} `
  return (
    <p className="practice-overview-empty">
      Nada pendiente. Próxima consulta {day}a las {formatTime(next.startsAt)}.
    </p>
  )
}
