import { describe, expect, test } from 'vitest'
import { anAnalysis } from '../../support/analyses.ts'

async function withARemovedReport() {
  const analysis = await anAnalysis()
  const fileId = await analysis.aReport()
  await analysis.save({ fileId })
  await analysis.publish(1)
  expect(await analysis.mine()).toMatchObject([{ fileId }])
  expect((await analysis.removeFile(fileId)).status).toBe(200)
  return { ...analysis, fileId }
}

describe('an analysis whose report was removed', () => {
  test('offers its client no report that is gone', async () => {
    const { mine } = await withARemovedReport()

    expect(await mine()).toMatchObject([{ fileId: null, findings: 'Poca variedad' }])
  })

  test('is corrected with another report or with none, and refused with the one that is gone, which is said', async () => {
    const { save, publish, mine, fileId } = await withARemovedReport()
    const findings = 'Poca variedad, y mejor'

    expect(await save({ fileId, findings, version: 1 })).toEqual({ status: 409, body: { code: 'report-gone' } })
    expect((await save({ fileId: null, findings, version: 1 })).status).toBe(200)
    expect((await publish(2)).status).toBe(200)

    expect(await mine()).toMatchObject([{ fileId: null, findings }])
  })
})

describe('A-64 a report that nobody has explained', () => {
  test('stays in «Por hacer» when another analysis is corrected after it came', async () => {
    const { practice, aReport, save, publish, tasks } = await anAnalysis()
    await save()
    await publish(1)
    practice.clock.advance({ days: 1 })
    await aReport()
    const came = practice.now().toISOString()
    practice.clock.advance({ days: 1 })

    await save({ findings: 'Poca variedad, y mejor', version: 1 })
    await publish(2)

    expect(await tasks()).toEqual([expect.stringContaining(came)])
  })

  test('is explained by an analysis that is published for the first time after it came', async () => {
    const { practice, aReport, save, publish, tasks } = await anAnalysis()
    await aReport()
    practice.clock.advance({ days: 1 })

    await save()
    await publish(1)

    expect(await tasks()).toEqual([])
  })
})
