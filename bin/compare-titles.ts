import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'

/*
 * Finds titles of tests that a change has removed: `npx node bin/compare-titles.ts <git ref> [file]`. The file maps
 * each of them to the test that replaces it, one per line: `old title => current title`. Exits with 1 if one is missing
 * from the file or mapped to a title that does not exist.
 */
interface Node {
  readonly type?: string
  readonly [key: string]: unknown
}

const callers = new Set(['test', 'it', 'describe'])
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

function beginning(callee: Node): unknown {
  if (callee.type === 'Identifier') return callee['value']
  const inner = callee['object'] ?? callee['callee']
  return isNode(inner) ? beginning(inner) : undefined
}

function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'StringLiteral') return String(node['value'])
  if (node.type !== 'TemplateLiteral') return undefined
  return (node['quasis'] as { readonly raw: string }[]).map(({ raw }) => raw).join('${}')
}

function titlesOf(source: string): string[] {
  const titles: string[] = []
  const walk = (value: unknown, around: string): void => {
    if (Array.isArray(value)) return value.forEach((each) => walk(each, around))
    if (!isNode(value)) return
    const title = titleOf(value)
    if (title === undefined) return Object.values(value).forEach((each) => walk(each, around))
    const whole = around ? `${around} > ${title.text}` : title.text
    if (title.isBlock) walk(value['arguments'], whole)
    else titles.push(whole)
  }
  walk(parseSync(source, { syntax: 'typescript', tsx: true }).body, '')
  return titles
}

function titleOf(node: Node): { readonly text: string; readonly isBlock: boolean } | undefined {
  if (node.type !== 'CallExpression' || !isNode(node['callee'])) return undefined
  const caller = beginning(node['callee'])
  const [first] = node['arguments'] as readonly { readonly expression: unknown }[]
  const text = typeof caller === 'string' && callers.has(caller) ? textOf(first?.expression) : undefined
  return text === undefined ? undefined : { text, isBlock: caller === 'describe' }
}

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 2 ** 28 })
const isTest = (path: string) => /^test\/.*\.test\.tsx?$/.test(path)

const [ref = 'main', named] = process.argv.slice(2)
/** The merge base, so that tests added by others since do not count as removed. */
const base = git('merge-base', ref, 'HEAD').trim()
const before = git('ls-tree', '-r', '--name-only', base, 'test').split('\n').filter(isTest)
const today = new Set(globSync('test/**/*.test.{ts,tsx}').flatMap((path) => titlesOf(readFileSync(path, 'utf8'))))
const successors = new Map(
  (named ? readFileSync(named, 'utf8').split('\n') : [])
    .map((line) => line.split(' => '))
    .filter((parts) => parts.length === 2)
    .map(([gone = '', now = '']) => [gone.trim(), now.trim()]),
)

const gone = before.flatMap((path) =>
  titlesOf(git('show', `${base}:${path}`))
    .filter((title) => !today.has(title))
    .map((title) => ({ path, title })),
)
const unnamed = gone.filter(({ title }) => !today.has(successors.get(title) ?? ''))
for (const { path, title } of unnamed) console.error(`${path}: ${title}`)
console.info(`${today.size} titles, ${gone.length} gone since ${ref}, ${unnamed.length} of them without a successor`)
process.exit(unnamed.length === 0 ? 0 : 1)
