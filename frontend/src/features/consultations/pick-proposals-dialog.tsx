import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { addDays, createDayFormatter, mondayOf } from '#contract/calendar-days'
import { PROPOSED_SLOTS } from '#contract/choose-slot-proposals'
import type { OrderToSchedule } from '#contract/consultation'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { formatDayTitle } from '../../ui/calendar-month.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CardLoadError } from '../../ui/panel.tsx'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { formatShortWeekdayDate, formatTime } from '../../ui/wall-time.ts'
import { useProposeHours } from './propose-hours.tsx'
import './agenda.css'
import './consultations.css'

const shortDay = createDayFormatter({ day: 'numeric', month: 'short' })

interface PickProposalsProps {
  readonly order: OrderToSchedule
  readonly close: () => void
}

/** The practice picks by hand what is proposed; the choice stays while it turns the weeks. */
export function PickProposalsDialog({ order, close }: PickProposalsProps) {
  const [picked, setPicked] = useState<readonly string[]>([])
  const { propose, isPending } = useProposeHours(order, close)
  const toggle = (slot: string) =>
    setPicked(picked.includes(slot) ? picked.filter((each) => each !== slot) : [...picked, slot].toSorted())
  return (
    <Dialog title={`Elegir horas para ${order.customerName}`} close={close}>
      <p className="field-hint">Hasta {PROPOSED_SLOTS} horas libres. Se las enviamos en un correo.</p>
      <FreeWeek picked={picked} toggle={toggle} />
      <p role="status" className="pick-picked">
        {picked.length === 0
          ? 'Todavía no has elegido ninguna.'
          : picked.map((slot) => `${formatShortWeekdayDate(slot)}, ${formatTime(slot)}`).join(' · ')}
      </p>
      <div className="dialog-actions">
        <Button variant="secondary" onClick={close}>
          Cancelar
        </Button>
        <Button disabled={picked.length === 0} busy={isPending} busyText="Enviando..." onClick={() => propose(picked)}>
          Proponer estas horas
        </Button>
      </div>
    </Dialog>
  )
}

interface FreeWeekProps {
  readonly picked: readonly string[]
  readonly toggle: (slot: string) => void
}

function FreeWeek({ picked, toggle }: FreeWeekProps) {
  const thisWeek = mondayOf(usePracticeToday())
  const [week, setWeek] = useState(thisWeek)
  const { data, error, refetch } = useQuery(
    endpointQueryOptions(apiContract.consultations.listFreeSlots, { query: { type: 'primera_consulta', week } }),
  )
  const days = data?.days.filter(({ slots }) => slots.length > 0)
  return (
    <>
      <div className="pick-turn">
        <IconButton
          label="Semana anterior"
          className="agenda-step"
          disabled={week <= thisWeek}
          onClick={() => setWeek(addDays(week, -7))}
        >
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <p aria-live="polite">
          {shortDay(week)} – {shortDay(addDays(week, 6))}
        </p>
        <IconButton
          label="Semana siguiente"
          className="agenda-step"
          disabled={data !== undefined && addDays(week, 7) > data.bookable.to}
          onClick={() => setWeek(addDays(week, 7))}
        >
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      {!data && !error && <p role="status">Buscando horas libres...</p>}
      {!data && error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {days?.length === 0 && <p role="status">Esta semana no queda ninguna hora libre.</p>}
      {days?.map(({ day, slots }) => (
        <section key={day} className="pick-day" aria-label={formatDayTitle(day)}>
          <h3>{formatDayTitle(day)}</h3>
          <div className="free-hours">
            {slots.map((slot) => (
              <button
                key={slot}
                type="button"
                className="free-hour"
                aria-pressed={picked.includes(slot)}
                disabled={picked.length >= PROPOSED_SLOTS && !picked.includes(slot)}
                onClick={() => toggle(slot)}
              >
                {formatTime(slot)}
              </button>
            ))}
          </div>
        </section>
      ))}
    </>
  )
}
