import { useState } from 'react'
import type { SlotProposals } from '#contract/slot-proposals'
import { Button } from '../../ui/button.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { FreeWeek } from './free-week.tsx'
import { type ChosenSlot, PickedSlot, ProposedSlots, type Step } from './slot-proposals.tsx'

type List = 'none' | 'earlier' | 'all'

interface RefusedProposalsProps {
  readonly proposals: SlotProposals
  readonly choosing: Step<ChosenSlot>
  readonly opened?: string | null
  readonly taken?: string | undefined
}

/**
 * After the client declined all proposals and until the practice answers, earlier or other free hours can still be
 * chosen.
 */
export function RefusedProposals({ proposals, choosing, opened = null, taken }: RefusedProposalsProps) {
  const { earlier } = proposals
  const [picked, setPicked] = useState(opened)
  const [last, setLast] = useState(opened)
  const [shown, setShown] = useState<List>('none')
  const pick = (slot: string) => {
    setPicked(slot)
    setLast(slot)
  }
  if (picked && picked !== taken)
    return <PickedSlot startsAt={picked} proposals={proposals} choosing={choosing} goBack={() => setPicked(null)} />
  return (
    <>
      {taken && <NoticeBox kind="problem">Esa hora ya no está libre. Elige otra.</NoticeBox>}
      {shown === 'earlier' && <ProposedSlots slots={earlier} pick={pick} />}
      {shown === 'all' && <FreeWeek picked={last ? [last] : []} pick={pick} />}
      <Lists shown={shown} hasEarlier={earlier.length > 0} show={setShown} />
    </>
  )
}

interface ListsProps {
  readonly shown: List
  readonly hasEarlier: boolean
  readonly show: (list: List) => void
}

function Lists({ shown, hasEarlier, show }: ListsProps) {
  const variant = shown === 'none' ? 'secondary' : 'plain'
  return (
    <div className="slot-steps">
      {hasEarlier && shown !== 'earlier' && (
        <Button variant={variant} onClick={() => show('earlier')}>
          Ver otra vez las horas
        </Button>
      )}
      {shown !== 'all' && (
        <Button variant={variant} onClick={() => show('all')}>
          Ver todas las horas libres
        </Button>
      )}
    </div>
  )
}
