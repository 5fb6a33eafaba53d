import * as z from 'zod/mini'
import { PRODUCT_SLUG } from '#contract/product'
import { googleSignInProblems, type GoogleSignInOutcome } from './google-sign-in.ts'

const Message = z.object({
  type: z.enum(['oauth-success', 'oauth-failure']),
  nonce: z.string(),
  problem: z.optional(z.enum(googleSignInProblems)),
})

const channelName = `${PRODUCT_SLUG}:google`

/**
 * Tells the window that waits with `nonce`. A page in between may have cut `window.opener`; the BroadcastChannel still
 * works then.
 */
export function notifyGoogleSignInOpener(nonce: string, outcome: GoogleSignInOutcome): void {
  const message: z.infer<typeof Message> =
    outcome === 'success' ? { type: 'oauth-success', nonce } : { type: 'oauth-failure', nonce, problem: outcome }
  const opener = window.opener as Window | null
  if (opener) {
    opener.postMessage(message, window.location.origin)
    return
  }
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target; it never leaves the origin
  channel.postMessage(message)
  channel.close()
}

/**
 * Calls `listener` when the window that was given `nonce` returns.
 * @returns a function that removes the listener
 */
export function onGoogleSignInEnd(nonce: string, listener: (outcome: GoogleSignInOutcome) => void): () => void {
  const hear = ({ origin, data }: MessageEvent) => {
    const message = Message.safeParse(data)
    if (origin !== window.location.origin || !message.success || message.data.nonce !== nonce) return
    const { type, problem = 'failed' } = message.data
    listener(type === 'oauth-success' ? 'success' : problem)
  }
  window.addEventListener('message', hear)
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', hear)
  return () => {
    window.removeEventListener('message', hear)
    channel.close()
  }
}
