interface Machine {
  readonly cores: number
  /** Bytes. */
  readonly memory: number
}

interface ChecksToRun {
  readonly binaries: string
  readonly machine: Machine
  readonly options: object
  readonly print?: (text: string) => void
  readonly steps?: Steps
}

type Steps = Readonly<Record<string, readonly string[]>>

export const singleCoreEnvironment: Readonly<Record<string, string>>
export function selectChecks(suites: readonly string[]): Steps
export function hasMemoryForTwo(machine: Machine): boolean
export function runChecks(checks: ChecksToRun): Promise<{ readonly passed: number; readonly failed: number }>
