import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commonTokens } from '@stryker-mutator/api/plugin'
import { createInstrumenter } from '@stryker-mutator/instrumenter'
import { createInjector } from 'typed-inject'
import type { FolderMutants, Mutant } from './sample.ts'

const silent = () => undefined
const enabled = () => false
const log = {
  isTraceEnabled: enabled,
  isDebugEnabled: enabled,
  isInfoEnabled: enabled,
  isWarnEnabled: enabled,
  isErrorEnabled: enabled,
  isFatalEnabled: enabled,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
}

const instrumenter = createInjector()
  .provideValue(commonTokens.getLogger, () => log)
  .provideValue(commonTokens.logger, log)
  .injectFunction(createInstrumenter)

/** String literals are excluded: UI texts would otherwise need a test each. */
const options = { plugins: null, excludedMutations: ['StringLiteral'], ignorers: [], noHeader: false }

type Range = Parameters<typeof instrumenter.instrument>[0][number]['mutate']

export interface LocatedMutant extends Mutant {
  readonly range: Exclude<Range, boolean>[number]
}

async function mutantsOf(root: string, files: readonly { name: string; mutate: Range }[]) {
  const sources = files.map(({ name, mutate }) => ({ name, mutate, content: readFileSync(join(root, name), 'utf8') }))
  const { mutants, files: instrumented } = await instrumenter.instrument(sources, options)
  return {
    instrumented,
    mutants: mutants
      .filter(({ status }) => status === undefined)
      .map(({ id, fileName, location, mutatorName, replacement }): LocatedMutant => ({
        id,
        file: fileName,
        line: location.start.line + 1,
        mutator: mutatorName,
        replacement,
        range: location,
      })),
  }
}

export async function findMutants(root: string, files: readonly string[]): Promise<FolderMutants[]> {
  const { mutants } = await mutantsOf(
    root,
    files.map((name) => ({ name, mutate: true })),
  )
  const folders = [...new Set(files.map(toSourceFolder))].toSorted()
  return folders.map((name) => ({
    name,
    lines: files
      .filter((file) => toSourceFolder(file) === name)
      .reduce((sum, file) => sum + linesOf(join(root, file)), 0),
    mutants: mutants.filter(({ file }) => toSourceFolder(file) === name),
  }))
}

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').length

/** `functions/payments/public/receipt-pdf.ts` is of `functions/payments`, `frontend/src/ui/card-page-layout.tsx` of `frontend/ui`. */
export const toSourceFolder = (file: string): string =>
  dirname(file).replace('frontend/src', 'frontend').split('/').slice(0, 2).join('/')

/**
 * Writes the files of the chosen mutants with a switch for each: the environment variable `__STRYKER_ACTIVE_MUTANT__`
 * selects one. Nested expressions get switches too, which stay off; ids are new.
 */
export async function plantMutants(
  root: string,
  chosen: readonly Mutant[],
): Promise<{ files: ReadonlyMap<string, string>; mutants: readonly LocatedMutant[] }> {
  const located = chosen as readonly LocatedMutant[]
  const names = [...new Set(located.map(({ file }) => file))]
  const files = names.map((name) => ({
    name,
    mutate: located.filter(({ file }) => file === name).map(({ range }) => range),
  }))
  const { mutants, instrumented } = await mutantsOf(root, files)
  const isSame = (one: LocatedMutant) => (other: LocatedMutant) =>
    one.file === other.file &&
    one.mutator === other.mutator &&
    one.replacement === other.replacement &&
    JSON.stringify(one.range) === JSON.stringify(other.range)
  return {
    files: new Map(instrumented.map(({ name, content }) => [name, content])),
    mutants: located.map((mutant) => {
      const planted = mutants.find(isSame(mutant))
      if (!planted) throw new Error(`${mutant.file}:${mutant.line} was not planted`)
      return planted
    }),
  }
}
