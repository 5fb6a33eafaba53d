import { InvalidParameterException } from '@aws-sdk/client-cognito-identity-provider'
import { PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { JobRun } from '#platform/paged-job'
import { createLambdaHandler as serveExport } from '../../../functions/recovery/export-accounts.handler.ts'
import type { UserExportServices } from '../../../functions/recovery/export-accounts.ts'
import { createExportBucket } from '../../../functions/recovery/export-bucket.ts'
import { ExportedUser, UserExportManifest } from '../../../functions/recovery/exported-user.ts'
import { listPoolUsers, type PoolUser } from '../../../functions/recovery/pool-users.ts'
import { testUserPoolId } from '../../local/cognito/running-user-pool.ts'
import { createIdentitySetup } from '../../support/identity-setup.ts'
import { createAdministrador, createCliente } from '../../support/people.ts'
import { createTestPractice, type TestPractice } from '../../support/practice.ts'

const POOL = 'eu-west-1_first'

const poolUserOf = ({ sub, email }: { readonly sub: string; readonly email: string }): PoolUser => ({
  sub,
  attributes: { email, email_verified: 'true', given_name: 'Lucía' },
  enabled: true,
  confirmed: true,
  googleSubjects: [],
})

/** Two per page: 25 pages are two parts. */
const PER_PAGE = 2
const createPeople = (pages: number): PoolUser[] =>
  Array.from({ length: pages * PER_PAGE }, (_, n) => poolUserOf({ sub: `s${n}`, email: `s${n}@correo.test` }))

interface Bucket {
  readonly objects: Map<string, string>
  readonly put: UserExportServices['put']
}

function createBucket(): Bucket {
  const objects = new Map<string, string>()
  return { objects, put: async (key, text) => void objects.set(key, objects.get(key) ?? text) }
}

async function createExport(people: (practice: TestPractice) => Promise<PoolUser[]> | PoolUser[]) {
  const practice = await createTestPractice()
  const bucket = createBucket()
  // A token is valid while it begins with this prefix.
  const pool = { id: POOL, users: await people(practice), tokens: 'first', asked: [] as (string | null)[] }
  const services = (): UserExportServices => ({
    userPoolId: pool.id,
    data: practice.data,
    now: practice.now,
    put: bucket.put,
    listUsers: async (token) => {
      pool.asked.push(token)
      const [kind, from] = token?.split(':') ?? [pool.tokens, 0]
      if (kind !== pool.tokens)
        throw new InvalidParameterException({ message: 'Invalid pagination token', $metadata: {} })
      const to = Number(from) + PER_PAGE
      return {
        users: pool.users.slice(Number(from), to),
        next: to < pool.users.length ? `${pool.tokens}:${to}` : null,
      }
    },
  })
  const manifests = () =>
    [...bucket.objects]
      .filter(([key]) => key.endsWith('/manifest.json'))
      .map(([key, text]) => ({ key, ...UserExportManifest.parse(JSON.parse(text)) }))
  return {
    practice,
    pool,
    objects: bucket.objects,
    run: (run?: JobRun) => serveExport(services)({}, run),
    manifests,
    exported: () => {
      const { key = '', parts = [] } = manifests().at(-1) ?? {}
      const texts = parts.map((part) => bucket.objects.get(key.replace('manifest.json', part)) ?? '')
      return texts.flatMap((text) => text.split('\n').map((line) => ExportedUser.parse(JSON.parse(line))))
    },
  }
}

const timeFor = (parts: number): JobRun => {
  let left = parts
  return { getRemainingTimeInMillis: () => (left-- > 0 ? 60_000 : 1000) }
}

const subsOf = (users: readonly { readonly sub: string }[]) => users.map(({ sub }) => sub)

afterEach(() => void vi.restoreAllMocks())

describe('the daily export of the pool', () => {
  test('says of each person what the pool and the table know, the ids of both among it', async () => {
    const { run, exported } = await createExport(async (practice) => [
      poolUserOf(await createCliente(practice)),
      poolUserOf(await createAdministrador(practice)),
    ])

    expect(await run()).toEqual({ exported: 2 })
    const [client, admin] = exported()
    expect(client).toMatchObject({
      userId: `usr_${client?.sub}`,
      customerId: `cus_${client?.sub}`,
      role: 'cliente',
      status: 'active',
      attributes: { email_verified: 'true', given_name: 'Lucía' },
    })
    expect(admin?.role).toBe('administrador')
  })

  test('holds whoever the table does not know, without ids', async () => {
    const stranger = poolUserOf({ sub: 'new', email: 'new@correo.test' })
    const { run, exported } = await createExport(() => [stranger])

    await run()

    expect(exported()).toEqual([stranger])
  })

  test('ends with a list of its parts, so that one that broke off is told from a whole one', async () => {
    const people = createPeople(25)
    const { run, objects, manifests, exported } = await createExport(() => people)

    await run()

    const [manifest] = manifests()
    expect(manifest?.key).toMatch(/^users\/[\dTZ-]+\/manifest\.json$/)
    expect(manifest).toMatchObject({ userPoolId: POOL, users: people.length })
    expect(manifest?.parts).toEqual([
      expect.stringMatching(/^part-0001-[\da-f]+\.jsonl$/),
      expect.stringMatching(/^part-0002-[\da-f]+\.jsonl$/),
    ])
    expect([...objects.keys()].map((key) => key.split('/').at(-1))).toEqual([
      ...(manifest?.parts ?? []),
      'manifest.json',
    ])
    expect(subsOf(exported())).toEqual(subsOf(people))
  })

  test('that runs out of time goes on in the next run with the part where it was, and has no manifest before its end', async () => {
    const people = createPeople(45)
    const { practice, run, pool, manifests, exported } = await createExport(() => people)
    const begunAt = practice.now().toISOString()

    const unfinished = []
    for (let runs = 0; runs < 3; runs += 1) {
      unfinished.push({ ...(await run(timeFor(1))), manifests: manifests().length })
      practice.clock.advance({ minutes: 15 })
    }
    const last = await run(timeFor(1))

    expect(unfinished).toEqual(Array.from({ length: 3 }, () => ({ exported: 0, manifests: 0 })))
    expect(last).toEqual({ exported: people.length })
    expect(manifests()).toMatchObject([{ exportedAt: begunAt, users: people.length }])
    expect(subsOf(exported())).toEqual(subsOf(people))
    expect(pool.asked).toHaveLength(45)
    expect((await practice.data.jobCheckpoints.scan.go()).data).toMatchObject([{ step: 'done' }])
  })

  test('that is cut off between a part and its checkpoint names the part that it writes again, as people are then', async () => {
    const { practice, run, pool, objects, manifests, exported } = await createExport(() => createPeople(25))
    await run(timeFor(1))
    vi.spyOn(practice.data.jobCheckpoints, 'put').mockImplementationOnce(() => {
      throw new Error('cut off')
    })

    await expect(run()).rejects.toThrow('cut off')
    pool.users.splice(45, 1)
    await run()

    expect(manifests()).toHaveLength(1)
    expect(subsOf(exported())).toEqual(subsOf(pool.users))
    expect([...objects.keys()].filter((key) => key.endsWith('.jsonl'))).toHaveLength(3)
  })

  test('that is cut off between its manifest and the end is whole all the same, and is not written twice', async () => {
    const { practice, run, manifests } = await createExport(() => createPeople(25))
    vi.spyOn(practice.data.jobCheckpoints, 'delete').mockImplementationOnce(() => {
      throw new Error('cut off')
    })

    await expect(run()).rejects.toThrow('cut off')
    practice.clock.advance({ minutes: 15 })

    expect(await run()).toEqual({ exported: 50 })
    expect(manifests()).toHaveLength(1)
  })

  test('begins anew, in a folder of its own, where Cognito no longer takes the place in its list', async () => {
    const people = createPeople(25)
    const { practice, run, pool, objects, manifests, exported } = await createExport(() => people)
    await run(timeFor(1))
    practice.clock.advance({ hours: 3 })
    pool.tokens = 'second'

    await run()

    expect(manifests()).toMatchObject([{ exportedAt: practice.now().toISOString(), users: people.length }])
    expect(subsOf(exported())).toEqual(subsOf(people))
    expect(new Set([...objects.keys()].map((key) => key.split('/')[1])).size).toBe(2)
  })

  test('begins anew where the pool is another one since', async () => {
    const { practice, run, pool, manifests, exported } = await createExport(() => createPeople(25))
    await run(timeFor(1))
    practice.clock.advance({ minutes: 15 })
    pool.id = 'eu-west-1_second'
    pool.users = createPeople(1)

    await run()

    expect(manifests()).toMatchObject([{ userPoolId: 'eu-west-1_second', users: 2 }])
    expect(subsOf(exported())).toEqual(['s0', 's1'])
  })

  test('is written once a day', async () => {
    const { practice, run, manifests } = await createExport(() => createPeople(1))

    const first = [await run(), await run()]
    practice.clock.advance({ days: 1 })
    const second = [await run(), await run()]

    expect([first, second]).toEqual(Array.from({ length: 2 }, () => [{ exported: 2 }, { exported: 0 }]))
    expect(manifests()).toHaveLength(2)
  })

  test('raises the alarm where none has become whole for two days, though no run failed', async () => {
    const { practice, run } = await createExport(() => createPeople(45))
    await run()
    practice.clock.advance({ days: 1, hours: 1 })

    expect(await run(timeFor(1))).toEqual({ exported: 0 })
    practice.clock.advance({ days: 1 })

    await expect(run(timeFor(1))).rejects.toThrow('no export of the accounts is whole since 2026-11-21')
    expect(await run()).toEqual({ exported: 90 })
  })
})

const createRefusal = (httpStatusCode: number) =>
  new S3ServiceException({ name: `refused ${httpStatusCode}`, $fault: 'client', $metadata: { httpStatusCode } })

test('what stands in the bucket stays, and its repetition is no fault', async () => {
  const client = new S3Client({ region: 'eu-west-1' })
  const s3 = mockClient(client)
  s3.on(PutObjectCommand).resolvesOnce({}).rejectsOnce(createRefusal(412)).rejectsOnce(createRefusal(403))
  const { put } = createExportBucket('recovery', client)

  await put('users/a', 'text')
  await put('users/a', 'text')

  await expect(put('users/b', 'text')).rejects.toMatchObject({ name: 'refused 403' })
  expect(s3.commandCalls(PutObjectCommand)[0]?.args[0].input).toMatchObject({ Bucket: 'recovery', IfNoneMatch: '*' })
})

test('a place in the list that Cognito does not know is refused by the error for which an export begins anew', async () => {
  const setup = await createIdentitySetup()
  try {
    setup.pool.cognito().seedUser({ email: 'ana@correo.test', password: 'Zanahoria-7' })

    const page = await listPoolUsers(testUserPoolId, null, setup.pool.sdk)

    expect(page).toMatchObject({ users: [{ attributes: { email: 'ana@correo.test' } }], next: null })
    await expect(listPoolUsers(testUserPoolId, 'made-up', setup.pool.sdk)).rejects.toBeInstanceOf(
      InvalidParameterException,
    )
  } finally {
    await setup.close()
  }
})
