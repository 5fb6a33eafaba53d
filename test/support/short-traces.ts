import { takeSingleTraces } from './single-traces.ts'

/**
 * Node's default. Vitest's hundred lines are collected for every error, and ElectroDB creates many that are never
 * thrown.
 */
Error.stackTraceLimit = 10
takeSingleTraces()
