import { useState } from 'react'
import { PROPOSED_SLOTS } from '#contract/choose-slot-proposals'
import type { OrderToSchedule } from '#contract/consultation'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatShortWeekdayDate, formatTime } from '../../ui/wall-time.ts'
import { FreeWeek } from './free-week.tsx'
import { useProposeHours } from './propose-hours.tsx'
import './consultations.css'

interface PickProposalsProps {
  readonly order: OrderToSchedule
  readonly close: () => void
}

export function PickProposalsDialog({ order, close }: PickProposalsProps) {
  const [picked, setPicked] = useState<readonly string[]>([])
  const { propose, isPending } = useProposeHours(order, close)
  const toggle = (slot: string) =>
    setPicked(picked.includes(slot) ? picked.filter((each) => each !== slot) : [...picked, slot].toSorted())
  return (
    <Dialog title={`Elegir horas para ${order.customerName}`} close={close}>
      <p className="field-hint">Hasta {PROPOSED_SLOTS} horas libres. Se las enviamos en un correo.</p>
      <FreeWeek picked={picked} isFull={picked.length >= PROPOSED_SLOTS} pick={toggle} />
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
