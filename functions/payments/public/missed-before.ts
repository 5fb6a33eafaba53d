interface Missed {
  readonly consultationId: string
  readonly startsAt: string
  readonly missedStarts?: readonly string[] | undefined
}

/**
 * Includes absences from a consultation cancelled afterwards.
 * @param all consultations of one payment
 */
export const hasMissedBefore = (
  all: readonly Missed[],
  present: Pick<Missed, 'consultationId' | 'startsAt'> | undefined,
): boolean =>
  all.some(({ missedStarts = [], startsAt, consultationId }) =>
    missedStarts.some((missed) => consultationId !== present?.consultationId || missed !== startsAt),
  )
