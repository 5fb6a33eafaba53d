// Puts all failed mails of a stage back into its queue and sends them at SES's rate: `npm run resend-mails -- prod`. Finds
// the function by the AWS CLI, with the credentials and the region that this shell has.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Rounds without a mail sent after which SES takes nothing: somebody has to look. */
const MOST_IDLE_ROUNDS = 2

const [stage = ''] = process.argv.slice(2)
if (!/^[a-z]+$/.test(stage)) fail('Indica el entorno: npm run resend-mails -- dev | prod')

const name = aws([
  'cloudformation',
  'describe-stack-resources',
  '--stack-name',
  `HabitatInterior-${stage}`,
  '--query',
  "StackResources[?ResourceType=='AWS::Lambda::Function' && contains(LogicalResourceId, 'mailretryunsent')].PhysicalResourceId",
  '--output',
  'text',
]).trim()
if (!name) fail(`El entorno «${stage}» no tiene la función mail/retry-unsent.`)

const sums = { requeued: 0, sent: 0 }
for (let idle = 0; ;) {
  const report = invoke()
  sums.requeued += report.requeued
  sums.sent += report.sent
  console.log(`Puestos en cola: ${sums.requeued}. Enviados: ${sums.sent}.`)
  if (!report.left) break
  idle = report.requeued + report.sent > 0 ? 0 : idle + 1
  if (idle === MOST_IDLE_ROUNDS) {
    fail(
      'El servicio de correo no acepta más por ahora. Lo que queda está en la cola y saldrá solo: docs/runbooks/mail-send-queued.md',
    )
  }
}
console.log('No queda ninguno por enviar.')

/** @returns what functions/mail/retry-unsent.handler.ts reports of a run */
function invoke() {
  const folder = mkdtempSync(join(tmpdir(), 'resend-failed-mails-'))
  const answer = join(folder, 'answer.json')
  try {
    const failed = aws([
      'lambda',
      'invoke',
      '--function-name',
      name,
      // A run takes up to two minutes.
      '--cli-read-timeout',
      '150',
      '--cli-binary-format',
      'raw-in-base64-out',
      '--payload',
      JSON.stringify({ resend: 'failed' }),
      '--query',
      'FunctionError',
      '--output',
      'text',
      answer,
    ]).trim()
    if (failed && failed !== 'None')
      fail(`La función ha fallado: docs/runbooks/mail-retry-unsent.md\n${readFileSync(answer, 'utf8')}`)
    return JSON.parse(readFileSync(answer, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @returns what it prints; ends the process when it fails */
function aws(args) {
  const { status, stdout, stderr, error } = spawnSync('aws', args, { encoding: 'utf8' })
  if (error) fail(`No se encuentra la AWS CLI: ${error.message}`)
  if (status !== 0) fail(stderr)
  return stdout
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
