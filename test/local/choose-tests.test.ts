import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { chooseTests, toTitlePattern } from '../../bin/choose-tests.mjs'

const suites = ['check', 'contract', 'functions', 'journeys']
const files = [
  ['test/contract/dosing.test.ts', "test('one day has one dose')"],
  ['test/functions/payments/refund.test.ts', "test('a refund is given once')"],
  ['test/journeys/purchase.test.ts', "test('PAY-20 a refund reaches the buyer')"],
  ['test/pictures/refund.test.ts', "test('a refund is pictured')"],
].map(([path = '', text = '']) => ({ path, read: () => text }))
const [dosing, refund, purchase, picture] = files.map(({ path }) => path)
const chosen = (...words: string[]) => chooseTests(words, suites, files, ['pictures'])

test('without a word every suite is run', () => {
  expect(chosen()).toEqual({ suites, paths: [], title: undefined })
})

test('a suite is run whole', () => {
  expect(chosen('contract', 'check')).toEqual({ suites: ['check', 'contract'], paths: [], title: undefined })
})

test.each(['dosing', 'contract/dosing.test', 'test/contract/dosing.test.ts'])(
  '%s is run as the file it names',
  (word) => {
    expect(chosen(word)).toEqual({ suites: ['contract'], paths: [dosing], title: undefined })
  },
)

test('words of a title are run in every file that has them, or in those of one suite', () => {
  expect(chosen('a refund')).toEqual({
    suites: ['functions', 'journeys'],
    paths: [refund, purchase],
    title: 'a refund',
  })
  expect(chosen('journeys', 'PAY-20')).toEqual({ suites: ['journeys'], paths: [purchase], title: 'PAY-20' })
})

test('a suite that is run by its name alone is not found by words', () => {
  expect(chosen('pictures')).toEqual({ suites: ['pictures'], paths: [], title: undefined })
  expect(chosen('pictures', 'refund')).toEqual({ suites: ['pictures'], paths: [picture], title: undefined })
  expect(chosen('refund.test').paths).toEqual([refund])
})

test('words of a title that were typed without quotes belong together', () => {
  expect(chosen('is', 'given')).toEqual({ suites: ['functions'], paths: [refund], title: 'is given' })
})

test('an id of a requirement is a whole word: those that end or begin with it are others', () => {
  const titles = ['A-08 a day', 'A-53 A-08 a day', 'DATA-08 a day', 'MFA-08 a day', 'A-081 a day']
  const named = titles.map((title, n) => ({ path: `test/contract/${n}.test.ts`, read: () => `test('${title}')` }))

  expect(chooseTests(['A-08'], suites, named).paths).toEqual(['test/contract/0.test.ts', 'test/contract/1.test.ts'])
  expect(titles.filter((title) => toTitlePattern('A-08').test(title))).toEqual(titles.slice(0, 2))
})

test('other words are searched for as they are typed', () => {
  expect('costs 5.00 (five)').toMatch(toTitlePattern('5.00 (fi'))
  expect('costs 5100 (five)').not.toMatch(toTitlePattern('5.00'))
})

test.each([[['functoins']], [['contract', 'refund']]])(
  '%j, which nothing answers to, is refused with the list of suites',
  (words) => {
    expect(() => chosen(...words)).toThrow(/Hay estos grupos: check, contract, functions, journeys, pictures\./)
  },
)

const execute = promisify(execFile)

test('words that stand in a file, but in no title, are no run that passed', async () => {
  const words = ['test/contract/dosing.test.ts', 'vitest']

  const run: unknown = await execute(process.execPath, ['bin/test.mjs', ...words]).catch((error: unknown) => error)

  expect(run).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^0 passed, 1 failed$/m),
    stderr: expect.stringMatching(/Ninguna prueba responde a «vitest»\. Hay estos grupos: check, .*, pictures\./),
  })
})
