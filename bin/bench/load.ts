import { parseArgs } from 'node:util'
import { openBenchProduct } from './measure/bench-product.ts'
import {
  measureSequentially,
  listLoadConflicts,
  listDifferences,
  type LoadCosts,
  loadMix,
  type LoadStep,
  runLoadStep,
} from './measure/measure-load.ts'

/*
 * The highest rate at which a mix of actions runs without errors and with a 95th percentile below a second, with the
 * handlers in one process beside the table's stand-in; and the limiting factor. `--only customers.create` measures one
 * counter and its transactions.
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
const BUSY = 0.85

// Silences the handlers' logs; the logger reads its level at import.
process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT'
process.env['POWERTOOLS_METRICS_DISABLED'] = 'true'
const print = console.info.bind(console)
for (const level of ['log', 'info', 'warn', 'error'] as const) console[level] = () => undefined

const product = await openBenchProduct()
try {
  const clients = Number(values.clients)
  await product.grow(0, clients)
  const options = { seconds: Number(values.seconds), callers: Math.min(CALLERS, clients), only: values.only }
  // Loads the code of each action.
  await measureSequentially(product, { ...options, rate: 100, seconds: 10 })
  print(`${clients} clients; ${values.only ?? JSON.stringify(loadMix)}\n`)
  print(
    '| a second | p95 ms | errors | of one processor, the handlers | of all processors, busy |\n|---|---|---|---|---|',
  )
  let best: LoadStep | undefined
  let stopped = false
  for (const rate of values.rates.split(',').map(Number)) {
    const step = await runLoadStep(product, { ...options, rate })
    const failed = Object.values(step.errors).reduce((sum, each) => sum + each, 0)
    const [handlers, machine] = [step.processor, step.machine].map((share) => `${Math.round(share * 100)} %`)
    print(`| ${rate} | ${Math.round(step.p95Ms)} | ${failed} | ${handlers} | ${machine} |`)
    if (failed > 0 || step.p95Ms > P95_MS) {
      print(`\nStopped by ${reasonOf(step)}.`)
      stopped = true
      break
    }
    best = step
  }
  if (!stopped) print('\nNothing stopped it at these rates.')
  print(`\nHighest rate without an error and with a p95 of at most ${P95_MS} ms: ${best?.rate ?? 0} a second.`)
  if (best) {
    // Repeated, so that both compared rounds find the same records opened.
    const again = await runLoadStep(product, { ...options, rate: best.rate })
    printDifferences(await measureSequentially(product, { ...options, rate: best.rate }), again)
  }
} finally {
  await product.close()
}

function printDifferences(alone: LoadCosts, step: LoadStep): void {
  const differences = listDifferences(alone, step)
  print(differences.length === 0 ? 'Units of each action are those of the action alone.' : 'Units that differ:')
  for (const { name, alone: once, loaded, why } of differences)
    print(`- ${name}: ${once.units.toFixed(1)} alone, ${loaded.units.toFixed(1)} under load${why ? `; ${why}` : ''}`)
  const conflicts = listLoadConflicts(alone, step)
  if (conflicts.length > 0) print('Writes refused, and repeated, for each call:')
  for (const { name, alone: once, loaded } of conflicts)
    print(`- ${name}: ${once.refused.toFixed(2)} alone, ${loaded.refused.toFixed(2)} under load`)
}

/** Slow calls overlap with later ones of the same client and cause errors, so both are reported. */
function reasonOf({ errors, p95Ms, processor, machine }: LoadStep): string {
  const [most] = Object.entries(errors).toSorted(([, a], [, b]) => b - a)
  const refused = most && `errors: ${most[0]} (${most[1]} times)`
  const waiting =
    processor > BUSY
      ? 'the one processor that the handlers of this run share; deployed, each has its own'
      : machine > BUSY
        ? 'the processors of this machine, which the handlers share with the stand-in of the table and whatever else runs'
        : 'waiting for the stand-in of the table'
  return [p95Ms > P95_MS && waiting, refused].filter(Boolean).join('; ')
}
