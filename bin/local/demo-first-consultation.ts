import { productCatalogue } from '#contract/product-catalogue'
import { findNearestWorkday, toPracticeInstant } from './demo-days.ts'

interface HeldConsultation {
  readonly consultationId: string
  readonly orderId: string
  /** `YYYY-MM-DD`; on the workday before, where it is none. */
  readonly day: string
  /** By the practice's clocks. */
  readonly hour: number
}

/** A first consultation that was paid and held. */
export const buildHeldFirstConsultation = ({ consultationId, orderId, day, hour }: HeldConsultation) =>
  ({
    consultationId,
    orderId,
    startsAt: toPracticeInstant(findNearestWorkday(day, -1), hour, 0).toISOString(),
    durationMinutes: productCatalogue['primera-consulta'].durationMinutes,
    type: 'primera_consulta',
    status: 'completed',
    priceCents: productCatalogue['primera-consulta'].saleCents,
  }) as const
