import { useQuery } from '@tanstack/react-query'
import { Lock, Undo2, Video } from 'lucide-react'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { computeFreeChangeEnd } from '#contract/cancellation-rules'
import { formatRulesBeforePaying, type RulesBeforePaying } from '#contract/rules-before-paying'
import { preventAmountWrapping } from '../../ui/format.ts'
import { getServerNow } from '../../ui/server-clock.ts'
import { mondayOf } from '#contract/calendar-days'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { setShownNoShowRule, rulesListProps, useRefetchedNoShowRule } from './read-rules.ts'
import { slotWeekOptions } from './use-slot-week.ts'
import { useOpenHeldSlot } from './held-slot-store.ts'
import { formatNamedViewerTime } from '../../ui/viewer-time.ts'
import './slot-rules.css'

function listRules({ startsAt, ...purchase }: Omit<RulesBeforePaying, 'now'>): readonly string[] {
  const rules = formatRulesBeforePaying({ now: getServerNow().toISOString(), ...purchase, startsAt })
  const own = startsAt && formatNamedViewerTime(computeFreeChangeEnd(startsAt))
  return own ? [...rules, `Las horas son de Madrid; 24 horas antes es, para ti, ${own}.`] : rules
}

/** 14 days before Wednesday 30 September, the date with the longest Spanish name. */
const LONGEST_RULES_AT = '2026-09-16T10:00:00.000Z'

const listRooms = (amountCents: number): readonly (string | undefined)[] => {
  const [, ...rooms] = formatRulesBeforePaying({ now: LONGEST_RULES_AT, amountCents, noShowRule: 'another-hour' })
  return [undefined, ...rooms]
}

interface RulesListProps {
  readonly amountCents: number
  readonly rules: readonly string[]
  readonly isWaiting: boolean
}

const RulesList = ({ amountCents, rules, isWaiting }: RulesListProps) => {
  const rooms = listRooms(amountCents)
  return (
    <ul className="slot-rules" aria-label="Antes de pagar" {...rulesListProps}>
      {[...rules, ...(isWaiting ? [''] : [])].map((rule, index) => (
        <li key={index} data-is-waiting={rule ? undefined : ''}>
          <Undo2 size={20} aria-hidden="true" />
          <span data-room={rooms[index]}>
            <span>{preventAmountWrapping(rule)}</span>
          </span>
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

function RulesOfToday({ amountCents }: { readonly amountCents: number }) {
  const held = useOpenHeldSlot()
  const { data, isPending } = useQuery({
    ...slotWeekOptions(mondayOf(usePracticeToday())),
    staleTime: Infinity,
  })
  const reloaded = useRefetchedNoShowRule()
  const noShowRule = reloaded ?? data?.noShowRule
  useLayoutEffect(() => {
    setShownNoShowRule(noShowRule)
    return () => setShownNoShowRule(undefined)
  }, [noShowRule])
  return (
    <RulesList
      amountCents={amountCents}
      rules={listRules({ amountCents, startsAt: held?.startsAt, noShowRule })}
      isWaiting={isPending && !noShowRule}
    />
  )
}

const useIsPrerendered = (): boolean =>
  useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  )

/** Must be shown before paying. A prerendered page does not know the current date. */
export function SlotRules({ amountCents }: { readonly amountCents: number }) {
  return useIsPrerendered() ? (
    <RulesList amountCents={amountCents} rules={formatRulesBeforePaying({ amountCents })} isWaiting />
  ) : (
    <RulesOfToday amountCents={amountCents} />
  )
}
