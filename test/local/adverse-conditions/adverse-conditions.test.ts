import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  conditionNames,
  permanentConditions,
  type PermanentConditionName,
} from '../../../bin/local/adverse-conditions.ts'
import { sendConsoleCommand } from '../../support/local-console.ts'
import { getProductSite } from '../../support/product-site.ts'
import { alwaysKeptPromises } from './always-kept-promises.ts'
import { keptPromises } from './kept-promises.ts'
import { startProductForConditions, switchCondition } from './product-under-conditions.ts'

let end: () => Promise<void>
beforeAll(async () => {
  end = await startProductForConditions()
}, 120_000)
afterAll(() => end())

test('in the demo every condition is off', async () => {
  const listed = (await (await fetch(`${getProductSite()}/_local/condition`)).json()) as { name: string; on: boolean }[]

  expect(listed.map(({ name }) => name)).toEqual(conditionNames)
  expect(listed.filter(({ on }) => on)).toEqual([])
})

test('there is a promise for every condition of the list', () => {
  expect(Object.keys(keptPromises).toSorted()).toEqual(conditionNames.toSorted())
  expect(conditionNames.filter((name) => keptPromises[name].length === 0)).toEqual([])
})

describe('always', () => {
  const names = Object.keys(permanentConditions) as PermanentConditionName[]
  const elsewhere = names.flatMap((name) => ('file' in alwaysKeptPromises[name] ? [alwaysKeptPromises[name]] : []))
  const here = names.flatMap((name) => ('keep' in alwaysKeptPromises[name] ? [alwaysKeptPromises[name]] : []))

  test('there is a promise for every condition that has no switch', () => {
    expect(Object.keys(alwaysKeptPromises).toSorted()).toEqual(names.toSorted())
    expect(here.length + elsewhere.length).toBe(names.length)
  })

  test.each(elsewhere)('$title ($file)', ({ file, title }) => {
    expect(readFileSync(file, 'utf8')).toContain(`test('${title}'`)
  })

  test.each(here)(
    '$promise',
    async ({ keep }) => {
      await expect(keep()).resolves.toBeUndefined()
    },
    90_000,
  )
})

describe.each(conditionNames)('under %s', (name) => {
  afterEach(async () => {
    await switchCondition(name, false)
    await sendConsoleCommand('clock', { advance: 'PT1S' })
  })

  test.each(keptPromises[name])(
    '$promise',
    async ({ keep }) => {
      await switchCondition(name, true)
      await expect(keep()).resolves.toBeUndefined()
    },
    90_000,
  )
})
