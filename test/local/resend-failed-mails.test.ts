import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

interface Report {
  readonly requeued: number
  readonly tried: number
  readonly sent: number
  readonly left: boolean
}

/**
 * An AWS CLI that answers one run of the function after the other, and notes what it was asked.
 * @param reports undefined is a function that fails
 */
function resend(words: readonly string[], reports: readonly (Report | undefined)[]) {
  const folder = mkdtempSync(join(tmpdir(), 'habitat-resend-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const asked = join(folder, 'asked.json')
  const answers = join(folder, 'answers.json')
  writeFileSync(asked, '[]')
  writeFileSync(answers, JSON.stringify(reports.map((report) => report ?? null)))
  writeFileSync(
    join(folder, 'aws'),
    `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs')
const args = process.argv.slice(2)
writeFileSync('${asked}', JSON.stringify([...JSON.parse(readFileSync('${asked}')), args]))
if (args[0] === 'cloudformation') {
  console.log(args.includes('HabitatInterior-prod') ? 'prod-mailretryunsent-1' : '')
} else {
  const [report, ...rest] = JSON.parse(readFileSync('${answers}'))
  writeFileSync('${answers}', JSON.stringify(rest))
  writeFileSync(args.at(-1), JSON.stringify(report ?? { errorMessage: 'the table is gone' }))
  console.log(report ? 'None' : 'Unhandled')
}
`,
    { mode: 0o755 },
  )
  const PATH = [folder, dirname(process.execPath), process.env['PATH']].join(delimiter)
  const run = spawnSync(process.execPath, ['bin/resend-failed-mails.mjs', ...words], {
    encoding: 'utf8',
    env: { ...process.env, PATH },
  })
  return { ...run, asked: JSON.parse(readFileSync(asked, 'utf8')) as readonly string[][] }
}

const report = (changes: Partial<Report> = {}): Report => ({ requeued: 0, tried: 0, sent: 0, left: false, ...changes })

test('all failed mails of a stage are sent again, run after run, until none is left', () => {
  const first = report({ requeued: 40, tried: 30, sent: 30, left: true })

  const { status, stdout, asked } = resend(['prod'], [first, report({ tried: 10, sent: 9 })])

  expect(status).toBe(0)
  expect(stdout.trim().split('\n')).toEqual([
    'Puestos en cola: 40. Enviados: 30.',
    'Puestos en cola: 40. Enviados: 39.',
    'No queda ninguno por enviar.',
  ])
  expect(asked.map(([service]) => service)).toEqual(['cloudformation', 'lambda', 'lambda'])
  expect(asked[1]).toEqual(expect.arrayContaining(['prod-mailretryunsent-1', '{"resend":"failed"}']))
})

test('while SES takes nothing it says so, and ends', () => {
  const stuck = report({ tried: 3, left: true })

  const { status, stderr, asked } = resend(['prod'], [report({ requeued: 5, tried: 3, left: true }), stuck, stuck])

  expect(status).toBe(1)
  expect(stderr).toContain('El servicio de correo no acepta más por ahora.')
  expect(asked).toHaveLength(4)
})

test.each([
  [[], 'Indica el entorno: npm run resend-mails -- dev | prod'],
  [['prod; rm -rf /'], 'Indica el entorno'],
  [['dev'], 'El entorno «dev» no tiene la función mail/retry-unsent.'],
])('%j is refused in one sentence', (words, said) => {
  const { status, stderr } = resend(words, [])

  expect(status).toBe(1)
  expect(stderr).toContain(said)
})

test('a function that fails is named with its runbook', () => {
  const { status, stderr } = resend(['prod'], [undefined])

  expect(status).toBe(1)
  expect(stderr).toContain('docs/runbooks/mail-retry-unsent.md')
  expect(stderr).toContain('the table is gone')
})
