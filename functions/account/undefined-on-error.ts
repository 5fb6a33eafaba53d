export async function undefinedOnError<Answer>(
  expected: abstract new (...given: never[]) => Error,
  ask: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof expected) return undefined
    throw error
  }
}
