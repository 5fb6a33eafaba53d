import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RuleFinding } from './explain-findings.ts'

const packageFolder = dirname(fileURLToPath(import.meta.resolve('@cdklabs/cdk-validator-cfnguard/package.json')))

const systems: Readonly<Record<string, string>> = { linux: 'ubuntu', darwin: 'macos' }
const processors: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' }

function findProgram(): string {
  const [system, processor] = [systems[platform()], processors[arch()]]
  if (!system || !processor) throw new Error(`cfn-guard comes for Linux and macOS, not for ${platform()} ${arch()}`)
  return join(packageFolder, 'bin', system, processor, 'cfn-guard')
}

interface GuardReport {
  readonly name: string
  readonly not_compliant: readonly unknown[]
}

/** cfn-guard's exit code for violated rules. */
const NOT_COMPLIANT = 19

function runGuard(templates: readonly string[]): readonly GuardReport[] {
  const options = ['--output-format', 'json', '--show-summary', 'none', '--structured']
  const rules = join(packageFolder, 'rules/control-tower/cfn-guard')
  const data = templates.flatMap((template) => ['--data', template])
  try {
    const printed = execFileSync(findProgram(), ['validate', '--rules', rules, ...data, ...options], {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    })
    return JSON.parse(printed) as GuardReport[]
  } catch (error) {
    const { status, stdout } = error as { readonly status?: number; readonly stdout?: string }
    if (status !== NOT_COMPLIANT || !stdout) throw error
    return JSON.parse(stdout) as GuardReport[]
  }
}

/** `path` is the logical id without the CDK's hash. */
export function findControlTowerFindings(assembly: string): readonly RuleFinding[] {
  const templates = readdirSync(assembly)
    .filter((name) => name.endsWith('.template.json'))
    .map((name) => join(assembly, name))
  // Without a file, cfn-guard would read from stdin and wait.
  if (templates.length === 0) throw new Error(`no template in ${assembly}`)
  return runGuard(templates).flatMap(({ name, not_compliant: broken }) =>
    broken.flatMap((each) => toFindings(JSON.stringify(each), basename(name))),
  )
}

function toFindings(report: string, template: string): readonly RuleFinding[] {
  const [, rule, description = ''] = /\[(CT\.[^\]]+)\]: ([^\\]+)/.exec(report) ?? []
  const ids = new Set(Array.from(report.matchAll(/\/Resources\/(\w+)/g), ([, id = '']) => id))
  if (!rule || ids.size === 0)
    throw new Error(`cfn-guard reports on ${template} what cannot be read: ${report.slice(0, 300)}`)
  return [...ids].map((id) => ({ rule, description, path: id.replace(/[0-9A-F]{8}$/, '') }))
}
