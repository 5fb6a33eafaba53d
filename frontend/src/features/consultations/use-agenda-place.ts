import { useSearchParams } from 'react-router-dom'
import { addDays, addMonths, monthOf } from '#contract/calendar-days'
import { CalendarDay } from '#contract/value-schemas'
import { parseMonth } from '../../ui/calendar-month.ts'
import { usePracticeToday } from '../../ui/use-practice-today.ts'

export const agendaViews = ['day', 'week', 'month'] as const
export type AgendaView = (typeof agendaViews)[number]

const isView = (text: string | null): text is AgendaView => agendaViews.some((view) => view === text)

export function useAgendaPlace() {
  const [search, setSearch] = useSearchParams()
  const today = usePracticeToday()
  const asked = search.get('view')
  const view = isView(asked) ? asked : 'week'
  const { success, data } = CalendarDay.safeParse(search.get('day'))
  const month = parseMonth(search.get('month'))
  const day = success ? data : month && month !== monthOf(today) ? `${month}-01` : today
  const show = (next: { readonly view?: AgendaView; readonly day?: string }) =>
    setSearch(
      (old) => {
        old.set('view', next.view ?? view)
        old.set('day', next.day ?? day)
        old.delete('month')
        return old
      },
      { replace: true, preventScrollReset: true },
    )
  const step = (by: 1 | -1) => {
    if (view === 'month') return show({ day: addMonths(day, by) })
    return show({ day: addDays(day, view === 'week' ? 7 * by : by) })
  }
  return { view, day, today, show, step }
}
export type AgendaPlace = ReturnType<typeof useAgendaPlace>
