import { afterEach, beforeEach, vi } from 'vitest'
import { cleanUpTestBrowser, amplifyAuthMocks, resetTestBrowser } from './browser-app.tsx'
import { requireExpectedCalls } from './fake-api.ts'

// Not in browser-app.tsx: the files of a worker share its modules, and only a setup file runs for each of them.
vi.mock('aws-amplify/auth', () => amplifyAuthMocks)
beforeEach(resetTestBrowser)
// Runs after the clean-up, as the last registered is the first: what it throws would keep the other from running.
afterEach(requireExpectedCalls)
afterEach(cleanUpTestBrowser)
