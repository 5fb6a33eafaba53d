import { parseArgs } from 'node:util'
import { restoreStage } from '../restore/restore-stage.ts'
import { chooseDeployment, type Deployment } from './deployment.ts'
import { deployStage } from './deploy-stage.ts'
import { destroyStage } from './destroy-stage.ts'
import { makeStageAdministrator } from './make-administrator.ts'
import { showDifference } from './show-difference.ts'
import { createTools, type Tools } from './tools.ts'
import { CommandError } from './verdict.ts'

type Command = (deployment: Deployment, words: readonly string[], tools: Tools) => Promise<void> | void

const parseYes = (words: readonly string[]): { readonly yes: boolean } => {
  const { values } = parseArgs({ args: [...words], options: { yes: { type: 'boolean', default: false } } })
  return values
}

const commands: Readonly<Record<string, Command>> = {
  deploy: (deployment, words, tools) => deployStage(deployment, parseYes(words), tools),
  diff: showDifference,
  destroy: (deployment, words, tools) => destroyStage(deployment, parseYes(words), tools),
  restore: restoreStage,
  admin: (deployment, [address], tools) => makeStageAdministrator(deployment, address, tools),
}

const [name = '', stageName, ...words] = process.argv.slice(2)
try {
  const deployment = chooseDeployment(stageName)
  const command = commands[name]
  if (!command) throw new CommandError(`Hay ${Object.keys(commands).join(', ')}.`)
  await command(deployment, words, createTools(deployment.stage.region))
} catch (error) {
  console.error(error instanceof CommandError || isOptionError(error) ? (error as Error).message : error)
  process.exitCode = 1
}

function isOptionError(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
