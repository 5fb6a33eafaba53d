import { GetParameterCommand, ParameterNotFound } from '@aws-sdk/client-ssm'
import type { Check } from '../check.ts'
import { blocked, ready } from '../verdict.ts'

/** The first with a role that may look things up, which `npm run diff` needs. */
const MINIMUM_VERSION = 8

export const checkBootstrap: Check = async ({ accountId, clients, stage }) => {
  const command = `npx cdk bootstrap aws://${accountId}/${stage.region}`
  try {
    const { Parameter } = await clients.ssm.send(new GetParameterCommand({ Name: '/cdk-bootstrap/hnb659fds/version' }))
    const version = Number(Parameter?.Value)
    return version >= MINIMUM_VERSION
      ? ready(`La cuenta está preparada (versión ${version}).`)
      : blocked(`La preparación de la cuenta es antigua (versión ${version}): «${command}».`)
  } catch (error) {
    if (error instanceof ParameterNotFound) return blocked(`Falta preparar la cuenta: «${command}».`)
    throw error
  }
}
