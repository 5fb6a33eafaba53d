import type { lambdaSchedules } from '#platform/lambdas'
import { openAuditHistory } from './audit-history.ts'
import { openTestMailService } from './mail-setup.ts'
import { createAdministrador } from './people.ts'
import { createTestPractice } from './practice.ts'

export type ScheduleName = keyof typeof lambdaSchedules

interface HandlerModule {
  readonly createLambdaHandler: (openServices: () => object) => (event: object, context: object) => Promise<unknown>
}

export async function createScheduledRun(schedule: ScheduleName): Promise<() => Promise<unknown>> {
  const services = await createQuietPractice()
  const path = `${schedule}.handler.ts`
  const { createLambdaHandler } = (await import(/* @vite-ignore */ `../../functions/${path}`)) as HandlerModule
  const run = createLambdaHandler(() => services)
  return () => run({}, {})
}

async function* listNobody() {}

async function createQuietPractice(): Promise<object> {
  const practice = openTestMailService(await createTestPractice())
  const { sub } = await createAdministrador(practice)
  // Without an administrator who can sign in, the check of the invariants fails.
  const identity = { confirmed: true, enabled: true, hasTotp: true, createdAt: practice.now(), attributes: {} }
  practice.identities.known.set(sub, { sub, ...identity })
  const { vault } = (await openAuditHistory(practice)).services
  return {
    ...practice,
    vault,
    pool: { unconfirmed: listNobody },
    userPoolId: 'eu-west-1_habitat',
    listUsers: async () => ({ users: [], next: null }),
    put: async () => undefined,
  }
}
