import { createGuardrails, generateSync } from 'otplib'

const STEP_MS = 30_000

// Shorter secrets than otplib wants are the account's business; the local console only shows their codes.
const guardrails = createGuardrails({ MIN_SECRET_BYTES: 1 })

/** The code an authenticator shows now (RFC 6238), by real time, and when the next one takes its place. */
export function oneTimeCode(secret: string, now: Date): { code: string; until: Date } {
  const step = Math.floor(now.getTime() / STEP_MS)
  const code = generateSync({ secret, guardrails, epoch: Math.floor(now.getTime() / 1000) })
  return { code, until: new Date((step + 1) * STEP_MS) }
}
