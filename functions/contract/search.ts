/** Searches of this many letters match anywhere in a text; shorter ones only at the beginning of a word. */
export const MIN_SUBSTRING_SEARCH_LENGTH = 3

/** Limit of counted and shown matches; one more means «more than». */
export const MAX_COUNTED_MATCHES = 200

export const isWordStartSearch = (search: string): boolean => {
  const { length } = [...search.trim()]
  return length > 0 && length < MIN_SUBSTRING_SEARCH_LENGTH
}
