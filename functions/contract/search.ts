/** So many letters are searched for anywhere in a text; fewer at the beginnings of its words. */
export const ANYWHERE_FROM = 3

/** Whether a search for this finds only the beginnings of words. */
export const findsBeginnings = (search: string): boolean => {
  const { length } = search.trim()
  return length > 0 && length < ANYWHERE_FROM
}
