import { productCatalogue } from '#contract/product-catalogue'
import { findNearestWorkday, toPracticeInstant } from './demo-days.ts'

interface HeldConsultation {
  readonly consultationId: string
  readonly orderId: string
  /** `YYYY-MM-DD`; moved to the workday before if it is none. */
  readonly day: string
  /** In the practice's time zone. */
  readonly hour: number
}

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
