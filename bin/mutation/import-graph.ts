import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const imported = /(?:from|import)\s*\(?\s*'([^']+)'/g

function importsOf(root: string, file: string): string[] {
  const specifiers = [...readFileSync(join(root, file), 'utf8').matchAll(imported)].map(
    ([, specifier = '']) => specifier,
  )
  return specifiers
    .map((specifier) =>
      specifier.startsWith('#')
        ? `functions/${specifier.slice(1)}.ts`
        : specifier.startsWith('.')
          ? normalize(join(dirname(file), specifier))
          : '',
    )
    .filter((path) => path !== '' && existsSync(join(root, path)) && /\.tsx?$/.test(path))
}

export function readTestImportGraph(root: string, tests: readonly string[]): (source: string) => string[] {
  const direct = new Map<string, readonly string[]>()
  const reached = tests.map((test) => {
    const seen = new Set<string>()
    const waiting = [test]
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (seen.has(file)) continue
      seen.add(file)
      if (!direct.has(file)) direct.set(file, importsOf(root, file))
      waiting.push(...(direct.get(file) ?? []))
    }
    return { test, seen }
  })
  return (source) => reached.filter(({ seen }) => seen.has(source)).map(({ test }) => test)
}
