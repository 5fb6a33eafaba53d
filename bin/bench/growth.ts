import { parseArgs } from 'node:util'
import { allowedGrowthByAction } from './measure/growing-actions.ts'
import { measureGrowth } from './measure/measure-growth.ts'
import { estimateMonth, formatMonth } from './measure/monthly-price.ts'

/*
 * What each action of a user and each job costs in a practice of 100, 10,000 and 100,000 clients, and what a month of that
 * costs. Tables in Markdown, for docs/performance.md.
 *
 *     npm run bench
 *     npm run bench -- growth --sizes 100,1000
 *     npm run bench -- growth --only messages.,Budget
 *     npm run bench -- growth --without customers/update-standings
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
// What handlers log is no result: the logger reads its level when they are loaded.
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
// A month is made of all of them.
if (only.length === 0 && without.length === 0)
  print(`\n\n${formatMonth([100, 10_000, 1_000_000].map((clients) => estimateMonth(clients, rows)))}`)
