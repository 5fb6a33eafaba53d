import { InvokeCommand, LambdaServiceException } from '@aws-sdk/client-lambda'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Deployment } from '../deploy/deployment.ts'
import type { Tools } from '../deploy/tools.ts'
import { CommandError } from '../deploy/verdict.ts'
import { findResource, requireFunctionName } from './find-resource.ts'

/** `npm run invoke -- prod customers/recount`, with the event in a file: `--event event.json`. */
export async function invokeStageFunction(
  deployment: Deployment,
  words: readonly string[],
  tools: Tools,
): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { event: { type: 'string' }, payload: { type: 'string', default: '{}' } },
  })
  const [name] = positionals
  const event = values.event === undefined ? values.payload : readFileSync(values.event, 'utf8')
  tools.say(await invokeFunction(deployment, tools, { name, event }))
}

/**
 * @param event as JSON
 * @returns the reply, as JSON
 * @throws CommandError with the function's error, or without a reply
 */
export async function invokeFunction(
  deployment: Deployment,
  tools: Pick<Tools, 'clients'>,
  { name, event }: { readonly name: string | undefined; readonly event: string },
): Promise<string> {
  const ending = requireFunctionName(name)
  const FunctionName = await findResource(deployment, tools, { type: 'AWS::Lambda::Function', ending })
  const { Payload, FunctionError } = await tools.clients.lambda
    .send(new InvokeCommand({ FunctionName, Payload: Buffer.from(event) }))
    .catch((error: Error) => {
      // An error of Lambda itself: the function did not run.
      if (error instanceof LambdaServiceException) throw error
      throw new CommandError(
        `Sin respuesta (${error.message}): la función puede seguir en marcha. Antes de repetir, mira «npm run logs -- ${deployment.stageName} ${name} --level INFO».`,
      )
    })
  const answer = Payload ? Buffer.from(Payload).toString('utf8') : ''
  if (FunctionError !== undefined) throw new CommandError(`La función ha fallado: ${answer}`)
  return answer
}
