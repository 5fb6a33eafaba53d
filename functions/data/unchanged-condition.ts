interface Operations {
  readonly eq: (attribute: never, value: never) => string
  readonly notExists: (attribute: never) => string
}

/**
 * Optimistic lock: the stored value is still the one that was read (a version, an instant, a count or an owner).
 * Nothing read, or version 0, requires that it does not exist yet.
 */
export const createUnchangedCondition = <Value extends string | number>(
  attribute: Value | undefined,
  read: Value | null | undefined,
  { eq, notExists }: Operations,
): string => (read ? eq(attribute as never, read as never) : notExists(attribute as never))

/** For a deletion: the stored value is still the one that was read, or has gone already. */
export const createUnchangedOrGoneCondition = <Value extends string | number>(
  attribute: Value | undefined,
  read: Value | null | undefined,
  { eq, notExists }: Operations,
): string => `${notExists(attribute as never)}${read ? ` OR ${eq(attribute as never, read as never)}` : ''}`
