import { parseArgs } from 'node:util'
import { allowedGrowthByAction } from './measure/growing-actions.ts'
import { measureGrowth } from './measure/measure-growth.ts'
import { estimateMonth, formatMonth } from './measure/monthly-price.ts'

/*
 * The cost of each user action and job in a practice of 100, 10,000 and 100,000 clients, and the resulting monthly
 * price. Markdown tables for docs/performance.md.
 *
 *     npm run bench
 *     npm run bench -- growth --sizes 100,1000
 *     npm run bench -- growth --only messages.,Budget
 *     npm run bench -- growth --without customers/update-lists
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100,10000,100000' },
    only: { type: 'string', default: '' },
    without: { type: 'string', default: '' },
  },
})
const sizes = values.sizes.split(',').map(Number)
const toWords = (list: string) => list.split(',').filter(Boolean)
const [only, without] = [toWords(values.only), toWords(values.without)]
// Silences the handlers' logs; the logger reads its level at import.
process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT'
process.env['POWERTOOLS_METRICS_DISABLED'] = 'true'
const print = console.info.bind(console)
for (const level of ['log', 'info', 'warn', 'error'] as const) console[level] = () => undefined

const rows = await measureGrowth(sizes, { only, without, log: (line) => process.stderr.write(`${line}\n`) })

print(
  'Requests / capacity units / bytes of the answer / ms of processor, and units at the largest size for each at the smallest.\n',
)
print(`| action | ${sizes.map((size) => `${size} clients`).join(' | ')} | growth | why |`)
print(`|---|${sizes.map(() => '---').join('|')}|---|---|`)
for (const { action, measured, growth } of rows) {
  const cells = measured.map(
    ({ requests, units, bytes, cpuMs }) => `${requests} / ${units} / ${bytes} / ${cpuMs.toFixed(1)}`,
  )
  print(
    `| ${action.name} | ${cells.join(' | ')} | ${growth.toFixed(2)} | ${allowedGrowthByAction[action.name]?.why ?? ''} |`,
  )
}
// The monthly price needs all of them.
if (only.length === 0 && without.length === 0)
  print(`\n\n${formatMonth([100, 10_000, 1_000_000].map((clients) => estimateMonth(clients, rows)))}`)
