import { mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { listFunctions } from '../../../bin/local/template/function-definitions.ts'
import { readSynthesisedStack } from '../../../bin/local/template/read-stack.ts'

/** `hangs`: does not answer until its state changes. */
type FunctionState = 'works' | 'throws' | 'hangs'

const bundleAround = (file: string) => `
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const readState = () => readFileSync(new URL('state', import.meta.url), 'utf8')
let bundle
async function open() {
  while (readState() === 'hangs') await pause(20)
  if (readState() === 'throws') throw new Error('this function is broken')
  return (bundle ??= await import('./bundle/${file}'))
}
export const handler = async (event, context) => (await open()).handler(event, context)
export const createLambdaServices = () => bundle.createLambdaServices()
export const createLambdaHandler = (openServices) => {
  let run
  return async (event, context) => {
    const { createLambdaHandler: create } = await open()
    run ??= create(openServices)
    return run(event, context)
  }
}
`

/** One that throws does not load its own code, which would take most of the time. */
export function makeFunctionsBreakable(template: string) {
  const functions = listFunctions(readSynthesisedStack(template)).map(({ name, entry }) => ({ name, entry }))
  const folders = new Map(functions.map(({ name, entry }) => [name, dirname(entry)]))
  if (new Set(folders.values()).size < functions.length) throw new Error('functions share a bundle')
  const set = (name: string, state: FunctionState): void => {
    const file = join(folders.get(name) ?? '', 'state')
    // Written atomically by a rename: a function may be reading it.
    writeFileSync(`${file}-new`, state)
    renameSync(`${file}-new`, file)
  }
  for (const { name, entry } of functions) {
    const folder = dirname(entry)
    const own = realpathSync(folder)
    rmSync(folder)
    mkdirSync(folder)
    symlinkSync(own, join(folder, 'bundle'))
    writeFileSync(entry, bundleAround(basename(entry)))
    set(name, 'works')
  }
  return {
    names: functions.map(({ name }) => name),
    break: (...names: readonly string[]): void => {
      for (const { name } of functions) set(name, names.includes(name) ? 'throws' : 'works')
    },
    hang: (name: string): void => set(name, 'hangs'),
  }
}
export type BreakableFunctions = ReturnType<typeof makeFunctionsBreakable>
