/** Searches of this many letters match anywhere in a text; shorter ones only at the beginning of a word. */
export const MIN_LENGTH_ANYWHERE = 3

export const matchesWordStarts = (search: string): boolean => {
  const { length } = search.trim()
  return length > 0 && length < MIN_LENGTH_ANYWHERE
}
