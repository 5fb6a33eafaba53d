import { onTestFinished, TestRunner } from 'vitest'

type CleanUp = () => unknown

const ofHooks: CleanUp[] = []

/** For a helper called in tests and in hooks: runs after the test, or when `cleanUpAfterHooks` is called. */
export function whenFinished(cleanUp: CleanUp): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await cleanUp()))
  else ofHooks.push(cleanUp)
}

/** For a `beforeAll` to return. */
export async function cleanUpAfterHooks(): Promise<void> {
  for (const cleanUp of ofHooks.splice(0).toReversed()) await cleanUp()
}
