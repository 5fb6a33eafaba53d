/**
 * Leads a visitor from the document of a panel to the page that signs in, and has the panel's code loaded for everybody else. It
 * stands within the document; the guard of the panels (src/app/role-guard.tsx) does the same with whose session has ended.
 */
import { hasStoredSession } from '../api/session-storage.ts'

// What stands behind a # may be tokens, which the application takes out of the address.
if (!hasStoredSession() && !window.location.hash) {
  const { pathname, search } = window.location
  window.location.replace(`/auth?next=${encodeURIComponent(pathname + search)}`)
} else {
  preloadChunks()
}

/** As `<link rel="modulepreload">` in the document would, but only for whoever stays here. */
function preloadChunks(): void {
  const chunks = document.querySelector<HTMLMetaElement>('meta[name=chunks]')?.content
  for (const href of chunks?.split(' ') ?? []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
}
