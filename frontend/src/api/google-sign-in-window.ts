import * as z from 'zod/mini'
import { googleSignInProblems, type GoogleSignInOutcome } from './google-sign-in.ts'
import { broadcastToOtherTabs, onBroadcastFromOtherTab } from './local-store.ts'

const Message = z.object({
  type: z.enum(['oauth-success', 'oauth-failure']),
  nonce: z.string(),
  problem: z.optional(z.enum(googleSignInProblems)),
})

const broadcastName = 'google'

/**
 * Notifies the window that waits with `nonce`: by `window.opener`, or by the storage if a page in between has cut the
 * opener. The windows may then be in different processes, each with a copy of the storage that is synchronised in
 * order, so the other sees the tokens before this message. A BroadcastChannel could overtake them.
 */
export function notifyGoogleSignInOpener(nonce: string, outcome: GoogleSignInOutcome): void {
  const message: z.infer<typeof Message> =
    outcome === 'success' ? { type: 'oauth-success', nonce } : { type: 'oauth-failure', nonce, problem: outcome }
  const opener = window.opener as Window | null
  if (opener) opener.postMessage(message, window.location.origin)
  else broadcastToOtherTabs(broadcastName, message)
}

export function onGoogleSignInEnd(nonce: string, listener: (outcome: GoogleSignInOutcome) => void): () => void {
  const hear = (data: unknown) => {
    const message = Message.safeParse(data)
    if (!message.success || message.data.nonce !== nonce) return
    const { type, problem = 'failed' } = message.data
    listener(type === 'oauth-success' ? 'success' : problem)
  }
  const hearOpened = ({ origin, data }: MessageEvent) => {
    if (origin === window.location.origin) hear(data)
  }
  window.addEventListener('message', hearOpened)
  const stopHearing = onBroadcastFromOtherTab(broadcastName, (text) => hear(JSON.parse(text)))
  return () => {
    window.removeEventListener('message', hearOpened)
    stopHearing()
  }
}
