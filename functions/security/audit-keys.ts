import { randomBytes } from 'node:crypto'
import type { AuditKey } from '#data/audit-key'
import { readAuditHealthKeys, readAuditKeys } from '#data/audit-key-queries'
import { type AuditKeyRing, listComparedSubjects, listTraceSubjects, type AuditTraceSource } from '#data/audit-trace'
import { type Database, isConditionFailure } from '#data/database'

const KEYS_AT_ONCE = 100

type Reader = (data: Database, subjects: readonly string[]) => Promise<Map<string, AuditKey>>

export async function readAuditKeyRing(entries: readonly AuditTraceSource[], data: Database): Promise<AuditKeyRing> {
  const { people, health } = joinSubjects(entries.map(listComparedSubjects))
  return {
    people: await readAll(people, readAuditKeys, data),
    health: await readAll(health, readAuditHealthKeys, data),
  }
}

interface KeyServices {
  readonly data: Database
  readonly newId: (prefix: string) => string
}

export async function ensureAuditKeyRing(
  entries: readonly AuditTraceSource[],
  { data, newId }: KeyServices,
): Promise<AuditKeyRing> {
  const { people, health } = joinSubjects(entries.map(listTraceSubjects))
  const draw = (subject: string) => ({
    subject,
    keyId: newId('key'),
    secret: randomBytes(32).toString('base64'),
  })
  return {
    people: await ensureAll(people, { read: readAuditKeys, data }, (subject) =>
      data.auditKeys.create(draw(subject)).go(),
    ),
    health: await ensureAll(health, { read: readAuditHealthKeys, data }, (subject) =>
      data.auditHealthKeys.create(draw(subject)).go(),
    ),
  }
}

const joinSubjects = (subjects: readonly ReturnType<typeof listTraceSubjects>[]) => ({
  people: [...new Set(subjects.flatMap(({ people }) => people))],
  health: [...new Set(subjects.flatMap(({ health }) => health))],
})

async function readAll(subjects: readonly string[], read: Reader, data: Database): Promise<Map<string, AuditKey>> {
  const found = new Map<string, AuditKey>()
  for (let at = 0; at < subjects.length; at += KEYS_AT_ONCE) {
    for (const [subject, key] of await read(data, subjects.slice(at, at + KEYS_AT_ONCE))) found.set(subject, key)
  }
  return found
}

async function ensureAll(
  subjects: readonly string[],
  { read, data }: { readonly read: Reader; readonly data: Database },
  create: (subject: string) => Promise<unknown>,
): Promise<Map<string, AuditKey>> {
  const keys = await readAll(subjects, read, data)
  const missing = subjects.filter((subject) => !keys.has(subject))
  for (const subject of missing) {
    try {
      await create(subject)
    } catch (error) {
      if (!isConditionFailure(error)) throw error
    }
  }
  return new Map([...keys, ...(await readAll(missing, read, data))])
}
