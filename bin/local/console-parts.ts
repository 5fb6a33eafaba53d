import type { Clock } from './clock.ts'
import { demoAccounts } from './demo.ts'
import { createConsole } from './console/console.ts'
import type { Outages } from './outages.ts'
import type { Protections } from './protections.ts'
import type { startSchedules } from './schedules.ts'
import type { StandIns } from './stand-ins.ts'

interface Parts {
  readonly standIns: StandIns
  readonly clock: Clock
  readonly outages: Outages
  readonly protections: Protections
  readonly schedules: ReturnType<typeof startSchedules>
}

export const openConsole = ({ standIns: { cognito, ses, stripe }, clock, outages, protections, schedules }: Parts) =>
  createConsole({
    mailbox: ses.mailbox,
    accounts: () =>
      demoAccounts.map(({ email, password, role, recoveryCodes = [] }) => ({
        email,
        password,
        role,
        totpSecret: cognito.totpSecretOf(email) ?? null,
        recoveryCodes,
      })),
    clock: {
      now: clock.now,
      advance: async (duration) => {
        const moved = clock.advance(duration)
        await schedules.runAll()
        return moved
      },
    },
    stripe: {
      events: stripe.events,
      redeliver: stripe.redeliver,
      settle: async (sessionId, outcome) => stripe.settle(sessionId, outcome),
    },
    outages,
    protections,
  })
