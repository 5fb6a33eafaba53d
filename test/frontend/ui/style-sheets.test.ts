import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../frontend/src')
const sheets = globSync('**/*.css', { cwd: folder })
  .filter((file) => file !== 'styles/amplify-theme.css')
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '') }))

/** Cuts at `separator` wherever it stands in no bracket. */
function cut(text: string, separator: RegExp): readonly string[] {
  const parts = ['']
  let depth = 0
  for (const letter of text) {
    depth += Number(letter === '(') - Number(letter === ')')
    if (depth === 0 && separator.test(letter)) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}

const selectorsIn = (text: string) =>
  [...text.matchAll(/([^{};]+)\{/g)].flatMap(([, head = '']) => (/^\s*(@|from|to|\d)/.test(head) ? [] : cut(head, /,/)))

/** What a rule belongs to: the classes with which its selector begins, or whose presence it asks for there. */
function leadersOf(selector: string): readonly string[] {
  const [first = ''] = cut(selector, /[\s>+~]/)
  const own = first.replaceAll(/:(not|where|is|has)\(.*\)/g, '').match(/\.[\w-]+/g)
  return own ?? first.match(/\.[\w-]+/g) ?? []
}

test('no class is styled in two files: another one says how its own parts look within it', () => {
  const homes = new Map<string, Set<string>>()
  for (const { file, text } of sheets) {
    for (const leader of selectorsIn(text).flatMap(leadersOf)) {
      homes.set(leader, (homes.get(leader) ?? new Set()).add(file))
    }
  }

  expect([...homes].filter(([, files]) => files.size > 1).map(([leader, files]) => [leader, ...files])).toEqual([])
})
