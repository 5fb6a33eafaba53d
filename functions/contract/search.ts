/** Searches of this many letters match anywhere in a text; shorter ones only at the beginning of a word. */
export const MIN_SUBSTRING_SEARCH_LENGTH = 3

/** Matches are counted, and shown, up to here; one more says that there are more. */
export const MAX_COUNTED_MATCHES = 200

export const isWordStartSearch = (search: string): boolean => {
  const { length } = [...search.trim()]
  return length > 0 && length < MIN_SUBSTRING_SEARCH_LENGTH
}
