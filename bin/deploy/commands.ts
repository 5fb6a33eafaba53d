import { parseArgs } from 'node:util'
import { invokeStageFunction } from '../operate/invoke-function.ts'
import { printOutputs } from '../operate/print-outputs.ts'
import { readFailureQueue } from '../operate/read-failure-queue.ts'
import { readLogs } from '../operate/read-logs.ts'
import { resendFailedMails } from '../operate/resend-failed-mails.ts'
import { restoreStage } from '../restore/restore-stage.ts'
import { refuseOtherAccount } from './checks/credentials.ts'
import { chooseDeployment, type Deployment } from './deployment.ts'
import { deployStage } from './deploy-stage.ts'
import { destroyStage } from './destroy-stage.ts'
import { makeStageAdministrator } from './make-administrator.ts'
import { parseWords } from './parse-words.ts'
import { showStackDiff } from './show-stack-diff.ts'
import { createTools, type Tools } from './tools.ts'
import { CommandError } from './verdict.ts'

type Command = (deployment: Deployment, words: readonly string[], tools: Tools) => Promise<void> | void

const parseYes = (words: readonly string[]): { readonly yes: boolean } => {
  const { values } = parseArgs({ args: [...words], options: { yes: { type: 'boolean', default: false } } })
  return values
}

const commands: Readonly<Record<string, Command>> = {
  deploy: (deployment, words, tools) => deployStage(deployment, parseYes(words), tools),
  diff: showStackDiff,
  destroy: (deployment, words, tools) => destroyStage(deployment, parseYes(words), tools),
  restore: restoreStage,
  logs: readLogs,
  invoke: invokeStageFunction,
  'failure-queue': readFailureQueue,
  outputs: printOutputs,
  'resend-mails': resendFailedMails,
  admin: (deployment, words, tools) => makeStageAdministrator(deployment, parseWords(words, 1)[0], tools),
}

/**
 * @param words of `npm run`: the command, the stage and its options
 * @throws CommandError with a message for the user
 */
export async function runCommand(
  [name = '', stageName, ...words]: readonly string[],
  openTools: (region: string) => Tools = createTools,
): Promise<void> {
  const deployment = chooseDeployment(stageName)
  const command = commands[name]
  if (!command) throw new CommandError(`Hay ${Object.keys(commands).join(', ')}.`)
  const tools = openTools(deployment.stage.region)
  await refuseOtherAccount(deployment, tools.clients.sts)
  await command(deployment, words, tools)
}
