interface Missed {
  readonly consultationId: string
  readonly startsAt: string
  readonly missedStarts?: readonly string[] | undefined
}

/**
 * Also by one that was cancelled afterwards.
 * @param all that one payment was used for
 */
export const hasMissedBefore = (
  all: readonly Missed[],
  present: Pick<Missed, 'consultationId' | 'startsAt'> | undefined,
): boolean =>
  all.some(({ missedStarts = [], startsAt, consultationId }) =>
    missedStarts.some((missed) => consultationId !== present?.consultationId || missed !== startsAt),
  )
