interface Operations {
  readonly eq: (attribute: never, value: never) => string
  readonly notExists: (attribute: never) => string
}

/**
 * Optimistic lock: the stored value equals the one read (a version, an instant, a count or an owner). With undefined or
 * version 0, the attribute must not exist.
 */
export const createUnchangedCondition = <Value extends string | number>(
  attribute: Value | undefined,
  read: Value | null | undefined,
  { eq, notExists }: Operations,
): string => (read ? eq(attribute as never, read as never) : notExists(attribute as never))

/** For a deletion: the stored value equals the one read, or the item is gone. */
export const createUnchangedOrDeletedCondition = <Value extends string | number>(
  attribute: Value | undefined,
  read: Value | null | undefined,
  { eq, notExists }: Operations,
): string => `${notExists(attribute as never)}${read ? ` OR ${eq(attribute as never, read as never)}` : ''}`
