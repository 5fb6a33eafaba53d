import { describe, expect, test } from 'vitest'
import { type FunctionMetricName, metricList } from '#platform/metric-list'
import { createLambdaHandler as serveRecount } from '../../functions/customers/recount.handler.ts'
import { metricTriggers, measureDuring, payInShop, scanUpload } from '../support/metric-triggers.ts'

describe('what happens in the product is measured', () => {
  test.for(Object.keys(metricTriggers) as FunctionMetricName[])('%s, once, with its unit', async (name) => {
    const { run, value, dimensions } = await metricTriggers[name]()

    const measured = await measureDuring(run)

    expect(measured.filter((metric) => metric.name === name)).toEqual([
      {
        namespace: 'HabitatInterior',
        name,
        unit: metricList[name].unit,
        value,
        dimensions: { service: expect.any(String) as string, ...dimensions },
      },
    ])
  })
})

describe('nothing is measured', () => {
  test('of an order that was paid already', async () => {
    const { deliver } = await payInShop()
    await deliver()

    expect(await measureDuring(deliver)).toEqual([])
  })

  test('of an upload that is clean', async () => {
    const { run } = await scanUpload('NO_THREATS_FOUND')

    expect(await measureDuring(run)).toEqual([])
  })

  test('of a schedule whose run ended in a fault', async () => {
    const broken = { data: {} } as unknown as Parameters<typeof serveRecount>[0]
    const run = () => serveRecount(() => broken as never)().catch(() => undefined)

    expect(await measureDuring(run)).toEqual([])
  })
})
