import { takeSingleTraces } from './single-traces.ts'

/** As Node has it. Vitest's hundred lines are gathered for every error, and ElectroDB makes errors that nobody throws. */
Error.stackTraceLimit = 10
takeSingleTraces()
