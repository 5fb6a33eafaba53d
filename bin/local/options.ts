import { parseArgs } from 'node:util'

const options = {
  fresh: { type: 'boolean' },
  memory: { type: 'boolean' },
  data: { type: 'string' },
  built: { type: 'string' },
} as const

/** What the words after `npm start --` ask for (docs/local.md). `built` is '' when it names no folder. */
export const readOptions = (words: readonly string[]) =>
  parseArgs({ options, args: words.map((word, index) => (standsAlone(words, index) ? '--built=' : word)) }).values

/** `parseArgs` knows no option whose value may be left out. */
const standsAlone = (words: readonly string[], index: number) =>
  words[index] === '--built' && (words[index + 1] ?? '-').startsWith('-')
