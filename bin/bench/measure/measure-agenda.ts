import { type BenchProduct, type Measurement, openBenchProduct } from './bench-product.ts'

interface AgendaAction {
  readonly name: string
  readonly run: (product: BenchProduct, turn: 0 | 1) => Promise<unknown>
}

export interface AgendaRow {
  readonly name: string
  readonly measured: readonly Measurement[]
}

/** From the seed's Friday to a Tuesday at 11 in Madrid, when six reminders are due. */
const MINUTES_TO_TUESDAY = 4 * 24 * 60 + 60

const WEEK = '2026-12-14'
const weekRange = { from: '2026-12-13T23:00:00.000Z', to: '2026-12-20T23:00:00.000Z' }
const freeHalfHours = ['2026-12-15T17:30:00.000Z', '2026-12-16T17:30:00.000Z'] as const

/** The first round loads the code and does not count. */
const agendaActions: readonly AgendaAction[] = [
  {
    name: 'free hours of a week',
    run: (product) => product.call('consultations.listFreeSlots', { query: { type: 'primera_consulta', week: WEEK } }),
  },
  {
    name: 'hold one of them',
    run: (product, turn) =>
      product.call('payments.holdSlot', {
        body: { product: 'primera-consulta', startsAt: freeHalfHours[turn], ticket: String(turn).repeat(43) },
      }),
  },
  {
    name: 'agenda of a week',
    run: (product) => product.call('consultations.agenda', { as: product.administrator, query: weekRange }),
  },
  {
    name: 'held hours of a week',
    run: (product) => product.call('consultations.listHolds', { as: product.administrator, query: weekRange }),
  },
  {
    name: 'a page of Próximas consultas',
    run: (product) => product.call('consultations.coming', { as: product.administrator }),
  },
  { name: 'reminders of a day, six due', run: (product) => product.runJob('consultations/send-reminders') },
  { name: 'reminders, none due', run: (product) => product.runJob('consultations/send-reminders') },
]

async function measureAction(product: BenchProduct, action: AgendaAction): Promise<Measurement> {
  // Reminders are sent only once.
  if (!action.name.startsWith('reminders')) await action.run(product, 0)
  return product.measure(() => action.run(product, 1))
}

/** Each size is a separate practice at the same moment, so that only the number of clients differs. */
export async function measureAgenda(
  sizes: readonly number[],
  log: (line: string) => void = () => undefined,
): Promise<readonly AgendaRow[]> {
  const measured = new Map<AgendaAction, Measurement[]>(agendaActions.map((action) => [action, []]))
  for (const size of sizes) {
    const product = await openBenchProduct()
    try {
      const begun = performance.now()
      await product.grow(0, size)
      product.advance(MINUTES_TO_TUESDAY)
      log(`${size} clients written in ${Math.round((performance.now() - begun) / 1000)} s`)
      for (const action of agendaActions) measured.get(action)?.push(await measureAction(product, action))
    } finally {
      await product.close()
    }
  }
  return [...measured].map(([{ name }, each]) => ({ name, measured: each }))
}
