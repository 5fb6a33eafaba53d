/** Longer than making an account and having its mail sent usually takes. */
const RESPONSE_STEP_MS = 2000

interface Timed {
  readonly wallClock: () => Date
  readonly pause: (ms: number) => Promise<unknown>
}

/** Answers, or refuses, at whole beats after the question, so that the time it took does not tell what was done. */
export async function withFixedResponseTime<Answer>(
  work: () => Promise<Answer>,
  { wallClock, pause }: Timed,
): Promise<Answer> {
  const began = wallClock().getTime()
  try {
    return await work()
  } finally {
    const took = wallClock().getTime() - began
    await pause(RESPONSE_STEP_MS - (took % RESPONSE_STEP_MS))
  }
}
