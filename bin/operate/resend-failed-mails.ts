import type { Deployment } from '../deploy/deployment.ts'
import type { Tools } from '../deploy/tools.ts'
import { CommandError } from '../deploy/verdict.ts'
import { invokeFunction } from './invoke-function.ts'

interface Report {
  readonly requeued: number
  readonly sent: number
  readonly left: boolean
}

/** After this many rounds without a sent mail SES accepts nothing, and the command stops. */
const MAX_IDLE_ROUNDS = 2

/** Requeues all failed mails of a stage and sends them at SES's rate: `npm run resend-mails -- prod`. */
export async function resendFailedMails(
  deployment: Deployment,
  _words: readonly string[],
  tools: Tools,
): Promise<void> {
  const call = { name: 'mail/retry-unsent', event: JSON.stringify({ resend: 'failed' }) }
  const sums = { requeued: 0, sent: 0 }
  for (let idle = 0; idle < MAX_IDLE_ROUNDS;) {
    const report = JSON.parse(await invokeFunction(deployment, tools, call)) as Report
    sums.requeued += report.requeued
    sums.sent += report.sent
    tools.say(`Puestos en cola: ${sums.requeued}. Enviados: ${sums.sent}.`)
    if (!report.left) return tools.say('No queda ninguno por enviar.')
    idle = report.requeued + report.sent > 0 ? 0 : idle + 1
  }
  throw new CommandError(
    'El servicio de correo no acepta más por ahora. Lo que queda está en la cola y saldrá solo: docs/runbooks/mail-send-queued.md',
  )
}
