import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'lightningcss'
import { describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../frontend/src')
const sheets = globSync('**/*.css', { cwd: folder }).map((file) => ({
  file,
  text: readFileSync(join(folder, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
}))
const textOf = (name: string) => sheets.find(({ file }) => file === name)?.text ?? ''

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

const combinator = /[\s>+~]/

/** The classes that own a rule: those at the start of its selector, or required there by `:has`. */
function leadersOf(selector: string): readonly string[] {
  const [first = ''] = cut(selector, combinator)
  const own = first.replaceAll(/:(not|where|is|has)\(.*\)/g, '').match(/\.[\w-]+/g)
  return own ?? first.match(/\.[\w-]+/g) ?? []
}

test('a style sheet is of a length that reads well, 300 lines', () => {
  const long = sheets.filter(({ text }) => text.split('\n').length > 301)

  expect(long.map(({ file }) => file)).toEqual([])
})

test('no colour is written out but in the tokens', () => {
  const literal = /#[\da-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|[\s:,(](white|black)[\s;,)]/i
  const lines = sheets
    .filter(({ file }) => file !== 'styles/tokens.css')
    .flatMap(({ file, text }) => text.split('\n').map((line) => ({ file, line: line.trim() })))

  expect(lines.filter(({ line }) => literal.test(line))).toEqual([])
})

test('no class is styled in two files: another one says how its own parts look within it', () => {
  const homes = new Map<string, Set<string>>()
  for (const { file, text } of sheets) {
    for (const leader of selectorsIn(text).flatMap(leadersOf)) {
      homes.set(leader, (homes.get(leader) ?? new Set()).add(file))
    }
  }

  expect([...homes].filter(([, files]) => files.size > 1).map(([leader, files]) => [leader, ...files])).toEqual([])
})

function classesOf(compound: string): readonly string[] {
  const pseudo = /:(is|where|not|has)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g
  const alternatives = [...compound.matchAll(pseudo)].flatMap(([, name, inner = '']) =>
    name === 'is' || name === 'where' ? cut(inner, /,/) : [],
  )
  return [
    ...(compound.replaceAll(pseudo, '').match(/\.[\w-]+/g) ?? []),
    ...alternatives.flatMap((each) => classesOf(cut(each, combinator).at(-1) ?? '')),
  ]
}

function listForeignParts() {
  const rules = sheets.flatMap(({ file, text }) =>
    selectorsIn(text).map((selector) => ({ file, selector, compounds: cut(selector, combinator).map(classesOf) })),
  )
  const homes = new Map(
    rules.flatMap(({ file, compounds: [first = []] }) => first.map((name) => [name, file] as const)),
  )
  return rules.flatMap(({ file, selector, compounds }) => {
    const isWithin = compounds.slice(0, -1).some((names) => names.some((name) => homes.get(name) === file))
    return (compounds.at(-1) ?? []).flatMap((name) => {
      const home = homes.get(name) ?? file
      return home === file ? [] : [{ file, selector, name, home, isWithin }]
    })
  })
}

test('no file styles what belongs to another one, but within a part of its own', () => {
  const outside = listForeignParts().filter(({ isWithin }) => !isWithin)

  expect(outside.map(({ file, selector }) => `${file}: ${selector}`)).toEqual([])
})

/** By class, the files that style it within their own elements. Think before you make this list longer. */
const styledWithin: Readonly<Record<string, readonly string[]>> = {
  '.admin-row-level': ['features/consultations/agenda-planner.css'],
  '.answers': ['app/session-notes-page.css'],
  '.answers-heading': ['app/session-notes-page.css'],
  '.answers-list': ['app/session-notes-page.css'],
  '.day-consultation': ['features/consultations/today.css'],
  '.header-home': ['app/practice-header.css'],
  '.header-row': ['app/practice-header.css'],
  '.join-button': ['features/consultations/admin-consultations.css'],
  '.next-consultation-open': ['app/client-today.css'],
  '.outcome-question': ['features/consultations/today.css'],
  '.pathway-mark': ['features/customers/pathway-strip.css'],
  '.pathway-mark-present': ['features/customers/pathway-strip.css'],
  '.pathway-whose': ['features/customers/pathway-strip.css'],
  '.practice-notices-link': ['app/practice-header.css'],
  '.prescribing-facts': ['features/supplements/protocol.css'],
  '.slot-panel': ['features/payments/slot-picker.css'],
  '.slot-rules': ['features/payments/purchase.css', 'features/payments/slot-picker.css'],
}

test('few classes look otherwise within another part, apart from building blocks, which whoever contains them places', () => {
  const within = new Map<string, Set<string>>()
  for (const { name, file, home } of listForeignParts()) {
    if (!/^(ui|styles)\//.test(home)) within.set(name, (within.get(name) ?? new Set()).add(file))
  }

  expect(Object.fromEntries([...within].map(([name, files]) => [name, [...files].toSorted()]))).toEqual(styledWithin)
})

const order = /@layer ([^;{]*);/.exec(textOf('styles/layers.css'))?.[1]?.split(/,\s*/) ?? []

function outsideOfLayers({ file, text }: (typeof sheets)[number]): readonly string[] {
  const outside: string[] = []
  transform({
    filename: file,
    code: Buffer.from(text),
    drafts: { customMedia: true },
    visitor: {
      StyleSheet({ rules }) {
        for (const rule of rules) {
          if (rule.type === 'custom-media') continue
          if (rule.type === 'layer-block' && order.includes(rule.value.name?.join('.') ?? '')) continue
          if (
            rule.type === 'import' &&
            (rule.value.url.startsWith('.') || order.includes(rule.value.layer?.join('.') ?? ''))
          )
            continue
          outside.push(`${file}: ${rule.type}`)
        }
      },
    },
  })
  return outside
}

test('every rule lies in one of the layers that one file puts in order', () => {
  const [declaring, others] = [
    sheets.filter(({ file }) => file === 'styles/layers.css'),
    sheets.filter(({ file }) => file !== 'styles/layers.css'),
  ]

  expect(order).toEqual(expect.arrayContaining(['base', 'ui', 'app', 'features', 'utilities']))
  expect(declaring.flatMap(outsideOfLayers)).toEqual(['styles/layers.css: layer-statement'])
  expect(others.flatMap(outsideOfLayers)).toEqual([])
})

const conditionsIn = (text: string, rule: 'media' | 'container') =>
  [...text.matchAll(new RegExp(`@${rule} ([^{]*)`, 'g'))].map(([, condition = '']) => condition.trim())
const lengthsIn = (conditions: readonly string[]) => [
  ...new Set(conditions.flatMap((condition) => condition.match(/[\d.]+(?:rem|em|px)/g) ?? [])),
]

describe('breakpoints', () => {
  const breakpoints = [...textOf('styles/breakpoints.css').matchAll(/@custom-media (--[\w-]+) ([^;]*);/g)]
  const widths = lengthsIn(breakpoints.map(([, , condition = '']) => condition))

  test('are at most five widths, in one file, which says no more', () => {
    expect(widths.length).toBeGreaterThan(0)
    expect(widths.length).toBeLessThanOrEqual(5)
    expect(breakpoints.filter(([, , condition]) => !/^\(width (<|>=) \d+rem\)$/.test(condition ?? ''))).toEqual([])
    expect(
      textOf('styles/breakpoints.css')
        .replaceAll(/@custom-media [^;]*;/g, '')
        .trim(),
    ).toBe('')
  })

  test('are called by name everywhere else', () => {
    const asked = sheets.flatMap(({ file, text }) =>
      conditionsIn(text, 'media').map((condition) => ({ file, condition })),
    )
    const named = new Set(asked.flatMap(({ condition }) => condition.match(/--[\w-]+/g) ?? []))

    expect(asked.filter(({ condition }) => /\bwidth\b/.test(condition))).toEqual([])
    expect(named).toEqual(new Set(breakpoints.map(([, name]) => name)))
  })

  test('are the widths of the page of the stand-ins too, which no build reads', () => {
    const text = readFileSync('bin/local/console/console.css', 'utf8')

    expect(lengthsIn(conditionsIn(text, 'media')).filter((width) => !widths.includes(width))).toEqual([])
  })

  test('are asked for by no script', () => {
    const scripts = globSync('**/*.{ts,tsx}', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'))
    const asking = scripts.filter((text) => /matchMedia|innerWidth|\bmedia=/.test(text))

    expect(asking.filter((text) => /\bwidth\b|innerWidth/i.test(text))).toEqual([])
  })

  test('leave three sizes to components that ask for their own room', () => {
    const sizes = lengthsIn(sheets.flatMap(({ text }) => conditionsIn(text, 'container')))

    expect(new Set(sizes)).toEqual(new Set(['19rem', '38rem', '42rem']))
  })
})
