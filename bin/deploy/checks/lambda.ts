import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda'
import type { Check } from '../check.ts'
import { due, ready } from '../verdict.ts'

/** Ten panels opened at once, each with up to ten calls. */
const NEEDED_EXECUTIONS = 100

export const checkLambdaConcurrency: Check = async ({ clients }) => {
  const { AccountLimit } = await clients.lambda.send(new GetAccountSettingsCommand({}))
  const executions = AccountLimit?.ConcurrentExecutions ?? 0
  if (executions >= NEEDED_EXECUTIONS) return ready(`Lambda ejecuta hasta ${executions} llamadas a la vez.`)
  return due(
    `Lambda solo ejecuta ${executions} llamadas a la vez y un panel hace diez: pide 1000 en Service Quotas ` +
      '(Lambda, «Concurrent executions»).',
  )
}
