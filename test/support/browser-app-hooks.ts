import { afterEach, beforeEach, vi } from 'vitest'
import { cleanUpTestBrowser, amplifyAuthMocks, resetTestBrowser } from './browser-app.tsx'

// Here and not in browser-app.tsx: the files of a worker share its modules, and only a setup file is run for each of them.
vi.mock('aws-amplify/auth', () => amplifyAuthMocks)
beforeEach(resetTestBrowser)
afterEach(cleanUpTestBrowser)
