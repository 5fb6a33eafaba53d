import type { ConditionSwitches } from './adverse-conditions.ts'
import type { AdjustableClock } from './clock.ts'
import { demoAccounts } from './demo.ts'
import { createLocalConsoleRouter } from './console/console.ts'
import type { OutageSwitches } from './outages.ts'
import type { SecurityControlSwitches } from './security-controls.ts'
import type { startLocalSchedules } from './schedules.ts'
import type { LocalStandIns } from './open-local-stand-ins.ts'

interface Parts {
  readonly standIns: LocalStandIns
  readonly clock: AdjustableClock
  readonly outages: OutageSwitches
  readonly protections: SecurityControlSwitches
  readonly conditions: ConditionSwitches
  readonly schedules: ReturnType<typeof startLocalSchedules>
}

export const createLocalConsole = ({
  standIns: { cognito, ses, stripe, scan },
  clock,
  outages,
  protections,
  conditions,
  schedules,
}: Parts) =>
  createLocalConsoleRouter({
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
        await schedules.runDue()
        return moved
      },
    },
    stripe: {
      events: stripe.events,
      redeliver: stripe.redeliver,
      settle: async (sessionId, outcome) => stripe.settle(sessionId, outcome),
      disputable: stripe.disputable,
      dispute: async (id, act) => stripe.dispute(id, act),
    },
    outages,
    protections,
    conditions,
    mailService: {
      list: () => ({ ...ses.account.get(), suppressed: ses.feedback.suppressed() }),
      set: ses.account.set,
      unsuppress: ses.feedback.unsuppress,
    },
    scan,
  })
