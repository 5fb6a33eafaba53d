import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fieldOmissionMutations, sampleNewFields } from './fields/records.ts'
import { copyWorkingTree } from './mutation/copy-working-tree.ts'

/*
 * Checks that omitting a place is detected when a record gets a field: `npx node bin/prove-fields.ts [--record
 * client]`. In a copy of the checkout it adds an optional text to each record, which must pass, and then omits one
 * place after the other, hand-written and derived ones: each must fail.
 */

const { values } = parseArgs({ options: { record: { type: 'string', default: '' } } })
const root = join(import.meta.dirname, '..')
const copy = copyWorkingTree(root)
process.on('exit', () => rmSync(copy, { recursive: true }))
const unnoticed: string[] = []
/** By the last program that was run. */
let printed = ''
const touched = new Set<string>()

for (const record of sampleNewFields.filter(({ name }) => name.includes(values.record))) {
  const { name, places, test } = record
  applyAll(places)
  const isAdded = checkTypes() && runTests(test)
  note(isAdded, `${name}: a field is added in ${places.length} files, types and tests hold`)
  if (!isAdded) console.log(printed)
  restore()
  // What fails without an omission too says nothing of the omissions.
  if (!isAdded) continue
  for (const left of places) {
    applyAll(places.filter((place) => place !== left))
    note(!(checkTypes() && runTests(test)), `${name} without ${left.file}`)
    restore()
  }
  for (const part of record.parts) {
    applyAll(places)
    apply(part)
    note(!checkTypes(), `${name} without ${part.what}`)
    restore()
  }
  for (const derivation of fieldOmissionMutations.filter(({ of }) => of.includes(name))) {
    applyAll(places)
    apply({ ...derivation, to: derivation.to.replaceAll('KEY', record.key) })
    note(!runTests(test), `${name} left out of ${derivation.what}`)
    restore()
  }
}

console.log(unnoticed.length > 0 ? `not noticed: ${unnoticed.join('; ')}` : 'every omission is noticed')
process.exit(unnoticed.length > 0 ? 1 : 0)

interface Edit {
  readonly file: string
  readonly from: string
  readonly to: string
}

function apply({ file, from, to }: Edit): void {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(from).length !== 2) throw new Error(`${file} has not once: ${from}`)
  writeFileSync(
    path,
    source.replace(from, () => to),
  )
  touched.add(file)
}

function applyAll(
  places: readonly { readonly file: string; readonly edits: readonly (readonly [string, string])[] }[],
): void {
  for (const { file, edits } of places) for (const [from, to] of edits) apply({ file, from, to })
}

function restore(): void {
  for (const file of touched) cpSync(join(root, file), join(copy, file))
  touched.clear()
}

function note(holds: boolean, sentence: string): void {
  if (!holds) unnoticed.push(sentence)
  console.log(`${holds ? 'ok  ' : 'NOT '} ${sentence}`)
}

function run(program: string, ...words: string[]): boolean {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', program), words, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: Infinity,
  })
  printed = `${stdout}${stderr}`
  return status === 0
}

function checkTypes(): boolean {
  return run('tsc')
}

function runTests(words: readonly string[]): boolean {
  return run('vitest', 'run', '--project', 'functions', '--project', 'frontend', ...words)
}
