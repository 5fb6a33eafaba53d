/** So many letters are searched for anywhere in a text; fewer at the beginnings of its words. */
export const MIN_LENGTH_ANYWHERE = 3

/** Whether a search for this finds only the beginnings of words. */
export const matchesWordStarts = (search: string): boolean => {
  const { length } = search.trim()
  return length > 0 && length < MIN_LENGTH_ANYWHERE
}
