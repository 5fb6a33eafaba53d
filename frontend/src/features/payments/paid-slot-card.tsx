import { toPracticeDay } from '#contract/calendar-days'
import { CalendarLeaf } from '../../ui/calendar-leaf.tsx'
import { productCatalogue } from '#contract/product-catalogue'
import { formatTime } from '../../ui/wall-time.ts'
import { endOfSlot, formatDayHeading } from './slot-times.ts'
import { formatNamedViewerTime } from '../../ui/viewer-time.ts'

interface SlotCardProps {
  readonly startsAt: string
}

export const PaidSlotCard = ({ startsAt }: SlotCardProps) => (
  <SlotCard startsAt={startsAt} note="Tu cita está confirmada. Te hemos enviado un correo con el enlace para entrar." />
)

export const ChosenSlotCard = ({ startsAt }: SlotCardProps) => (
  <SlotCard
    startsAt={startsAt}
    note="Es la hora que elegiste. Te la confirmamos por correo, con el enlace para entrar."
  />
)

function SlotCard({ startsAt, note }: SlotCardProps & { readonly note: string }) {
  const { durationMinutes } = productCatalogue['primera-consulta']
  const own = formatNamedViewerTime(startsAt)
  return (
    <div className="result-slot">
      <CalendarLeaf instant={startsAt} />
      <div>
        <h2>{formatDayHeading(toPracticeDay(startsAt))}</h2>
        <p>
          {`De ${formatTime(startsAt)} a ${formatTime(endOfSlot(startsAt, durationMinutes))}, hora de Madrid.`}
          {own && ` Para ti, ${own}.`}
        </p>
        <p>{note}</p>
      </div>
    </div>
  )
}
