import { MIN_SUBSTRING_SEARCH_LENGTH } from '#contract/search'

interface SearchableCustomer {
  readonly name: string
  readonly email: string
  readonly phone?: string | undefined
  readonly userId?: string | undefined
}

export const foldCaseAndAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

/** Name, e-mail, phone and account flag, one line each: line breaks in a name become spaces. */
export const toCustomerSearchText = ({ name, email, phone = '', userId }: SearchableCustomer): string =>
  [name, email, phone, userId ? 'with' : 'without'].map((each) => oneLine(foldCaseAndAccents(each))).join('\n')

export function parseCustomerSearchText(text: string) {
  const [name = '', email = '', phone = '', account = ''] = text.split('\n')
  return { name, email, phone, hasAccount: account === 'with' }
}

export interface SearchPieceKey {
  readonly piece: string
  readonly place: string
}

/** Code points of the text that follow a piece in its sort key. */
const FOLLOWING = 24

/** Prevents a text that looks like another entity's key from being taken for one. */
const PLACE_BEGINS = '='

const HIGHEST_TEXT = '\u{10FFFF}'

/** Lists that the index keeps beside the pieces; their names are longer than any piece. */
export type SearchList = 'name' | 'email' | 'shared-email' | `${'with' | 'without'}-${'date' | 'name'}`

const toPlace = (text: string): string => `${PLACE_BEGINS}${text}`

interface IndexedText {
  readonly text: string
  readonly customerId: string
  readonly createdAt: string
}

/**
 * One key for each position where a search can match (three letters with the following ones, the first letter of each
 * word with the next), and one for each list.
 */
export function createSearchPieceKeys({ text, customerId, createdAt }: IndexedText): readonly SearchPieceKey[] {
  if (text === '') return []
  const { name, hasAccount, email } = parseCustomerSearchText(text)
  const account = hasAccount ? 'with' : 'without'
  const lists = [
    ['name', name],
    ['email', email],
    [`${account}-date`, createdAt],
    [`${account}-name`, name],
  ] as const satisfies readonly (readonly [SearchList, string])[]
  return [
    ...createTextPieceKeys(text, customerId),
    ...toOwnedKeys(
      lists.map(([piece, place]) => ({ piece, place })),
      customerId,
    ),
  ]
}

export function createTextPieceKeys(text: string, id: string): readonly SearchPieceKey[] {
  if (text === '') return []
  const { name, email, phone } = parseCustomerSearchText(text)
  const keys = [
    ...[name, email, toCompactPhone(phone)].flatMap(substringKeys),
    ...[name, email, phone].flatMap(wordStartKeys),
  ]
  return toOwnedKeys(keys, id)
}

function toOwnedKeys(keys: readonly SearchPieceKey[], id: string): readonly SearchPieceKey[] {
  const owned = keys.map(({ piece, place }) => ({ piece, place: `${toPlace(place)}\n${id}` }))
  return [...new Map(owned.map((key) => [`${key.piece}\n${key.place}`, key])).values()]
}

export const createSharedEmailKey = (email: string): SearchPieceKey => ({
  piece: 'shared-email' satisfies SearchList,
  place: toPlace(email),
})

export const getSharedEmail = (place: string): string => place.slice(PLACE_BEGINS.length)

export const toEmailRange = (email: string): SearchRange => toListRange('email', `${email}\n`)

export const getPlaceCustomerId = (place: string): string => place.slice(place.lastIndexOf('\n') + 1)

function substringKeys(text: string): SearchPieceKey[] {
  const letters = [...text]
  return letters.flatMap((letter, at) => {
    const piece = letters.slice(at, at + MIN_SUBSTRING_SEARCH_LENGTH)
    // Searches are trimmed: none begins with a space.
    if (letter === ' ' || piece.length < MIN_SUBSTRING_SEARCH_LENGTH) return []
    return [{ piece: piece.join(''), place: letters.slice(at + piece.length, at + piece.length + FOLLOWING).join('') }]
  })
}

function wordStartKeys(text: string): SearchPieceKey[] {
  const letters = [...text]
  return letters.flatMap((letter, at) =>
    letter !== ' ' && isWordStart(letters, at) ? [{ piece: letter, place: letters[at + 1] ?? '' }] : [],
  )
}

const isWordStart = (letters: readonly string[], at: number): boolean => !/[\p{L}\p{N}]/u.test(letters[at - 1] ?? '')

const grouping = /[\s().-]/g
const toCompactPhone = (phone: string): string => phone.replace(grouping, '')
const toDigits = (text: string): string => text.replace(/[\s().+-]/g, '')

export interface SearchRange {
  readonly piece: string
  readonly from: string
  readonly to: string
}

export const toListRange = (list: SearchList, text = ''): SearchRange => toRange(list, text)

const toRange = (piece: string, text: string): SearchRange => ({
  piece,
  from: toPlace(text),
  to: `${toPlace(text)}${HIGHEST_TEXT}`,
})

/** Three letters and more match anywhere, fewer at the beginning of a word. */
function toTextRange(text: string): SearchRange {
  const letters = [...text]
  const piece = letters.length < MIN_SUBSTRING_SEARCH_LENGTH ? 1 : MIN_SUBSTRING_SEARCH_LENGTH
  return toRange(letters.slice(0, piece).join(''), letters.slice(piece, piece + FOLLOWING).join(''))
}

const isLong = (text: string): boolean => [...text].length >= MIN_SUBSTRING_SEARCH_LENGTH

/** Words read from the index; the others are compared with the results. */
const MAX_WORDS_READ = 4

/** Alternatives: a match is in all ranges of at least one of them. */
export function planCustomerSearch(wanted: string): readonly (readonly SearchRange[])[] {
  const needle = toNeedle(wanted)
  const words = needle.split(' ')
  const long = words.filter(isLong)
  const read = (long.length > 0 ? long : words).toSorted((a, b) => b.length - a.length).slice(0, MAX_WORDS_READ)
  const digits = toDigits(needle)
  return [
    read.map(toTextRange),
    // For searches across a space («ña s»): their single words would match only at the beginning of words.
    ...(long.length < words.length && isLong(needle) ? [[toTextRange(needle)]] : []),
    // Phones match whatever the grouping of their digits.
    ...(/^\d+$/.test(digits) && digits !== needle ? [[toTextRange(digits)]] : []),
  ]
}

const toNeedle = (wanted: string): string => oneLine(foldCaseAndAccents(wanted.trim()))

/**
 * Matches the whole text anywhere, or all its words in any order: words of three letters and more anywhere, shorter
 * ones at the beginning of a word. Digits match a phone however it is grouped.
 */
export function createCustomerMatcher(wanted: string): (text: string) => boolean {
  const needle = toNeedle(wanted)
  const words = needle.split(' ')
  const digits = toDigits(needle)
  const asPhone = /^\d{3,}$/.test(digits)
  return (text) => {
    const { name, email, phone } = parseCustomerSearchText(text)
    const searched = [name, email, phone, toCompactPhone(phone)].join('\n')
    return (
      (isLong(needle) && searched.includes(needle)) ||
      words.every((word) => hasWord(searched, word)) ||
      (asPhone && toDigits(phone).includes(digits))
    )
  }
}

const hasWord = (text: string, word: string): boolean => (isLong(word) ? text.includes(word) : beginsIn(text, word))

function beginsIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true
  }
  return false
}
