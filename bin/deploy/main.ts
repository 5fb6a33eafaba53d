import { runCommand } from './commands.ts'
import { CommandError } from './verdict.ts'

try {
  await runCommand(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof CommandError || isOptionError(error) ? (error as Error).message : error)
  process.exitCode = 1
}

function isOptionError(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
