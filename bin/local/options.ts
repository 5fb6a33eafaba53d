import { parseArgs } from 'node:util'

const options = {
  fresh: { type: 'boolean' },
  memory: { type: 'boolean' },
  data: { type: 'string' },
  built: { type: 'string' },
  template: { type: 'string' },
} as const

export const parseStartOptions = (words: readonly string[]) =>
  parseArgs({ options, args: words.map((word, index) => (standsAlone(words, index) ? `${word}=` : word)) }).values

/** `parseArgs` has no options with an optional value. */
const standsAlone = (words: readonly string[], index: number) =>
  ['--built', '--template'].includes(words[index] ?? '') && (words[index + 1] ?? '-').startsWith('-')
