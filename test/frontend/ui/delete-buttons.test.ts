import { globSync, readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import { describe, expect, test } from 'vitest'

interface Node {
  readonly type?: string
  readonly value?: unknown
  readonly [part: string]: unknown
}

interface Press {
  readonly file: string
  readonly element: string
  readonly texts: readonly string[]
  readonly variant: string | undefined
  readonly size: string | undefined
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

function within(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(within)
  if (!isNode(node)) return []
  return [node, ...Object.values(node).flatMap(within)]
}

const wordsIn = (node: unknown): string[] =>
  within(node).flatMap(({ type, value, cooked }) => {
    if (type === 'JSXText' || type === 'StringLiteral') return [String(value).trim()]
    return type === 'TemplateElement' ? [String(cooked).trim()] : []
  })

interface Opening extends Node {
  readonly name: { readonly value?: string }
  readonly attributes: readonly Node[]
}

function attributeOf({ attributes }: Opening, name: string): Node | undefined {
  return attributes.find((each) => isNode(each['name']) && each['name'].value === name)
}

const constantOf = (opening: Opening, name: string) => wordsIn(attributeOf(opening, name)?.value)[0]

const presses: readonly Press[] = globSync('frontend/src/**/*.tsx').flatMap((file) =>
  within(parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: true }).body)
    .filter(({ type }) => type === 'JSXElement')
    .flatMap((element) => {
      const opening = element['opening'] as Opening
      const name = opening.name.value ?? ''
      if (!/button/i.test(name)) return []
      const texts = [...wordsIn(element['children']), ...wordsIn(attributeOf(opening, 'aria-label')?.value)]
      return [
        { file, element: name, texts, variant: constantOf(opening, 'variant'), size: constantOf(opening, 'size') },
      ]
    }),
)

const choices = globSync('frontend/src/**/*.tsx').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\{ text: '(?:Eliminar|Terminar de eliminar)\b[^}]*\}/g)].map(
    ([choice]) => [file, choice] as const,
  ),
)

const deletes = ({ texts }: Press) => texts.some((text) => /^(Eliminar|Terminar de eliminar)\b/.test(text))

describe('a button that deletes looks the same wherever it stands', () => {
  const deleting = presses.filter(deletes)

  test('and there are some in every part of the product that lists things', () => {
    const files = [...deleting.map(({ file }) => file), ...choices.map(([file]) => file)]
    const parts = new Set(files.map((file) => file.split('/')[3]))

    expect([...parts]).toEqual(
      expect.arrayContaining(['consultations', 'customers', 'files', 'privacy', 'supplements', 'users']),
    )
  })

  test.each(choices)('in the menu of a row it is set apart: %s', (_, choice) => {
    expect(choice).toContain('removes: true')
  })

  test.each(deleting.map((each) => [`${each.file}: ${each.texts.join(' ')}`, each] as const))(
    '%s is red: an outline where it asks first, filled where it does it',
    (_, { element, variant, size }) => {
      expect(element).toBe('Button')
      expect(size === 'small' ? ['remove'] : ['remove', 'danger']).toContain(variant)
    },
  )
})
