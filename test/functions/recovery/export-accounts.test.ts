import { describe, expect, test } from 'vitest'
import { exportUsers } from '../../../functions/recovery/export-accounts.ts'
import { ExportedUser, UserExportManifest } from '../../../functions/recovery/exported-user.ts'
import type { PoolUser } from '../../../functions/recovery/pool-users.ts'
import { createAdministrador, createCliente } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

const poolUserOf = ({ sub, email }: { readonly sub: string; readonly email: string }): PoolUser => ({
  sub,
  attributes: { email, email_verified: 'true', given_name: 'Lucía' },
  enabled: true,
  confirmed: true,
  googleSubjects: [],
})

async function createExport(
  pages: (practice: Awaited<ReturnType<typeof createTestPractice>>) => Promise<PoolUser[][]>,
) {
  const practice = await createTestPractice()
  const given = await pages(practice)
  const objects = new Map<string, string>()
  const services = {
    userPoolId: 'eu-west-1_first',
    data: practice.data,
    now: practice.now,
    listUsers: async function* listUsers() {
      yield* given
    },
    put: async (key: string, text: string) => void objects.set(key, text),
  }
  const users = () =>
    [...objects]
      .filter(([key]) => key.endsWith('.jsonl'))
      .flatMap(([, text]) => text.split('\n').map((line) => ExportedUser.parse(JSON.parse(line))))
  return { services, objects, users, run: () => exportUsers(services) }
}

describe('the nightly export of the pool', () => {
  test('says of each person what the pool and the table know, the ids of both among it', async () => {
    const { run, users } = await createExport(async (practice) => [
      [poolUserOf(await createCliente(practice))],
      [poolUserOf(await createAdministrador(practice))],
    ])

    expect(await run()).toBe(2)
    const [client, admin] = users()
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
    const { run, users } = await createExport(async () => [[poolUserOf({ sub: 'new', email: 'new@correo.test' })]])

    await run()

    expect(users()).toEqual([{ ...poolUserOf({ sub: 'new', email: 'new@correo.test' }) }])
  })

  test('ends with a list of its parts, so that one that broke off is told from a whole one', async () => {
    const many = Array.from({ length: 3500 }, (_, n) => poolUserOf({ sub: `s${n}`, email: `s${n}@correo.test` }))
    const pages = Array.from({ length: 7 }, (_, n) => many.slice(n * 500, n * 500 + 500))
    const { run, objects } = await createExport(async () => pages)

    await run()

    const last = [...objects].at(-1)
    const manifest = UserExportManifest.parse(JSON.parse(last?.[1] ?? ''))
    expect(last?.[0]).toMatch(/^users\/[\dTZ-]+\/manifest\.json$/)
    expect(manifest).toMatchObject({
      userPoolId: 'eu-west-1_first',
      users: 3500,
      parts: ['part-0001.jsonl', 'part-0002.jsonl'],
    })
    expect([...objects.keys()].slice(0, -1).map((key) => key.split('/').at(-1))).toEqual(manifest.parts)
  })
})
