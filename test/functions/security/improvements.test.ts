import { describe, expect, test, vi } from 'vitest'
import type { SecurityImprovementId } from '#contract/security-improvements'
import { security } from '#contract/security'
import { createLambdaHandler } from '../../../functions/security/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import {
  deployedCloudReadings,
  createTestPractice,
  listAuditChanges,
  type TestPractice,
} from '../../support/practice.ts'

async function aWatch(overrides: Partial<TestPractice> = {}) {
  const practice = await createTestPractice(overrides)
  const elena = await createAdministrador(practice)
  await recounted(practice, '2026-11-21T03:00:00.000Z')
  await checked(practice, '2026-11-21T00:10:00.000Z')
  const as = createPasswordSessionClaims(elena, practice)
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const read = async () => (await ask(security.improvements, { as })).body
  const item = async (id: SecurityImprovementId) => {
    const found = (await read()).items.find((each) => each.id === id)
    if (!found) throw new Error(`there is no ${id}`)
    return found
  }
  const record = (changes: object = {}) => ask(security.recordPenetrationTest, { as, body: { ...aTest, ...changes } })
  return { practice, elena, as, ask, read, item, record }
}

const recounted = async ({ data }: TestPractice, recountedAt: string) =>
  void (await data.counters.update({ of: 'practice' }).set({ recountedAt }).go())

const checked = async ({ data }: TestPractice, checkedAt: string, broken: readonly string[] = []) =>
  void (await data.invariantRuns
    .put({ day: checkedAt.slice(0, 10), checkedAt, broken: [...broken], unknown: [], expiresAtEpoch: 2_000_000_000 })
    .go())

const aTest = { firm: 'Pentest Ibérica', date: '2026-11-10', report: 'https://informes.test/habitat-2026.pdf' }

type Reading = keyof TestPractice['cloud']

const saying = <Of extends Reading>(of: Of, change: Partial<Awaited<ReturnType<TestPractice['cloud'][Of]>>>) => ({
  cloud: { ...deployedCloudReadings, [of]: async () => ({ ...(await deployedCloudReadings[of]()), ...change }) },
})

const recoveryOf = (days: number) => ({ days, from: '2026-10-18T09:00:00.000Z', until: '2026-11-21T08:55:00.000Z' })

describe('SEC-03 SEC-04 A-52 the enhancement items', () => {
  test('are seven, five completed and two pending at first, with every field', async () => {
    const { read } = await aWatch()

    const { items, completed, total, percent } = await read()

    expect({ completed, total, percent }).toEqual({ completed: 5, total: 7, percent: 71 })
    expect(items.map(({ id, status, priority, category }) => [id, status, priority, category])).toEqual([
      ['penetration-test', 'pending', 'high', 'governance'],
      ['passkeys', 'pending', 'medium', 'authentication'],
      ['admin-mfa', 'completed', 'critical', 'authentication'],
      ['encryption', 'completed', 'critical', 'data-protection'],
      ['backups', 'completed', 'high', 'data-protection'],
      ['nightly-run', 'completed', 'medium', 'monitoring'],
      ['audit-log', 'completed', 'high', 'governance'],
    ])
    for (const { title, description, reading, readAt, status, implementedDate } of items) {
      expect([title, description, reading].every((text) => text.length > 0)).toBe(true)
      expect(readAt).toBe('2026-11-21T09:00:00.000Z')
      expect(implementedDate).toBe(status === 'completed' ? '2026-11-21T09:00:00.000Z' : undefined)
    }
  })

  test('say since when each holds, and keep that while it does', async () => {
    const { practice, item } = await aWatch()
    await item('encryption')
    practice.clock.advance({ hours: 3 })

    expect(await item('encryption')).toMatchObject({
      implementedDate: '2026-11-21T09:00:00.000Z',
      readAt: '2026-11-21T12:00:00.000Z',
      reading: 'Tabla y archivos cifrados',
    })
  })
})

describe('SEC-03 A-52 the evidence of an item', () => {
  test('is what was read of the resource itself', async () => {
    const { item } = await aWatch()
    const read = async (id: SecurityImprovementId) =>
      (await item(id)).facts.map(({ source }) => Object.values(source).join(' | '))

    expect(await read('encryption')).toEqual([
      'Tabla habitat | SSEDescription | KMS, clave table',
      'Bucket habitat-files | ServerSideEncryptionConfiguration | aws:kms, clave files',
      'Bucket habitat-files | PublicAccessBlockConfiguration | BlockPublicAcls, BlockPublicPolicy, IgnorePublicAcls, RestrictPublicBuckets',
    ])
    expect(await read('backups')).toEqual([
      'Tabla habitat | PointInTimeRecoveryDescription | ENABLED, 35 días, se puede volver a cualquier momento entre el 17/10/26, 11:00 y el 21/11/26, 9:55',
      'Bucket habitat-files | VersioningConfiguration | Enabled',
      'Tabla habitat | DeletionProtectionEnabled | true',
      'Grupo de usuarios eu-west-1_habitat | DeletionProtection | ACTIVE',
    ])
    expect(await read('passkeys')).toEqual(['Grupo de usuarios eu-west-1_habitat | AllowedFirstAuthFactors | PASSWORD'])
    expect((await read('admin-mfa')).at(-1)).toMatch(
      new RegExp(`^Cuentas activas con rol administrador \\| Código activado \\| .*: desde el \\d`),
    )
  })

  test('names the administrador who has no code', async () => {
    const { practice, item } = await aWatch()
    const { userId } = await createAdministrador(practice)
    const { data: carmen } = await practice.data.users
      .patch({ userId })
      .remove(['mfaEnabledAt'])
      .go({ response: 'all_new' })

    expect((await item('admin-mfa')).facts.at(-1)?.source.value).toContain(
      `${carmen.firstName} ${carmen.lastName}: sin código`,
    )
  })

  test('of something that is off says what stands in its place', async () => {
    const { item } = await aWatch(saying('table', { encryption: undefined, recovery: undefined }))

    expect((await item('encryption')).facts[0]?.source.value).toBe('nada')
    expect((await item('backups')).facts[0]?.source.value).toBe('DISABLED')
  })
})

describe('SEC-03 A-52 a check that stops holding turns its item back', () => {
  test.each([
    ['admin-mfa', 'Códigos de aplicación en el acceso', saying('pool', { mfa: 'OFF' })],
    ['admin-mfa', 'Códigos de aplicación en el acceso', saying('pool', { softwareTokens: false })],
    ['admin-mfa', 'Contraseñas de 8', saying('pool', { minimumLength: 6 })],
    ['admin-mfa', 'Contraseñas de 8', saying('pool', { requiredKinds: ['RequireNumbers'] })],
    ['encryption', 'Tabla cifrada con clave propia', saying('table', { encryption: undefined })],
    [
      'encryption',
      'Archivos cifrados con clave propia',
      saying('files', { encryption: { algorithm: 'AES256', key: '' } }),
    ],
    ['encryption', 'Archivos cerrados al público', saying('files', { blocked: ['BlockPublicAcls'] })],
    ['backups', 'Copia continua de la tabla', saying('table', { recovery: undefined })],
    ['backups', 'Copia continua de la tabla', saying('table', { recovery: recoveryOf(34) })],
    ['backups', 'Versiones anteriores de los archivos', saying('files', { versioning: 'Suspended' })],
    ['backups', 'Tabla protegida contra el borrado', saying('table', { deletionProtection: false })],
    ['backups', 'Cuentas protegidas contra el borrado', saying('pool', { deletionProtection: 'INACTIVE' })],
    ['audit-log', 'Accesos a los archivos anotados', saying('files', { logsTo: undefined })],
  ] as const)('%s without «%s»', async (id, fact, overrides) => {
    const { item } = await aWatch(overrides)

    const found = await item(id)

    expect(found.status).not.toBe('completed')
    expect(found.implementedDate).toBeUndefined()
    const broken = found.facts.filter(({ holds }) => !holds)
    expect(broken.map(({ name }) => name)).toEqual([expect.stringContaining(fact)])
    expect(found.reading).toBe(`Falta: ${broken[0]?.name.toLowerCase()}`)
  })

  test('admin-mfa is in progress while one of two administradores has no code', async () => {
    const { practice, item } = await aWatch()
    await createAdministrador(practice)
    const { userId } = await createAdministrador(practice)
    await practice.data.users.patch({ userId }).remove(['mfaEnabledAt']).go()

    expect(await item('admin-mfa')).toMatchObject({ status: 'in-progress', reading: '2 de 3 con código' })
  })

  test('nightly-run 26 hours after the last run', async () => {
    const { practice, item } = await aWatch()
    await recounted(practice, '2026-11-20T07:00:01.000Z')
    expect((await item('nightly-run')).status).toBe('completed')
    await recounted(practice, '2026-11-20T07:00:00.000Z')

    const { status, reading, facts } = await item('nightly-run')
    expect({ status, reading }).toEqual({
      status: 'pending',
      reading: 'Falta: último recuento, hace menos de 26 horas',
    })
    expect(facts[0]).toMatchObject({
      name: 'Último recuento, hace menos de 26 horas',
      value: '20/11/26, 8:00',
      holds: false,
    })
  })

  test('nightly-run 26 hours after the invariants were last looked at, or when one of them is broken', async () => {
    const { practice, item } = await aWatch()
    await practice.data.invariantRuns.delete({ day: '2026-11-21' }).go()
    await checked(practice, '2026-11-20T07:00:00.000Z')
    expect(await item('nightly-run')).toMatchObject({
      status: 'pending',
      reading: 'Falta: última comprobación, hace menos de 26 horas',
    })
    await checked(practice, '2026-11-20T07:00:01.000Z')
    expect((await item('nightly-run')).status).toBe('completed')
    await checked(practice, '2026-11-21T00:10:00.000Z', ['one-record'])

    expect(await item('nightly-run')).toMatchObject({
      status: 'pending',
      reading: '1 comprobación no se cumple',
    })
  })

  test('audit-log when the newest entry is older than the session of whoever asks', async () => {
    const { practice, as, item } = await aWatch()
    expect((await item('audit-log')).status).toBe('completed')
    const deaf = {
      ...practice,
      data: { ...practice.data, auditEntries: oldEntries(practice) },
    } as unknown as TestPractice

    const { body } = await createEndpointCaller(createLambdaHandler(() => deaf))(security.improvements, { as })

    expect(body.items.find(({ id }) => id === 'audit-log')).toMatchObject({ status: 'pending' })
  })

  test('audit-log when there is no entry at all', async () => {
    const { practice, as } = await aWatch()
    const empty = {
      ...practice,
      data: { ...practice.data, auditEntries: oldEntries(practice, []) },
    } as unknown as TestPractice

    const { body } = await createEndpointCaller(createLambdaHandler(() => empty))(security.improvements, { as })

    const found = body.items.find(({ id }) => id === 'audit-log')
    expect(found?.status).not.toBe('completed')
    expect(found?.facts).toContainEqual(expect.objectContaining({ value: 'Ninguno', holds: false }))
  })

  test('passkeys is completed by the pool’s own setting', async () => {
    const { item } = await aWatch(saying('pool', { firstFactors: ['PASSWORD', 'WEB_AUTHN'] }))

    expect(await item('passkeys')).toMatchObject({ status: 'completed', reading: 'Permitidas en el acceso' })
  })
})

describe('what changed since it was read last', () => {
  test('is one line in the log, with what came and what went', async () => {
    const state: { encryption: Awaited<ReturnType<TestPractice['cloud']['table']>>['encryption'] } = {
      encryption: { type: 'KMS', key: 'table' },
    }
    const { practice, read } = await aWatch({
      cloud: { ...deployedCloudReadings, table: async () => ({ ...(await deployedCloudReadings.table()), ...state }) },
    })
    await read()
    await read()
    state.encryption = undefined
    await read()
    state.encryption = { type: 'KMS', key: 'table' }
    practice.clock.advance({ minutes: 1 })
    const back = (await read()).items.find(({ id }) => id === 'encryption')

    const lines = (await listAuditChanges(practice)).filter(({ action }) => action === 'SECURITY_IMPROVEMENTS_CHANGED')
    expect(lines.map(({ userId, details }) => [userId, details])).toEqual([
      ['system', { completed: ['admin-mfa', 'encryption', 'backups', 'nightly-run', 'audit-log'], lost: [] }],
      ['system', { completed: [], lost: ['encryption'] }],
      ['system', { completed: ['encryption'], lost: [] }],
    ])
    expect(back?.implementedDate).toBe('2026-11-21T09:01:00.000Z')
  })

  test('of ten who read at one moment is written once', async () => {
    const { practice, read } = await aWatch()

    const answers = await Promise.all(Array.from({ length: 10 }, read))

    expect(answers.map(({ completed }) => completed)).toEqual(Array.from({ length: 10 }, () => 5))
    const lines = (await listAuditChanges(practice)).filter(({ action }) => action === 'SECURITY_IMPROVEMENTS_CHANGED')
    expect(lines).toHaveLength(1)
  })

  test('is nothing where it could not be read: not completed now, and since the same day when it can be read again', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const state = { down: false }
    const { practice, item } = await aWatch({
      cloud: {
        ...deployedCloudReadings,
        table: async () => {
          if (state.down) throw new Error('AccessDenied: arn:aws:dynamodb:eu-west-1:1234:table/secret')
          return deployedCloudReadings.table()
        },
      },
    })
    await item('encryption')
    practice.clock.advance({ minutes: 1 })
    state.down = true
    const unread = await item('encryption')
    const others = await item('audit-log')
    state.down = false
    const again = await item('encryption')

    expect(unread).toMatchObject({ status: 'pending', reading: 'No se ha podido leer', facts: [], evidence: null })
    expect(others.status).toBe('completed')
    expect(again.implementedDate).toBe('2026-11-21T09:00:00.000Z')
    const lines = (await listAuditChanges(practice)).filter(({ action }) => action === 'SECURITY_IMPROVEMENTS_CHANGED')
    expect(lines).toHaveLength(1)
  })
})

describe('SEC-03 A-52 the external penetration test', () => {
  test('is completed by an entry with firm, date and report, and leads to the report', async () => {
    const { record, item } = await aWatch()

    const answer = await record()

    expect(answer).toMatchObject({ status: 201, body: { completed: 6, percent: 86 } })
    expect(await item('penetration-test')).toMatchObject({
      status: 'completed',
      reading: 'Pentest Ibérica, 10/11/26',
      evidence: { label: 'Ver el informe', href: aTest.report },
    })
  })

  test('is written in the log by id and day, without what was typed', async () => {
    const { practice, elena, record } = await aWatch()

    await record()

    const line = (await listAuditChanges(practice)).find(({ action }) => action === 'PENETRATION_TEST_RECORDED')
    expect(line).toMatchObject({ userId: elena.userId, details: { date: '2026-11-10' } })
    expect(JSON.stringify(line)).not.toMatch(/Ibérica|informes/)
  })

  test.each([
    ['firm', ''],
    ['date', '2026-02-30'],
    ['date', '2026-11-22'],
    ['report', 'http://informes.test/habitat.pdf'],
    ['report', 'javascript:alert(1)'],
    ['report', 'en el cajón'],
  ])('is not completed without a good %s (%j)', async (field, value) => {
    const { record, item } = await aWatch()

    const answer = await record({ [field]: value })

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect(Object.keys(answer.body.problems ?? {})).toEqual([field])
    expect((await item('penetration-test')).status).toBe('pending')
  })

  test('is not completed by one of more than a year ago', async () => {
    const { record, item } = await aWatch()

    expect(await record({ date: '2025-11-21' })).toMatchObject({
      status: 400,
      body: { problems: { date: ['Hace más de 12 meses: ya no cuenta'] } },
    })
    expect((await record({ date: '2025-11-22' })).status).toBe(201)
    expect((await item('penetration-test')).status).toBe('completed')
  })

  test('asks for a code of the last five minutes', async () => {
    const { practice, record, item } = await aWatch()
    practice.clock.advance({ minutes: 5 })

    expect(await record()).toEqual({ status: 403, body: { code: 'proof-required' } })
    expect((await item('penetration-test')).status).toBe('pending')
  })

  test('is pending again a year after its day', async () => {
    const { practice, elena, record, ask } = await aWatch()
    await record()
    practice.clock.set('2027-11-10T09:00:00.000Z')

    const { body } = await ask(security.improvements, { as: createPasswordSessionClaims(elena, practice) })

    expect(body.items.find(({ id }) => id === 'penetration-test')).toMatchObject({
      status: 'pending',
      reading: 'Pentest Ibérica, 10/11/26',
    })
  })

  test('is the latest by its day, whichever was entered last', async () => {
    const { record, item } = await aWatch()
    await record({ firm: 'La nueva' })
    await record({ firm: 'La de antes', date: '2026-03-01' })

    expect((await item('penetration-test')).reading).toBe('La nueva, 10/11/26')
  })
})

test('the health check asks nothing of AWS', async () => {
  const cloud = {
    pool: vi.fn<TestPractice['cloud']['pool']>(),
    table: deployedCloudReadings.table,
    files: deployedCloudReadings.files,
  }
  const practice = await createTestPractice({ cloud })

  const answer = await createEndpointCaller(createLambdaHandler(() => practice))(security.health, {
    params: { check: 'health' },
  })

  expect([answer.status, cloud.pool.mock.calls.length]).toEqual([200, 0])
})

const anOldEntry = { auditId: 'aud_00000001', createdAt: '2026-11-20T09:00:00.000Z', action: 'LOGIN_FAILED' }

function oldEntries({ data }: TestPractice, lines = [anOldEntry]) {
  const page = { go: async () => ({ data: lines }), where: () => page }
  return { ...data.auditEntries, query: { byMonth: () => ({ between: () => page, ...page }) } }
}
