/**
 * Redirects a visitor without a session from a panel's document to the sign-in, and otherwise preloads the panel's
 * code. Inlined into the document; src/app/role-guard.tsx redirects when a session ends later.
 */
import { hasStoredSession } from '../api/session-storage.ts'

// The fragment may hold tokens, which the application itself removes from the URL.
if (!hasStoredSession() && !window.location.hash) {
  const { pathname, search } = window.location
  window.location.replace(`/auth?next=${encodeURIComponent(pathname + search)}`)
} else {
  preloadChunks()
}

/** Like `<link rel="modulepreload">`, but not for visitors who are redirected. */
function preloadChunks(): void {
  const chunks = document.querySelector<HTMLMetaElement>('meta[name=chunks]')?.content
  for (const href of chunks?.split(' ') ?? []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
}
