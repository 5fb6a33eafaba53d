import { PutObjectCommand } from '@aws-sdk/client-s3'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AuditFault } from '#contract/audit-check'
import { security } from '#contract/security'
import { createLambdaHandler as serveSecurity } from '../../../functions/security/handler.ts'
import { auditBucket, openAuditHistory, timeForPages } from '../../support/audit-history.ts'
import { toQueueEvent } from '../../support/dispatched-messages.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { readLogged } from '../../support/logged.ts'
import { measureDuring } from '../../support/metric-triggers.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'
import { openRawAuditLog } from '../../support/raw-audit-log.ts'

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue()
  vi.spyOn(console, 'info').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
})

const nameEntry = (number: number): string => `aud_${String(number).padStart(6, '0')}`

interface Shape {
  readonly hours: number
  readonly perHour: number
  readonly late?: readonly number[]
}

async function aLog({ hours, perHour, late = [] }: Shape) {
  const practice = await createTestPractice()
  const history = await openAuditHistory(practice)
  const log = openRawAuditLog(practice)
  const delayed: Awaited<ReturnType<typeof history.listNewMessages>>[number][] = []
  for (let hour = 0; hour < hours; hour += 1) {
    const entries = Array.from({ length: perHour }, (_, index) => ({
      auditId: nameEntry(hour * perHour + index),
      month: practice.now().toISOString().slice(0, 7),
      createdAt: new Date(practice.now().getTime() + index).toISOString(),
      action: 'FILE_ADDED' as const,
      userId: `usr_${index % 7}aaaaaaa`,
      subjectId: `cus_${index % 50}aaaaaaa`,
    }))
    await log.put(entries as never).go()
    const messages = entries.map((entry) => ({ entry }))
    if (late.includes(hour)) delayed.push(...messages)
    else await history.copy(toQueueEvent(messages))
    practice.clock.advance({ hours: 1 })
    await history.digest()
  }
  if (delayed.length > 0) await history.copy(toQueueEvent(delayed))
  practice.clock.advance({ hours: 1 })
  await history.digest()
  practice.clock.advance({ hours: 24 })
  await history.digest()
  const entry = async (number: number) => {
    const found = (await history.listEntries()).find(({ auditId }) => auditId === nameEntry(number))
    if (!found) throw new Error(`no entry ${number}`)
    return found
  }
  const checkByPages = async () => {
    const runs: Awaited<ReturnType<typeof history.check>>[] = []
    do runs.push(await history.check({}, timeForPages(1)))
    while (!runs.at(-1)?.checked)
    return runs
  }
  const readNames = async (): Promise<readonly string[]> => {
    const { broken = [] } = (await history.readCheck()) ?? {}
    return (broken as readonly AuditFault[]).map(({ kind, name }) => `${kind} ${name}`).toSorted()
  }
  return { ...history, practice, log, entry, checkByPages, readNames }
}

type Log = Awaited<ReturnType<typeof aLog>>

const STRAY = `entries/2026-11-20T10/2026-11_2026-11_0_${'0'.repeat(64)}.jsonl`

async function damage({ tamper, remove, entry, log, practice, services }: Log): Promise<readonly string[]> {
  await tamper(await entry(1), { action: 'FILE_REMOVED' })
  await remove(await entry(2))
  const invented = { ...(await entry(3)), auditId: 'aud_invented', action: 'FILE_ADDED' as const }
  await log.put([{ ...invented, month: practice.now().toISOString().slice(0, 7) }] as never).go()
  await services.vault.put(STRAY, '')
  return [`changed ${nameEntry(1)}`, `copy ${STRAY}`, 'invented aud_invented', `missing ${nameEntry(2)}`]
}

describe('A-72 the check of the audit log, in pages', () => {
  test('that runs out of time goes on in the next run, says nothing before its end, and has found what is found in one run', async () => {
    const log = await aLog({ hours: 6, perHour: 3 })
    const expected = await damage(log)
    const begunAt = log.practice.now().toISOString()

    const runs = await log.checkByPages()

    expect(runs.length).toBeGreaterThan(8)
    expect(runs.slice(0, -1).every(({ checked, broken }) => !checked && broken === 0)).toBe(true)
    expect(runs.at(-1)).toEqual({ checked: true, broken: 4 })
    expect(await log.readCheck()).toMatchObject({ checkedAt: begunAt, entries: 17, months: 8, brokenCount: 4 })
    expect(await log.readNames()).toEqual(expected)
    expect((await log.practice.data.jobCheckpoints.scan.go()).data).toEqual([])
    expect(await log.check()).toEqual({ checked: false, broken: 4 })
  })

  test('that is cut off after any of its pages does that page again, and names what it found once', async () => {
    const log = await aLog({ hours: 3, perHour: 3 })
    const expected = await damage(log)
    const { jobCheckpoints } = log.practice.data
    const put = vi.spyOn(jobCheckpoints, 'put')
    await log.check({ again: true })
    const pages = put.mock.calls.length
    put.mockRestore()

    for (let page = 0; page < pages; page += 1) {
      await log.check({ again: true }, timeForPages(page))
      vi.spyOn(jobCheckpoints, 'put').mockImplementationOnce(() => {
        throw new Error('cut off')
      })
      await expect(log.check({ again: page === 0 })).rejects.toThrow('cut off')
      expect(await log.check({ again: page === 0 }), `cut off after page ${page + 1}`).toEqual({
        checked: true,
        broken: 4,
      })
      expect(await log.readNames()).toEqual(expected)
    }
    expect(pages).toBeGreaterThan(8)
  })

  test('that is cut off between its result and its end has the same result, and is done for the day', async () => {
    const log = await aLog({ hours: 3, perHour: 3 })
    const expected = await damage(log)
    vi.spyOn(log.practice.data.jobCheckpoints, 'delete').mockImplementationOnce(() => {
      throw new Error('cut off')
    })

    await expect(log.check()).rejects.toThrow('cut off')

    expect(await log.check()).toEqual({ checked: true, broken: 4 })
    expect(await log.readNames()).toEqual(expected)
    expect(await log.check()).toEqual({ checked: false, broken: 4 })
  })

  test('takes no entry for invented whose copy comes while the check goes on', async () => {
    const log = await aLog({ hours: 3, perHour: 3 })
    const lost = { ...(await log.entry(3)), auditId: 'aud_delayed' }
    await log.log.put([lost] as never).go()
    await log.check({}, timeForPages(3))

    log.practice.clock.advance({ hours: 1 })
    await log.copy(toQueueEvent([{ entry: lost }]))

    expect(await log.check()).toEqual({ checked: true, broken: 0 })
    expect(await log.readCheck()).toMatchObject({ entries: 10 })
  })

  test('names an invented entry whose instant is none', async () => {
    const log = await aLog({ hours: 3, perHour: 3 })
    const invented = { ...(await log.entry(3)), auditId: 'aud_invented', createdAt: '2026-11-00T99' }
    await log.log.put([invented] as never).go()

    expect(await log.check()).toEqual({ checked: true, broken: 1 })
    expect((await log.readCheck())?.broken).toEqual([{ kind: 'invented', name: 'aud_invented' }])
  })

  test('says in the log what the first run has found that finds something', async () => {
    const log = await aLog({ hours: 3, perHour: 3 })
    await log.services.vault.put(STRAY, '')
    const warned = vi.spyOn(console, 'warn').mockReturnValue().mockClear()

    await log.check({}, timeForPages(1))

    expect(readLogged(warned)).toMatchObject([{ auditChain: 'broken', broken: [{ kind: 'copy', name: STRAY }] }])
  })

  test('sounds the alarm in each of its runs that has found something new, and in none for what the last whole one named', async () => {
    const log = await aLog({ hours: 3, perHour: 3 })
    await log.services.vault.put(STRAY, '')
    const measure = async () => {
      const measured = await measureDuring(() => log.check({}, timeForPages(1)))
      return measured.filter(({ name }) => name === 'AuditChainBroken').map(({ value }) => value)
    }
    const measureWhole = async () => {
      const runs = [await measure()]
      while ((await log.practice.data.jobCheckpoints.scan.go()).data.length > 0) runs.push(await measure())
      return runs.flat()
    }

    expect(new Set(await measureWhole())).toEqual(new Set([1]))
    log.practice.clock.advance({ hours: 24 })
    expect(new Set(await measureWhole())).toEqual(new Set([0]))
  })

  test('knows again the next day more than it shows', async () => {
    const log = await aLog({ hours: 1, perHour: 1 })
    for (let stray = 10; stray < 61; stray += 1)
      await log.services.vault.put(STRAY.replace(/00(?=\.)/, String(stray)), '')
    const measure = async () =>
      (await measureDuring(() => log.check({ again: true }))).flatMap(({ name, value }) =>
        name === 'AuditChainBroken' ? [value] : [],
      )

    expect(await measure()).toEqual([51])
    expect(await measure()).toEqual([0])

    const elena = await createAdministrador(log.practice)
    const ask = createEndpointCaller(serveSecurity(() => log.practice))
    const { body } = await ask(security.auditCheck, { as: createPasswordSessionClaims(elena, log.practice) })
    expect([body.check?.broken.length, body.check?.brokenCount]).toEqual([50, 51])
  })

  test('begins anew where it is asked to after something was fixed', async () => {
    const log = await aLog({ hours: 3, perHour: 3 })
    const before = await log.entry(1)
    await log.tamper(before, { action: 'FILE_REMOVED' })
    await log.check({}, timeForPages(5))

    await log.tamper(before, {})

    expect(await log.check({ again: true })).toEqual({ checked: true, broken: 0 })
  })

  test('fails where the first of all has not come to its end for two days', async () => {
    const log = await aLog({ hours: 3, perHour: 3 })
    expect(await log.check({}, timeForPages(1))).toEqual({ checked: false, broken: 0 })
    log.practice.clock.advance({ hours: 49 })

    await expect(log.check({}, timeForPages(1))).rejects.toThrow('no check of the audit log is whole since 2026-11-22')
  })

  test('fails where none has come to its end for two days, though no run failed', async () => {
    const log = await aLog({ hours: 3, perHour: 3 })
    await log.check()
    log.practice.clock.advance({ hours: 47 })
    expect(await log.check({}, timeForPages(1))).toEqual({ checked: false, broken: 0 })
    log.practice.clock.advance({ hours: 2 })

    await expect(log.check({}, timeForPages(1))).rejects.toThrow('no check of the audit log is whole since 2026-11-22')
    expect(await log.check()).toEqual({ checked: true, broken: 0 })
  })
})

describe('A-72 the check of a long audit log', () => {
  test('reads a bounded part of copy and log in each page, and every entry and batch in one of them', async () => {
    const log = await aLog({ hours: 130, perHour: 9, late: [4, 5] })
    const { vault } = log.services
    const [read, list] = [vi.spyOn(vault, 'read'), vi.spyOn(vault, 'listObjects')]
    const used: number[][] = []

    let run
    do {
      run = await log.check({}, timeForPages(1))
      used.push([read.mock.calls.length, list.mock.calls.length])
      read.mockClear()
      list.mockClear()
    } while (!run.checked)

    expect(run).toEqual({ checked: true, broken: 0 })
    expect(await log.readCheck()).toMatchObject({ entries: 130 * 9, brokenCount: 0 })
    // A hundred digests and those of the hours before them, or a hundred batches.
    expect(Math.max(...used.map(([reads = 0]) => reads))).toBeLessThanOrEqual(110)
    expect(Math.max(...used.map(([, lists = 0]) => lists))).toBeLessThanOrEqual(3)
  }, 60_000)

  test('names what is wrong in a later page, and in what was copied late', async () => {
    const log = await aLog({ hours: 130, perHour: 9, late: [4, 5] })
    const { tamper, remove, entry, services } = log
    await tamper(await entry(129 * 9), { action: 'FILE_REMOVED' })
    await remove(await entry(4 * 9))
    await tamper(await entry(5 * 9), { action: 'FILE_REMOVED' })
    await remove(await entry(60 * 9))
    const invented = { ...(await entry(125 * 9)), auditId: 'aud_invented' }
    await tamper({ ...invented, sk: invented.sk.replace(/auditid_.*$/, 'auditid_aud_invented') }, {})
    const stray = `entries/2026-11-25T10/2026-11_2026-11_0_${'0'.repeat(64)}.jsonl`
    await services.vault.put(stray, '')

    expect(await log.check()).toEqual({ checked: true, broken: 6 })
    expect(await log.readNames()).toEqual([
      `changed ${nameEntry(5 * 9)}`,
      `changed ${nameEntry(129 * 9)}`,
      `copy ${stray}`,
      'invented aud_invented',
      `missing ${nameEntry(4 * 9)}`,
      `missing ${nameEntry(60 * 9)}`,
    ])
  }, 60_000)

  test('follows the chain over the end of a page', async () => {
    const log = await aLog({ hours: 104, perHour: 1 })
    const digests = await log.services.vault.list('digests/')
    const boundary = digests[100] ?? ''
    const read = log.services.vault.read
    vi.spyOn(log.services.vault, 'read').mockImplementation(async (key, version) => {
      const text = await read(key, version)
      return key === boundary ? text.replace(/"sha256":"[\da-f]{8}/, '"sha256":"00000000') : text
    })

    await log.check()

    // It does not refer to the previous one, and the next does not refer to it.
    expect(await log.readNames()).toEqual([`copy ${boundary}`, `copy ${digests[101]}`])
  }, 60_000)
})

test('A-72 an object of the copy with more versions than S3 lists at once is one object, with all of them', async () => {
  const { s3, services } = await openAuditHistory(await createTestPractice())
  for (const Key of ['entries/a', 'entries/b', 'entries/b', 'entries/b', 'entries/c'])
    await s3.client.send(new PutObjectCommand({ Bucket: auditBucket, Key, Body: 'x' }))
  const found: string[] = []

  let after: string | null = ''
  while (after !== null) {
    const { objects, next } = await services.vault.listObjects('entries/', after, 2)
    found.push(...objects.map(({ key, versions }) => `${key} ${versions.length}`))
    after = next
  }

  expect(found).toEqual(['entries/a 1', 'entries/b 3', 'entries/c 1'])
})
