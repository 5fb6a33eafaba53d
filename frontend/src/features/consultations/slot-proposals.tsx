import { useState } from 'react'
import type { PurchaseConsents } from '#contract/purchase-consents'
import type { SlotProposals } from '#contract/slot-proposals'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { CalendarLeaf } from '../../ui/calendar-leaf.tsx'
import { formatInteger } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { formatNamedViewerTime } from '../../ui/viewer-time.ts'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import { useEarlyStartBox } from './early-start-box.tsx'
import './slot-proposals.css'

export interface Step<Given> {
  readonly mutate: (given: Given) => void
  readonly isPending: boolean
  readonly error: Error | null
}

export interface ChosenSlot {
  readonly startsAt: string
  readonly consents?: PurchaseConsents
}

interface SlotProposalsProps {
  readonly proposals: SlotProposals
  readonly choosing: Step<ChosenSlot>
  readonly refusing: Step<number>
  readonly opened?: string | null
}

/** Choosing and booking are two presses, so that nobody books by mistake. */
export function OpenSlotProposals({ proposals, choosing, refusing, opened = null }: SlotProposalsProps) {
  const [picked, setPicked] = useState(opened)
  return (
    <>
      {picked ? (
        <PickedSlot startsAt={picked} proposals={proposals} choosing={choosing} goBack={() => setPicked(null)} />
      ) : (
        <SlotList proposals={proposals} refusing={refusing} pick={setPicked} />
      )}
      <Rules rules={proposals.rules} />
    </>
  )
}

const Rules = ({ rules }: Pick<SlotProposals, 'rules'>) =>
  rules.length > 0 && (
    <ul className="proposed-rules" aria-label="Si luego no puedes">
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  )

interface PickedSlotProps {
  readonly startsAt: string
  readonly proposals: SlotProposals
  readonly choosing: Step<ChosenSlot>
  readonly goBack: () => void
}

export function PickedSlot({ startsAt, proposals, choosing, goBack }: PickedSlotProps) {
  const { durationMinutes, earlyStartUntil } = proposals
  const earlyStart = useEarlyStartBox(startsAt, earlyStartUntil, choosing.error)
  const choose = () => {
    if (!earlyStart.isLeftEmpty()) choosing.mutate({ startsAt, ...earlyStart.given })
  }
  return (
    <>
      <SlotDay startsAt={startsAt} minutes={durationMinutes} />
      {choosing.error && <NoticeBox kind="problem">{toErrorMessage(choosing.error)}</NoticeBox>}
      {earlyStart.box}
      <div className="slot-steps">
        <Button size="large" busy={choosing.isPending} busyText="Reservando..." onClick={choose}>
          Confirmar esta hora
        </Button>
        <Button variant="plain" disabled={choosing.isPending} onClick={goBack}>
          Ver otras horas
        </Button>
      </div>
    </>
  )
}

interface SlotListProps {
  readonly proposals: SlotProposals
  readonly refusing: Step<number>
  readonly pick: (startsAt: string) => void
}

function SlotList({ proposals, refusing, pick }: SlotListProps) {
  const { slots, earlier, durationMinutes, round } = proposals
  const [hasEarlier, setHasEarlier] = useState(false)
  return (
    <>
      <p className="slot-note">{formatInteger(durationMinutes)} minutos, por videollamada. Hora de Madrid.</p>
      <ProposedSlots slots={hasEarlier ? [...slots, ...earlier].toSorted() : slots} pick={pick} />
      {refusing.error && <NoticeBox kind="problem">{toErrorMessage(refusing.error)}</NoticeBox>}
      <div className="slot-steps">
        <Button
          variant="plain"
          busy={refusing.isPending}
          busyText="Buscando otras horas..."
          onClick={() => refusing.mutate(round)}
        >
          Ninguna me viene bien
        </Button>
        {earlier.length > 0 && !hasEarlier && (
          <Button variant="plain" disabled={refusing.isPending} onClick={() => setHasEarlier(true)}>
            Ver otra vez las de antes
          </Button>
        )}
      </div>
    </>
  )
}

interface ProposedSlotsProps {
  readonly slots: readonly string[]
  readonly pick: (startsAt: string) => void
}

export const ProposedSlots = ({ slots, pick }: ProposedSlotsProps) => (
  <ul className="proposed-slots" aria-label="Horas propuestas">
    {slots.map((startsAt) => (
      <li key={startsAt}>
        <Button variant="secondary" onClick={() => pick(startsAt)}>
          <SlotText startsAt={startsAt} />
        </Button>
      </li>
    ))}
  </ul>
)

function ViewerTime({ startsAt }: { readonly startsAt: string }) {
  const own = formatNamedViewerTime(startsAt)
  return own && <span className="slot-note">Para ti, {own}</span>
}

const SlotText = ({ startsAt }: { readonly startsAt: string }) => (
  <time className="slot-text" dateTime={startsAt}>
    <span>{formatWeekdayDate(startsAt)}</span> <strong>{formatTime(startsAt)} h</strong>
    <ViewerTime startsAt={startsAt} />
  </time>
)

export const SlotDay = ({ startsAt, minutes }: { readonly startsAt: string; readonly minutes: number }) => (
  <div className="proposed-day">
    <CalendarLeaf instant={startsAt} />
    <div>
      <p className="proposed-day-hour">{formatTime(startsAt)} h</p>
      <p className="proposed-day-date">
        <time dateTime={startsAt}>{formatWeekdayDate(startsAt)}</time>
      </p>
      <p className="slot-note">{formatInteger(minutes)} minutos, por videollamada. Hora de Madrid.</p>
      <ViewerTime startsAt={startsAt} />
    </div>
  </div>
)
