/** What ElectroDB gives the function of a `.where(…)`; each entity types it by its own attributes. */
interface Operations {
  readonly eq: (attribute: never, value: never) => string
  readonly notExists: (attribute: never) => string
}

/**
 * The condition that what somebody has read, and now writes over, is still so: a version, an instant, a number of changes
 * or an owner. Nothing read, and version 0, is that there was none yet.
 */
export const unchanged = <Value extends string | number>(
  attribute: Value | undefined,
  read: Value | null | undefined,
  { eq, notExists }: Operations,
): string => (read ? eq(attribute as never, read as never) : notExists(attribute as never))
