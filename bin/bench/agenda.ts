import { parseArgs } from 'node:util'
import { measureAgenda } from './measure/measure-agenda.ts'

/*
 * The cost of free hours, holds, agenda and reminders in practices of 100 to 10,000 clients with full opening hours.
 * Prints a Markdown table for docs/performance.md.
 *
 *     npm run bench -- agenda
 *     npm run bench -- agenda --sizes 100,1000
 */
const { values } = parseArgs({ options: { sizes: { type: 'string', default: '100,1000,10000' } } })
const sizes = values.sizes.split(',').map(Number)
// Silences the handlers' logs; the logger reads its level at import.
process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT'
process.env['POWERTOOLS_METRICS_DISABLED'] = 'true'
const print = console.info.bind(console)
for (const level of ['log', 'info', 'warn', 'error'] as const) console[level] = () => undefined

const rows = await measureAgenda(sizes, (line) => process.stderr.write(`${line}\n`))

print('Requests / read units / write units / bytes of the answer / ms of processor.\n')
print(`| action | ${sizes.map((size) => `${size} clients`).join(' | ')} |`)
print(`|---|${sizes.map(() => '---').join('|')}|`)
for (const { name, measured } of rows) {
  const cells = measured.map(
    ({ requests, readUnits, writeUnits, bytes, cpuMs }) =>
      `${requests} / ${readUnits} / ${writeUnits} / ${bytes} / ${cpuMs.toFixed(1)}`,
  )
  print(`| ${name} | ${cells.join(' | ')} |`)
}
