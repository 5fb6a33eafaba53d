import { parseArgs } from 'node:util'
import { CommandError } from './verdict.ts'

/**
 * For commands without options.
 * @throws TypeError for an option
 * @throws CommandError for more words than `most`
 */
export function parseWords(words: readonly string[], most: number): readonly string[] {
  const { positionals } = parseArgs({ args: [...words], allowPositionals: true })
  if (positionals.length > most) throw new CommandError(`Sobra «${positionals[most]}»: no se ha hecho nada.`)
  return positionals
}
