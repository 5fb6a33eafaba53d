import type { Deployment } from '../deploy/deployment.ts'
import { parseWords } from '../deploy/parse-words.ts'
import type { Tools } from '../deploy/tools.ts'
import { CommandError } from '../deploy/verdict.ts'
import { invokeFunction } from './invoke-function.ts'

interface Report {
  readonly requeued: number
  readonly sent: number
  readonly refused: number
  readonly left: boolean
}

/** After this many rounds in a row without a requeued or sent mail SES accepts nothing, and the command stops. */
const MAX_IDLE_ROUNDS = 2

/** Requeues all failed mails of a stage and sends them at SES's rate: `npm run resend-mails -- prod`. */
export async function resendFailedMails(deployment: Deployment, words: readonly string[], tools: Tools): Promise<void> {
  parseWords(words, 0)
  const call = { name: 'mail/retry-unsent', event: JSON.stringify({ resend: 'failed' }) }
  const sums = { requeued: 0, sent: 0, refused: 0 }
  for (let idle = 0; idle < MAX_IDLE_ROUNDS;) {
    const report = JSON.parse(await invokeFunction(deployment, tools, call)) as Report
    sums.requeued += report.requeued
    sums.sent += report.sent
    sums.refused += report.refused
    tools.say(`Puestos en cola: ${sums.requeued}. Enviados: ${sums.sent}. Rechazos: ${sums.refused}.`)
    if (!report.left) return conclude(sums.refused, tools)
    idle = report.requeued + report.sent > 0 ? 0 : idle + 1
  }
  throw new CommandError(
    'El servicio de correo no acepta más por ahora. Lo que queda está en la cola y saldrá solo: docs/runbooks/mail-send-queued.md',
  )
}

/** @throws CommandError when mails were refused: too few in a row for the service to count as unavailable */
function conclude(refused: number, { say }: Tools): void {
  if (refused === 0) return say('No queda ninguno por enviar.')
  throw new CommandError(
    `El servicio de correo ha rechazado ${refused === 1 ? 'un correo, que se reintentará solo' : `${refused}, que se reintentarán solos`}. Por qué: docs/runbooks/mail-send-queued.md`,
  )
}
