import { afterEach, beforeEach, vi } from 'vitest'
import { cleanUpTestBrowser, amplifyAuthMocks, resetTestBrowser } from './browser-app.tsx'
import { requireExpectedReplies } from './fake-api.ts'

// Not in browser-app.tsx: the files of a worker share its modules, and only a setup file runs for each of them.
vi.mock('aws-amplify/auth', () => amplifyAuthMocks)
beforeEach(resetTestBrowser)
afterEach(cleanUpTestBrowser)
afterEach(requireExpectedReplies)
