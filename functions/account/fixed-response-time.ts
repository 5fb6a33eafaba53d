interface Timed {
  readonly wallClock: () => Date
  readonly pause: (ms: number) => Promise<unknown>
}

/** Replies or refuses at multiples of the step, so that the timing does not reveal what was done. */
export async function withFixedResponseTime<Answer>(
  work: () => Promise<Answer>,
  stepMs: number,
  { wallClock, pause }: Timed,
): Promise<Answer> {
  const began = wallClock().getTime()
  try {
    return await work()
  } finally {
    const took = wallClock().getTime() - began
    await pause(stepMs - (took % stepMs))
  }
}
