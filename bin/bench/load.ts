import { parseArgs } from 'node:util'
import { openBenchProduct } from './measure/bench-product.ts'
import { listDifferences, loadMix, type LoadStep, measureAlone, runLoadStep } from './measure/measure-load.ts'

/*
 * The highest rate at which a written mix of actions ends without an error and with 95 of 100 within a second, on the
 * handlers in one process and the stand-in of the table beside it; and what stops it. `--only customers.create` shows what
 * one counter and its transactions hold.
 *
 *     npm run bench -- load
 *     npm run bench -- load --clients 10000 --seconds 30 --only customers.create
 */
const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
    rates: { type: 'string', default: '10,20,40,50,60,80,100,130,160,200' },
    only: { type: 'string' },
  },
})
const P95_MS = 1000
const CALLERS = 200
const BUSY = 0.9

// What handlers log is no result: the logger reads its level when they are loaded.
process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT'
process.env['POWERTOOLS_METRICS_DISABLED'] = 'true'
const print = console.info.bind(console)
for (const level of ['log', 'info', 'warn', 'error'] as const) console[level] = () => undefined

const product = await openBenchProduct()
try {
  const clients = Number(values.clients)
  await product.grow(0, clients)
  const alone = await measureAlone(product, values.only)
  print(`${clients} clients; ${values.only ?? JSON.stringify(loadMix)}\n`)
  print('| a second | p95 ms | errors | processor of the handlers |\n|---|---|---|---|')
  let best: LoadStep | undefined
  for (const rate of values.rates.split(',').map(Number)) {
    const options = { rate, seconds: Number(values.seconds), callers: Math.min(CALLERS, clients), only: values.only }
    const step = await runLoadStep(product, options)
    const failed = Object.values(step.errors).reduce((sum, each) => sum + each, 0)
    print(`| ${rate} | ${Math.round(step.p95Ms)} | ${failed} | ${Math.round(step.processor * 100)} % |`)
    if (failed > 0 || step.p95Ms > P95_MS) {
      print(`\nStopped by ${reasonOf(step)}.`)
      break
    }
    best = step
  }
  print(`\nHighest rate without an error and with a p95 of at most ${P95_MS} ms: ${best?.rate ?? 0} a second.`)
  const differences = best ? listDifferences(alone, best) : []
  print(differences.length === 0 ? 'Units of each action are those of the action alone.' : 'Units that differ:')
  for (const { name, alone: once, loaded } of differences) print(`- ${name}: ${once} alone, ${loaded} under load`)
} finally {
  await product.close()
}

function reasonOf({ errors, processor }: LoadStep): string {
  const [most] = Object.entries(errors).toSorted(([, a], [, b]) => b - a)
  if (most) return `errors: ${most[0]} (${most[1]} times)`
  return processor > BUSY
    ? 'the one processor that the handlers of this run share; deployed, each has its own'
    : 'waiting, for the stand-in of the table or for whatever else this machine does'
}
