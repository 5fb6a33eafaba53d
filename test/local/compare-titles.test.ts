import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const checkout = process.cwd()
let folder = ''

const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@correo.test', ...words], { cwd: folder })

const write = (text: string) => writeFileSync(join(folder, 'test/a/one.test.ts'), text)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'habitat-titles-'))
  mkdirSync(join(folder, 'test/a'), { recursive: true })
  write(`
    describe('a shop', () => {
      test('sells', () => {})
      test.each([1])(\`sells \${one} %i\`, () => {})
      other('says nothing', () => {})
    })
    test('is open', () => {})
  `)
  writeFileSync(join(folder, 'test/a/support.ts'), "test('is no test', () => {})")
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-qm', 'first')
  process.chdir(folder)
})

afterEach(() => {
  process.chdir(checkout)
  rmSync(folder, { recursive: true })
})

async function compare(...words: string[]) {
  const written: string[] = []
  const note = (text: string) => void written.push(text)
  vi.spyOn(console, 'error').mockImplementation(note)
  vi.spyOn(console, 'info').mockImplementation(note)
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  const { argv } = process
  process.argv = [...argv.slice(0, 2), ...words]
  vi.resetModules()
  await import('../../bin/compare-titles.ts')
  process.argv = argv
  const [[status] = []] = exit.mock.calls
  vi.restoreAllMocks()
  return { status, written }
}

test('a change that keeps its titles takes none away, wherever they stand', async () => {
  write("test('is open', () => {}); describe('a shop', () => { it('sells', () => {}); it(`sells ${1} %i`, () => {}) })")

  expect(await compare('main')).toEqual({
    status: 0,
    written: ['3 titles, 0 gone since main, 0 of them without a successor'],
  })
})

test('a title that is gone is named with its file, until the file of successors names a test of today', async () => {
  write("describe('a shop', () => { test('sells at night', () => {}) }); test('is open', () => {})")
  writeFileSync('successors', 'a shop > sells => a shop > sells at night\na shop > sells ${} %i => a title of nobody\n')

  expect(await compare()).toEqual({
    status: 1,
    written: [
      'test/a/one.test.ts: a shop > sells',
      'test/a/one.test.ts: a shop > sells ${} %i',
      '2 titles, 2 gone since main, 2 of them without a successor',
    ],
  })
  expect(await compare('main', 'successors')).toEqual({
    status: 1,
    written: [
      'test/a/one.test.ts: a shop > sells ${} %i',
      '2 titles, 2 gone since main, 1 of them without a successor',
    ],
  })
})

test('what others have added to main since is not missing on a branch', async () => {
  git('checkout', '-qb', 'branch')
  git('checkout', '-q', 'main')
  write("test('is new', () => {})")
  git('commit', '-qam', 'second')
  git('checkout', '-q', 'branch')

  expect((await compare('main')).status).toBe(0)
})
