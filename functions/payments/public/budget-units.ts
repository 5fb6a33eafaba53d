import { findUnpaidPartBefore } from '#contract/budget-rules'
import { toPracticeDay } from '#contract/calendar-days'
import { computeEarlyStartUntil, isWithinWithdrawal } from '#contract/cancellation-rules'
import type { ConsultationType } from '#contract/consultation-types'
import { hasBothConsents, type PurchaseConsents } from '#contract/purchase-consents'
import { findBudgetAgreements, patchAgreement, type StoredAgreement } from '#data/budget-queries'
import type { Database } from '#data/database'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { throwRefusal } from '#platform/refusal-error'

interface UnitServices {
  readonly data: Database
  readonly now: () => Date
}

export interface BudgetUnit {
  readonly agreement: StoredAgreement
  readonly number: number
  readonly budgetId: string
  readonly type: ConsultationType
  readonly durationMinutes: number
}

interface AskedHour {
  readonly startsAt: string
  readonly type: ConsultationType
  readonly durationMinutes: number
  /** @default - any with a unit left */
  readonly budgetId?: string | undefined
}

/**
 * The first unused consultation of this type in the oldest accepted budget, preferring this length. Undefined for none.
 * @throws Refusal `budget-part-unpaid` when one is left, but the part before it is unpaid
 */
export async function findBudgetUnit(
  customerId: string,
  asked: AskedHour,
  { data }: UnitServices,
): Promise<BudgetUnit | undefined> {
  const agreements = (await findBudgetAgreements(data, customerId)).filter(
    ({ status, budgetId, option }) =>
      status === 'active' &&
      option.consultations.type === asked.type &&
      (asked.budgetId === undefined || asked.budgetId === budgetId),
  )
  const left = agreements.flatMap((agreement) => findFreeUnit(agreement) ?? [])
  const ofLength = left.filter(({ durationMinutes }) => durationMinutes === asked.durationMinutes)
  const paid = (ofLength.length > 0 ? ofLength : left).find((unit) =>
    isUnitPaid(unit.agreement, unit.number, asked.startsAt),
  )
  return paid ?? (left.length > 0 ? throwRefusal('budget-part-unpaid') : undefined)
}

function findFreeUnit(agreement: StoredAgreement): BudgetUnit | undefined {
  const { option, booked, budgetId } = agreement
  const { count, type, durationMinutes } = option.consultations
  const taken = new Set(booked.map(({ number }) => number))
  const number = Array.from({ length: count }, (_, index) => index + 1).find((each) => !taken.has(each))
  return number === undefined ? undefined : { agreement, number, budgetId, type, durationMinutes }
}

function isUnitPaid({ parts, startDay }: StoredAgreement, number: number, startsAt: string): boolean {
  if (!startDay) return false
  return !findUnpaidPartBefore(parts, { kind: 'consultation', number, day: toPracticeDay(startsAt) }, startDay)
}

interface CoveredHour {
  readonly agreement: StoredAgreement
  readonly startsAt: string
  readonly consents?: PurchaseConsents | undefined
}

/**
 * For an hour chosen by the client: see `requireEarlyStartRequested`.
 * @returns the statements to store with the agreement
 */
export function requireEarlyStartOfBudget(
  { agreement, startsAt, consents }: CoveredHour,
  { now }: Pick<UnitServices, 'now'>,
) {
  const { acceptedAt, expressRequestAt, acknowledgementAt } = agreement
  const at = now().toISOString()
  const isAsked = expressRequestAt !== undefined && acknowledgementAt !== undefined
  if (isAsked || !isWithinWithdrawal(startsAt, acceptedAt) || !isWithinWithdrawal(at, acceptedAt)) return {}
  return hasBothConsents(consents)
    ? { expressRequestAt: at, acknowledgementAt: at }
    : throwRefusal('early-start-required')
}

type GivenConsents = ReturnType<typeof requireEarlyStartOfBudget>

export const createBudgetUseWrites = (
  entities: TransactionEntities,
  { agreement, number }: BudgetUnit,
  consultationId: string,
  given: GivenConsents = {},
): TransactionWrites =>
  patchAgreement(entities, agreement, { ...given, booked: [...agreement.booked, { number, consultationId }] })

interface CoveredConsultation {
  readonly customerId: string
  readonly consultationId: string
  readonly budgetId?: string | undefined
  readonly startsAt: string
  readonly type: ConsultationType
  readonly missedStarts?: readonly string[] | undefined
}

export const isUsedByAbsence = (
  { missedStarts = [] }: Pick<CoveredConsultation, 'missedStarts'>,
  { noShowRule }: Pick<StoredAgreement, 'noShowRule'>,
): boolean => missedStarts.length > 0 && noShowRule !== 'refund'

/** For a consultation kept when the budget ends. Cancelled or removed ones count only when they were missed. */
export const isHourGiven = (
  { status }: { readonly status: string },
  { noShowRule }: Pick<StoredAgreement, 'noShowRule'>,
  { isWithdrawal } = { isWithdrawal: false },
): boolean => !['no_show', 'cancelled', 'removed'].includes(status) || (noShowRule !== 'refund' && !isWithdrawal)

export async function readAgreementOf(
  { customerId, budgetId }: Pick<CoveredConsultation, 'budgetId' | 'customerId'>,
  { budgetAgreements }: Database,
): Promise<StoredAgreement | undefined> {
  if (!budgetId) return undefined
  return (await budgetAgreements.get({ customerId, budgetId }).go({ consistent: true })).data ?? undefined
}

export async function requireMovableBudgetHour(
  consultation: CoveredConsultation,
  { startsAt, consents }: Pick<CoveredHour, 'consents' | 'startsAt'>,
  services: UnitServices,
): Promise<(entities: TransactionEntities) => TransactionWrites> {
  const agreement = await readAgreementOf(consultation, services.data)
  const unit = agreement?.booked.find(({ consultationId }) => consultationId === consultation.consultationId)
  if (!agreement || !unit || agreement.status !== 'active') return throwRefusal('budget-closed')
  if (!isUnitPaid(agreement, unit.number, startsAt)) throwRefusal('budget-part-unpaid')
  const given = requireEarlyStartOfBudget({ agreement, startsAt, consents }, services)
  return (entities) => patchAgreement(entities, agreement, given)
}

export async function readEarlyStartOfBudget(
  consultation: CoveredConsultation,
  { data, now }: UnitServices,
): Promise<string | null> {
  const agreement = await readAgreementOf(consultation, data)
  if (agreement?.status !== 'active') return null
  const { acceptedAt: purchasedAt, expressRequestAt, acknowledgementAt } = agreement
  return computeEarlyStartUntil({
    now: now().toISOString(),
    purchasedAt,
    expressRequest: expressRequestAt !== undefined,
    acknowledgement: acknowledgementAt !== undefined,
  })
}

export async function prepareEarlierBudgetHour(
  consultation: CoveredConsultation,
  { startsAt, consents }: Pick<CoveredHour, 'consents' | 'startsAt'>,
  services: UnitServices,
): Promise<BudgetWrites> {
  const agreement = await readAgreementOf(consultation, services.data)
  if (agreement?.status !== 'active') return () => undefined
  const given = requireEarlyStartOfBudget({ agreement, startsAt, consents }, services)
  return (entities) => patchAgreement(entities, agreement, given)
}

export async function requireBudgetHourPaid(
  consultation: CoveredConsultation,
  { startsAt }: Pick<CoveredHour, 'startsAt'>,
  { data }: Pick<UnitServices, 'data'>,
): Promise<void> {
  const agreement = await readAgreementOf(consultation, data)
  const unit = agreement?.booked.find(({ consultationId }) => consultationId === consultation.consultationId)
  if (agreement?.status === 'active' && unit && !isUnitPaid(agreement, unit.number, startsAt))
    throwRefusal('budget-part-unpaid')
}

type BudgetWrites = (entities: TransactionEntities) => TransactionWrites

/**
 * A consultation cancelled in time returns its unit, unless an earlier hour was missed. For an ended budget its value
 * is refunded by `payments/continue-refunds`; those that ended with it are refunded already.
 */
export async function releaseBudgetUnit(consultation: CoveredConsultation, data: Database): Promise<BudgetWrites> {
  const agreement = await readAgreementOf(consultation, data)
  if (!agreement) return () => undefined
  if (agreement.status === 'ended') return prepareGivingBackOfEnded(agreement, consultation)
  if (isUsedByAbsence(consultation, agreement)) return (entities) => patchAgreement(entities, agreement, {})
  const booked = agreement.booked.filter(({ consultationId }) => consultationId !== consultation.consultationId)
  return (entities) => patchAgreement(entities, agreement, { booked })
}

function prepareGivingBackOfEnded(agreement: StoredAgreement, consultation: CoveredConsultation): BudgetWrites {
  const { booked, hoursToCancel = [], hoursToGiveBack = [] } = agreement
  const { consultationId } = consultation
  const isCounted = booked.some((each) => each.consultationId === consultationId)
  if (!isCounted || hoursToCancel.includes(consultationId) || isUsedByAbsence(consultation, agreement))
    return () => undefined
  return (entities) => patchAgreement(entities, agreement, { hoursToGiveBack: [...hoursToGiveBack, consultationId] })
}

export async function reclaimBudgetUnit(
  consultation: CoveredConsultation,
  data: Database,
): Promise<BudgetWrites | undefined> {
  const agreement = await readAgreementOf(consultation, data)
  if (!agreement || agreement.status !== 'active') return undefined
  const { consultationId, startsAt } = consultation
  if (agreement.booked.some((each) => each.consultationId === consultationId))
    return (entities) => patchAgreement(entities, agreement, {})
  const unit = findFreeUnit(agreement)
  if (!unit || !isUnitPaid(agreement, unit.number, startsAt)) return undefined
  return (entities) => createBudgetUseWrites(entities, unit, consultationId)
}
