interface Chosen {
  readonly suites: readonly string[]
  readonly paths: readonly string[]
  readonly title: string | undefined
}
interface TestFile {
  readonly path: string
  readonly read: () => string
}
export function chooseTests(
  words: readonly string[],
  suites: readonly string[],
  files: readonly TestFile[],
  suitesByName?: readonly string[],
): Chosen
export function toTitlePattern(title: string): RegExp
export function suiteOf(path: string): string
