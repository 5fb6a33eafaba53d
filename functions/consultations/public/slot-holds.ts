import { toPracticeDay } from '#contract/calendar-days'
import { AGENDA_STEP_MINUTES } from '#contract/consultation-types'
import { listOpenTimeRanges } from '#contract/free-slots'
import type { OpeningHours } from '#contract/opening-hours'
import { isPaymentBegun, type StoredSlotHold } from '#data/slot-hold-queries'
import { toEpochSeconds } from '#data/table'
import type { TransactionEntities } from '#data/transact'
import { createAgendaWrites } from './agenda.ts'
import { listPauseAgendaSteps, listSlotAgendaSteps } from './agenda-steps.ts'

/** Simultaneous holds of an IPv4 /24 or an IPv6 /64. */
const MAX_HOLDS_OF_NETWORK = 3

export const WAITING_LIST = 'waiting-list'

type LimitSet = 'unpaid' | 'unbegun'
type Members = Readonly<Record<LimitSet, readonly string[]>>

const none: Members = { unpaid: [], unbegun: [] }

const listQuarters = (hold: StoredSlotHold): readonly string[] =>
  [...listSlotAgendaSteps(hold), ...listPauseAgendaSteps(hold)].map((_, index) => `${hold.consultationId}/${index}`)

const dayScope = (hold: StoredSlotHold): string => `day ${toPracticeDay(hold.startsAt)}`
const providerScope = (hold: StoredSlotHold): string => `provider ${hold.provider} ${toPracticeDay(hold.startsAt)}`

function listMembers(hold: StoredSlotHold | undefined): ReadonlyMap<string, Members> {
  // Given by the practice: does not reduce the visitors' share.
  if (!hold || hold.network === WAITING_LIST) return new Map()
  const quarters = listQuarters(hold)
  const unbegun = isPaymentBegun(hold) ? [] : quarters
  return new Map([
    [`network ${hold.network}`, { unpaid: [hold.consultationId], unbegun: [] }],
    [dayScope(hold), { unpaid: quarters, unbegun }],
    [providerScope(hold), { unpaid: quarters, unbegun }],
  ])
}

/**
 * Of a day's open time, visitors who have not begun to pay hold a third at most. The visitors of one provider hold two
 * thirds of that, so that two of them fit into a day of eight hours, and a third of the day with those who are paying:
 * many addresses at one provider cannot block a day. All visitors together leave a third of the day to paid orders and
 * to the practice. One hold is always allowed.
 */
function listMost(hold: StoredSlotHold, hours: OpeningHours): ReadonlyMap<string, Readonly<Record<LimitSet, number>>> {
  const open = listOpenTimeRanges(hours, toPracticeDay(hold.startsAt)).reduce((sum, { from, to }) => sum + to - from, 0)
  const third = Math.floor(open / 3 / (AGENDA_STEP_MINUTES * 60_000))
  return new Map([
    [`network ${hold.network}`, { unpaid: MAX_HOLDS_OF_NETWORK, unbegun: 0 }],
    [dayScope(hold), { unpaid: third * 2, unbegun: third }],
    [providerScope(hold), { unpaid: third, unbegun: Math.floor((third * 2) / 3) }],
  ])
}

interface SlotHoldChange {
  readonly before?: StoredSlotHold | undefined
  readonly after?: StoredSlotHold | undefined
  /**
   * For the limits of additional time.
   * @default no additional time
   */
  readonly hours?: OpeningHours
  readonly keepsTime?: boolean
}

export function createSlotHoldWrites(entities: TransactionEntities, change: SlotHoldChange) {
  const { before, after, keepsTime = false } = change
  const { consultationId = '' } = after ?? before ?? {}
  return {
    hold: after ? putHold(entities, after, before) : before && removeHold(entities, before),
    slot: !keepsTime && createAgendaWrites(entities, { consultationId, from: before, to: after, respectsPauses: true }),
    limits: createLimitWrites(entities, change),
  }
}

const putHold = (entities: TransactionEntities, after: StoredSlotHold, before: StoredSlotHold | undefined) =>
  entities.slotHolds
    .put(after)
    .where(({ version }, { eq, notExists }) => (before ? eq(version, before.version) : notExists(version)))
    .commit()

const removeHold = (entities: TransactionEntities, { ticketHash, ...before }: StoredSlotHold) =>
  entities.slotHolds
    .delete({ ticketHash })
    .where(({ version }, { eq }) => eq(version, before.version))
    .commit()

const LIMIT_KEPT_DAYS = 7

function createLimitWrites(entities: TransactionEntities, { before, after, hours }: SlotHoldChange) {
  const [had, has] = [listMembers(before), listMembers(after)]
  const most = after && hours ? listMost(after, hours) : undefined
  const day = new Date((after ?? before)?.startsAt ?? 0)
  return [...new Set([...had.keys(), ...has.keys()])].map((scope) => {
    const [was, is] = [had.get(scope) ?? none, has.get(scope) ?? none]
    const added = listDifference(is, was)
    const removed = listDifference(was, is)
    if (Object.keys({ ...added, ...removed }).length === 0) return undefined
    return entities.slotHoldLimits
      .update({ scope })
      .set({ expiresAtEpoch: toEpochSeconds(day) + LIMIT_KEPT_DAYS * 86_400 })
      .add(added)
      .delete(removed)
      .where((sets, { notExists, size, value }) =>
        (['unpaid', 'unbegun'] as const)
          .flatMap((name) => {
            const more = added[name]?.length ?? 0
            if (more === 0 || !most) return []
            const set = sets[name]
            // ElectroDB compares the size with any value; its types expect one of the attribute's.
            const rest = value(set, ((most.get(scope)?.[name] ?? 0) - more) as never) as unknown as string
            return [`(${notExists(set)} OR ${size(set)} <= ${rest})`]
          })
          .join(' AND '),
      )
      .commit()
  })
}

function listDifference(of: Members, without: Members): Partial<Record<LimitSet, string[]>> {
  const entries = (['unpaid', 'unbegun'] as const)
    .map((name) => [name, of[name].filter((member) => !without[name].includes(member))] as const)
    .filter(([, members]) => members.length > 0)
  return Object.fromEntries(entries)
}
