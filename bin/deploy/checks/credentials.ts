import { GetCallerIdentityCommand, type STSClient } from '@aws-sdk/client-sts'
import type { Deployment } from '../deployment.ts'
import { blocked, CommandError, due, ready, type Verdict } from '../verdict.ts'

interface Credentials {
  readonly verdict: Verdict
  readonly accountId: string
}

/**
 * The wrong profile may well hold a stage of the same name.
 * @throws CommandError when the stage names an account and the credentials are not of it
 */
export async function refuseOtherAccount({ stage, stageName }: Deployment, sts: STSClient): Promise<void> {
  if (stage.account === undefined) return
  const { accountId, verdict } = await checkCredentials(sts, stage.region)
  if (accountId === '') throw new CommandError(verdict.sentence)
  if (accountId !== stage.account)
    throw new CommandError(
      `${stageName} es de la cuenta ${stage.account} (lib/stages.ts) y estas credenciales son de la ${accountId}: cambia de perfil y repite.`,
    )
}

/** `accountId` is empty without an account. */
export async function checkCredentials(sts: STSClient, region: string): Promise<Credentials> {
  try {
    const { Account = '', Arn = '' } = await sts.send(new GetCallerIdentityCommand({}))
    const who = `Cuenta ${Account}, región ${region}, como ${Arn.split(':').at(-1)}`
    const verdict = Arn.endsWith(':root')
      ? due(`${who}: entra con un rol en lugar de la cuenta raíz.`)
      : ready(`${who}.`)
    return { verdict, accountId: Account }
  } catch (error) {
    return { verdict: blocked(toSentence(error)), accountId: '' }
  }
}

function toSentence(error: unknown): string {
  const { name, message } = error as Error
  if (name.startsWith('Expired')) return 'Las credenciales de AWS han caducado: vuelve a entrar («aws sso login»).'
  if (name === 'CredentialsProviderError' || name === 'TokenProviderError')
    return 'No hay credenciales de AWS: entra con «aws sso login» o indica AWS_PROFILE.'
  return `AWS no acepta las credenciales (${name}): ${message}`
}
