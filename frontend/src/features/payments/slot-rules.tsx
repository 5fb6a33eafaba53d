import { useQuery } from '@tanstack/react-query'
import { Lock, Undo2, Video } from 'lucide-react'
import { useEffect } from 'react'
import { computeFreeChangeEnd } from '#contract/cancellation-rules'
import { formatRulesBeforePaying, type RulesBeforePaying } from '#contract/cancellation-sentences'
import { keepSumsWhole } from '../../ui/format.ts'
import { getServerNow } from '../../ui/server-clock.ts'
import { mondayOf } from '#contract/calendar-days'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { keepShownNoShowRule, rulesListProps, useReloadedNoShowRule } from './read-rules.ts'
import { slotWeekOptions } from './use-slot-week.ts'
import { useHeldSlot } from './held-slot-store.ts'
import { formatNamedViewerTime } from '../../ui/viewer-time.ts'
import './slot-picker.css'

/** With the limit in the visitor's own time too, where that is another. */
function listRules({ startsAt, ...purchase }: Omit<RulesBeforePaying, 'now'>): readonly string[] {
  const rules = formatRulesBeforePaying({ now: getServerNow().toISOString(), ...purchase, startsAt })
  const own = startsAt && formatNamedViewerTime(computeFreeChangeEnd(startsAt))
  return own ? [...rules, `Las horas son de Madrid; 24 horas antes es, para ti, ${own}.`] : rules
}

/** Read before paying. */
export function SlotRules({ amountCents }: { readonly amountCents: number }) {
  const held = useHeldSlot()
  const { data } = useQuery({ ...slotWeekOptions(mondayOf(usePracticeToday())), staleTime: Infinity })
  const reloaded = useReloadedNoShowRule()
  const noShowRule = reloaded ?? data?.noShowRule
  useEffect(() => {
    keepShownNoShowRule(noShowRule)
    return () => keepShownNoShowRule(undefined)
  }, [noShowRule])
  return (
    <ul className="slot-rules" aria-label="Antes de pagar" {...rulesListProps}>
      {listRules({ amountCents, startsAt: held?.startsAt, noShowRule }).map((rule) => (
        <li key={rule}>
          <Undo2 size={20} aria-hidden="true" />
          <span>{keepSumsWhole(rule)}</span>
        </li>
      ))}
      <li>
        <Video size={20} aria-hidden="true" />
        <span>El enlace para entrar te llega por correo y está en tu panel.</span>
      </li>
      <li>
        <Lock size={20} aria-hidden="true" />
        <span>Pagas en la página segura de Stripe.</span>
      </li>
    </ul>
  )
}
