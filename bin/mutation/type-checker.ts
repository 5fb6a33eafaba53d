import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { copyWorkingTree } from './copy-working-tree.ts'
import type { LocatedMutant } from './instrument.ts'

export interface TypeChecker {
  /** Calls are queued. */
  compiles(mutant: LocatedMutant): Promise<boolean>
  remove(): void
}

/** A mutant that does not compile fails the type check of `npm test`, whatever the tests say. */
export function createTypeChecker(root: string): TypeChecker {
  const copy = copyWorkingTree(root)
  let before: Promise<unknown> = Promise.resolve()
  return {
    compiles(mutant) {
      const answer = before.then(() => check(mutant))
      before = answer.catch(() => undefined)
      return answer
    },
    remove: () => rmSync(copy, { recursive: true }),
  }

  async function check(mutant: LocatedMutant): Promise<boolean> {
    const path = join(copy, mutant.file)
    const source = readFileSync(path, 'utf8')
    writeFileSync(path, applyMutant(source, mutant))
    try {
      return (await runCompiler()) === 0
    } finally {
      writeFileSync(path, source)
    }
  }

  function runCompiler(): Promise<number | null> {
    const bin = join(root, 'node_modules/.bin')
    const state = ['--incremental', '--tsBuildInfoFile', join(copy, 'types.tsbuildinfo')]
    const child = spawn(join(bin, 'tsc'), state, {
      cwd: copy,
      env: { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter) },
      stdio: 'ignore',
    })
    return new Promise((resolve) => child.on('exit', resolve))
  }
}

/** Lines and columns start at 0, as in the instrumenter. */
export function applyMutant(source: string, { range: { start, end }, replacement }: LocatedMutant): string {
  const lines = source.split('\n')
  const offsetOf = ({ line, column }: { line: number; column: number }) =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, column)
  return source.slice(0, offsetOf(start)) + replacement + source.slice(offsetOf(end))
}
