import { setTimeout } from 'node:timers/promises'
import type { Check, CheckContext } from './check.ts'
import { checkAlarmAddress } from './checks/alarms.ts'
import { checkBackup } from './checks/backup.ts'
import { checkBootstrap, checkEdgeBootstrap } from './checks/bootstrap.ts'
import { checkCertificate, checkDomain } from './checks/certificate.ts'
import { checkCognitoQuotas } from './checks/cognito.ts'
import { checkCredentials } from './checks/credentials.ts'
import { createGoogleCheck } from './checks/google.ts'
import { checkLambdaConcurrency } from './checks/lambda.ts'
import { checkDmarc, checkMailAccess, checkMailIdentity, checkSpf } from './checks/mail.ts'
import { checkRestoredTable } from './checks/restored-table.ts'
import { checkEdgeStackState, checkStackState } from './checks/stack-state.ts'
import { checkStageValues } from './checks/stage-values.ts'
import { createStripeCheck } from './checks/stripe.ts'
import { checkUserPool } from './checks/user-pool.ts'
import { type DeployedStack, describeStack, listStackResources } from './stack.ts'
import { blocked, due, type NamedVerdict, type Verdict } from './verdict.ts'

const checks: Readonly<Record<string, Check>> = {
  valores: checkStageValues,
  'CDK (bootstrap)': checkBootstrap,
  'CDK (us-east-1)': checkEdgeBootstrap,
  'pila (CloudFormation)': checkStackState,
  'pila (us-east-1)': checkEdgeStackState,
  'tabla restaurada': checkRestoredTable,
  usuarios: checkUserPool,
  'copias (AWS Backup)': checkBackup,
  'simultaneidad (Lambda)': checkLambdaConcurrency,
  'límites (Cognito)': checkCognitoQuotas,
  'remitente (SES)': checkMailIdentity,
  'envíos (SES)': checkMailAccess,
  SPF: checkSpf,
  DMARC: checkDmarc,
  Stripe: createStripeCheck(),
  Google: createGoogleCheck(),
  certificado: checkCertificate,
  dominio: checkDomain,
  alarmas: checkAlarmAddress,
}

const TIMEOUT_MS = 10_000

/** Of the table and the accounts that the stage goes on with: unanswered, nothing is deployed, not even with `--yes`. */
const dataGuards: ReadonlySet<Check> = new Set([checkRestoredTable, checkUserPool])

async function runCheck(check: Check, context: CheckContext): Promise<Verdict> {
  const unanswered = dataGuards.has(check) ? blocked : due
  const timer = new AbortController()
  try {
    const late = setTimeout(TIMEOUT_MS, unanswered('No ha respondido a tiempo: repite.'), {
      signal: timer.signal,
      ref: false,
    })
    return await Promise.race([check(context), late])
  } catch (error) {
    const { name, message } = error as Error
    return unanswered(`No se ha podido comprobar (${name}): ${message}`)
  } finally {
    timer.abort()
  }
}

export interface CheckResult {
  readonly accountId: string
  readonly verdicts: readonly NamedVerdict[]
}

/** In parallel; without credentials only that check. */
export async function runChecks(
  context: Omit<CheckContext, 'accountId' | 'deployed' | 'listResources'>,
  asked = checks,
): Promise<CheckResult> {
  const { clients, stackName, stage } = context
  const { verdict, accountId } = await checkCredentials(clients.sts, stage.region)
  const own = { name: 'credenciales', ...verdict }
  if (!accountId) return { accountId, verdicts: [own] }
  let deployed: DeployedStack | undefined
  try {
    deployed = await describeStack(clients.cloudFormation, stackName)
  } catch (error) {
    const unread = blocked(`No se puede leer ${stackName} (${(error as Error).name}): usa un rol que pueda desplegar.`)
    return { accountId, verdicts: [own, { name: 'pila (CloudFormation)', ...unread }] }
  }
  let resources: ReturnType<typeof listStackResources> | undefined
  const listResources = () => (resources ??= listStackResources(clients.cloudFormation, stackName))
  const verdicts = await Promise.all(
    Object.entries(asked).map(async ([name, check]) => ({
      name,
      ...(await runCheck(check, { ...context, accountId, deployed, listResources })),
    })),
  )
  return { accountId, verdicts: [own, ...verdicts] }
}
