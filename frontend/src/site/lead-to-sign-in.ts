/**
 * Leads a visitor from the document of a panel to the page that signs in, before the panel's code has come. It stands within
 * the document; the guard of the panels (src/app/role-guard.tsx) does the same with whose session has ended.
 */
import { hasStoredSession } from '../api/session-storage.ts'

// What stands behind a # may be tokens, which the application takes out of the address.
if (!hasStoredSession() && !window.location.hash) {
  const { pathname, search } = window.location
  window.location.replace(`/auth?next=${encodeURIComponent(pathname + search)}`)
}
